import { expect, test } from "vitest";
import { rulesInForce } from "../../src/check/index.ts";
import { codes, codeWords, newestEdition } from "../../src/document/index.ts";
import { judge } from "../../src/prepare/judge.ts";
import { readDocument } from "../../src/read/index.ts";
import { treeName } from "../../src/ubl/tree-name.ts";
import { inDollars, invoice } from "../support/documents.ts";

const odd = ["constructor", "toString", "valueOf", "hasOwnProperty", "isPrototypeOf"];

function codesOf(document: unknown): string[] {
  const read = readDocument(Buffer.from(JSON.stringify(document)), "a.json", "invoice");
  if (!read.ok) return read.problems.map(({ code }) => code);
  return judge(read.value, rulesInForce(newestEdition), { version: "20260101" }).problems.map(({ code }) => code);
}

/** Every place of a document in turn, with something else there. */
function replaced(document: unknown, value: unknown): unknown[] {
  if (typeof document !== "object" || document === null) return [];
  return Object.keys(document).flatMap((key) => {
    const members = document as Record<string, unknown>;
    const put = (member: unknown): unknown =>
      Array.isArray(document) ? document.with(Number(key), member) : { ...members, [key]: member };
    return [put(value), ...replaced(members[key], value).map(put)];
  });
}

test("a name that every object has is a value like any other, at every place of a document", () => {
  for (const name of odd)
    for (const document of replaced(invoice(inDollars), name)) expect(codesOf(document)).toBeInstanceOf(Array);
});

test("a group that says itself how it becomes a text is no part of a document, wherever it stands", () => {
  for (const value of [{ toString: "AE" }, [{ valueOf: ["VAT"] }]])
    for (const document of replaced(invoice(inDollars), value)) expect(codesOf(document)).toEqual(["forbidden-key"]);
});

test("no code and no namespace is found that only the engine has", () => {
  const lists = [codes.currencyCodes, codes.countryCodes, codes.unitCodes, codes.vatCategories];
  for (const list of lists)
    for (const name of odd)
      for (const language of ["en", "ar"] as const)
        expect([undefined, name]).toContain(codeWords(list, name, language));
  expect(treeName("constructor", "ID")).toBe("{constructor}ID");
});
