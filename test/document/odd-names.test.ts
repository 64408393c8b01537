import { expect, test } from "vitest";
import { rulesInForce } from "../../src/check/index.ts";
import { explain } from "../../src/commands/explain.ts";
import { listCommand } from "../../src/commands/list.ts";
import type { StatusLeg } from "../../src/contract/index.ts";
import { codes, codeWords, newestEdition } from "../../src/document/index.ts";
import { prepare } from "../../src/prepare/index.ts";
import { judge } from "../../src/prepare/judge.ts";
import { readDocument } from "../../src/read/index.ts";
import { memberSays, reasonSays, stateSays, statusSays } from "../../src/render/status-words.ts";
import { unitGuess } from "../../src/sheet/propose/guess-words.ts";
import { treeName } from "../../src/ubl/tree-name.ts";
import { inDollars, invoice } from "../support/documents.ts";
import { offlineDesk } from "../support/offline-desk.ts";
import { oddGroups, replaced } from "../support/replaced.ts";
import { optionsOf, runCommand } from "../support/run-command.ts";
import { desertLime } from "../support/suppliers.ts";

const odd = ["constructor", "toString", "valueOf", "hasOwnProperty", "isPrototypeOf"];

function codesOf(document: unknown): string[] {
  const read = readDocument(Buffer.from(JSON.stringify(document)), "a.json", "invoice");
  if (!read.ok) return read.problems.map(({ code }) => code);
  return judge(read.value, rulesInForce(newestEdition), { version: "20260101" }).problems.map(({ code }) => code);
}

/** Copies of the document, each with one more member in a different group. */
function withMember(document: unknown, name: string, value: unknown): unknown[] {
  if (typeof document !== "object" || document === null) return [];
  const below = Object.entries(document).flatMap(([key, member]) =>
    withMember(member, name, value).map((changed) =>
      Array.isArray(document) ? document.with(Number(key), changed) : { ...document, [key]: changed },
    ),
  );
  return Array.isArray(document) ? below : [{ ...document, [name]: value }, ...below];
}

test("a name that every object has is a value like any other, at every place of a document", () => {
  for (const name of odd)
    for (const document of replaced(invoice(inDollars), name)) expect(codesOf(document)).toBeInstanceOf(Array);
});

test("a group that says itself how it becomes a text is judged as a group, at every place of a document", () => {
  for (const value of oddGroups)
    for (const document of replaced(invoice(inDollars), value)) expect(codesOf(document)).not.toEqual([]);
});

test("so it is where files are attached and a supplier is filled in before the fields are judged", async () => {
  const desk = offlineDesk({ suppliers: [desertLime()] });
  const attachments = [{ file_name: "a.pdf", file_type: "application/pdf", file_path: "a.pdf" }];
  const whole = { ...invoice(inDollars), kind: "invoice", supplier: "desert-lime", attachments };
  for (const value of oddGroups)
    for (const document of replaced(whole, value)) {
      const content = Buffer.from(JSON.stringify(document));
      const { problems } = await prepare("a.json", { version: "20260101", content }, desk);
      expect(problems.filter(({ severity }) => severity === "error")).not.toEqual([]);
    }
});

test("a member of that name is unknown as any other, in every group of a document", () => {
  for (const member of ["toString", "valueOf", "toJSON", "then"])
    for (const document of withMember(invoice(inDollars), member, { a: "1" }))
      expect(codesOf(document)).toContain("unknown-field");
});

test("no code and no namespace is found that only the engine has", () => {
  const lists = [codes.currencyCodes, codes.countryCodes, codes.unitCodes, codes.vatCategories];
  for (const list of lists)
    for (const name of odd)
      for (const language of ["en", "ar"] as const)
        expect([undefined, name]).toContain(codeWords(list, name, language));
  expect(treeName("constructor", "ID")).toBe("{constructor}ID");
});

test.each(odd)("%s is told as the word that it is, wherever words of others are looked up", async (word) => {
  expect(stateSays("toC3", { toC3: { status: word } as StatusLeg })).toBe(word);
  expect([memberSays("process", word), statusSays(word, {}), reasonSays({ statusReasonCode: word, more: [] })]).toEqual(
    [word, word, word],
  );
  expect(unitGuess(word)).toBeUndefined();
  const { outcome, problems } = await runCommand(explain, offlineDesk(), [word]);
  expect([outcome, problems[0]?.code]).toEqual(["usage", "bad-usage"]);
  // A word that is not a kind is looked up in the journal.
  const { input } = listCommand;
  expect(input?.([word], optionsOf(listCommand))).toMatchObject({ ok: true, value: { of: "journal" } });
});
