import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { anyWords, defineCommand, serviceOptions } from "../../src/commands/command.ts";
import { commands } from "../../src/commands/index.ts";
import { readWords } from "../../src/program.ts";
import { filesBelow } from "../support/files-below.ts";
import { startRecorder } from "../support/recorder.ts";
import { type Ran, runSelfbill, temporaryFolder, top } from "../support/run-selfbill.ts";
import { startTestSandbox } from "../support/start-sandbox.ts";
import { TerminalRun } from "../support/terminal.ts";
import { variablesOf } from "../support/variables-of.ts";
import { withoutTerminal } from "../support/wizard-sitting.ts";

const invoice = join(top, "templates/standard-invoice.yaml");
const supplier = `supplier: desert-lime
accounting_supplier_party:
  party_name: Desert Lime Trading LLC
`;

/** One document was sent to a service that appears real to selfbill; one supplier is in the book. */
async function office() {
  const sandbox = await startTestSandbox();
  const service = await startRecorder(sandbox.baseUrl, { tunnel: true });
  const [home, folder] = [temporaryFolder(), temporaryFolder()];
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const env = variablesOf({ ...sandbox, baseUrl: service.baseUrl });
  const run = (words: readonly string[], more: Record<string, string> = {}): Promise<Ran> =>
    runSelfbill(words, { home, cwd: folder, env: { ...env, ...more } });
  const atTerminal = async (...words: string[]): Promise<[code: number, screen: string]> => {
    const terminal = new TerminalRun(words, { home, cwd: folder, env: { ...env, SELFBILL_PRACTICE: "1" } });
    return [await terminal.ended(), terminal.lines().join("\n")];
  };
  expect((await run(["suppliers", "add", "--file", file("lime.yaml", supplier)])).code).toBe(0);
  expect((await run(["create-invoice", invoice, "--yes"])).code).toBe(0);
  const isPractice = (path: string): boolean => /^data\/(?:practice|sandbox)\//.test(path);
  // The journal is shared, so the real account's records are read separately.
  const files = () => filesBelow(home).filter(([path]) => !/^data\/journal\.|journal-mark/.test(path));
  const sent = async () => JSON.parse((await run(["list", "--all", "--json"])).stdout).documents;
  return {
    ...{ home, folder, file, service, run, atTerminal, sent },
    real: () => files().filter(([path]) => !isPractice(path)),
    practised: () => files().filter(([path]) => isPractice(path)),
  };
}

const refused = { code: 27, stderr: expect.stringMatching(/^not-in-practice {2}Nothing was sent: SELFBILL_PRACTICE/) };

describe.skipIf(withoutTerminal)("with SELFBILL_PRACTICE=1 at a terminal", () => {
  test("nothing reaches the service, the supplier book or the documents of the service", async () => {
    const { home, file, service, atTerminal, real, sent } = await office();
    const [before, documents, requests] = [real(), await sent(), service.requests.length];
    expect(documents).toHaveLength(1);
    const [code, screen] = await atTerminal("create-invoice", invoice, "--yes");
    expect([code, screen.replace(/\s+/g, " ").trim()]).toEqual([
      0,
      expect.stringMatching(
        /✓ The document was sent to the sandbox on this computer as SBX-INV-000001; a real service would now check and deliver it. Practice: nothing was sent to the service.$/,
      ),
    ]);
    const other = file("other.yaml", supplier.replace("desert-lime", "al-quoz").replace("Desert Lime", "Al Quoz"));
    const ends: readonly (readonly [string[], number])[] = [
      [["suppliers", "add", "--file", other], 0],
      [["suppliers", "remove", "desert-lime", "--yes"], 0],
      [["items", "set", "TILE-60", "name=Ceramic floor tile", "unit=XBX"], 0],
      [["suppliers", "accept", "SBX-INV-000001", "--by", "an e-mail"], 0],
      [["status", "SBX-INV-000001", "--watch"], 0],
      [["due"], 0],
      [["list", "invoices"], 0],
      [["history"], 0],
      [["reconcile"], 0],
      [["cancel", "SBX-INV-000001", "--reason", "DL8.61.1.A", "--yes"], 0],
      [["journal", "verify"], 0],
      [["journal", "purge", "--before", "2020-01-01", "--yes"], 2],
      [["journal", "accept", "--yes", "--head", "empty"], 2],
      [["journal", "restore", "backup.db"], 2],
      [["validate", invoice], 0],
      [["login"], 27],
      [["auth", "status", "--check"], 27],
      [["profile", "fetch"], 27],
      [["sandbox", "--record", service.baseUrl, "--out", "calls.jsonl"], 27],
    ];
    for (const [words, expected] of ends) {
      const [ended, shown] = await atTerminal(...words);
      expect([words.join(" "), ended], shown).toEqual([words.join(" "), expected]);
    }
    expect(service.requests.length).toBe(requests);
    expect(real()).toEqual(before);
    expect(await sent()).toEqual(documents);
    expect(readFileSync(join(home, "data/practice/suppliers.yaml"), "utf8")).not.toContain("desert-lime");
  });

  test("a draft and what the wizard keeps stay practice", async () => {
    const { atTerminal, real } = await office();
    const before = real();
    expect((await atTerminal("new", "--drafts"))[0]).toBe(0);
    expect(real()).toEqual(before);
  });
});

test("without practice nothing lands in the books of practice", async () => {
  const { file, run, practised } = await office();
  expect(practised()).toEqual([]);
  expect((await run(["create-invoice", invoice, "--sandbox", "--yes"])).code).toBe(0);
  const other = file("other.yaml", supplier.replace("desert-lime", "al-quoz").replace("Desert Lime", "Al Quoz"));
  expect((await run(["suppliers", "add", "--file", other, "--sandbox"])).code).toBe(0);
  const before = practised();
  expect(before.map(([path]) => path)).toContain("data/practice/suppliers.yaml");
  const third = file("third.yaml", supplier.replace("desert-lime", "jumeirah").replace("Desert Lime", "Jumeirah"));
  expect((await run(["suppliers", "add", "--file", third])).code).toBe(0);
  const more = file("more.yaml", readFileSync(invoice, "utf8").replace("quantity: 40", "quantity: 41"));
  for (const words of [
    ["create-invoice", more, "--yes", "--allow-similar"],
    ["history"],
    ["due"],
    ["journal", "verify"],
    ["suppliers", "remove", "jumeirah", "--yes"],
  ])
    expect((await run(words)).code, words.join(" ")).toBe(0);
  expect(practised()).toEqual(before);
});

test("in a pipe or in CI the variable alone stops what reads or writes the books, and nothing is made", async () => {
  const home = temporaryFolder();
  const practice = { SELFBILL_PRACTICE: "1" };
  for (const words of [["create-invoice", invoice, "--yes"], ["history"], ["suppliers", "list"], ["journal", "verify"]])
    for (const env of [practice, { ...practice, CI: "true" }])
      expect(await runSelfbill(words, { home, env })).toMatchObject(refused);
  expect(readdirSync(home)).toEqual([]);
  const named = await runSelfbill(["create-invoice", invoice, "--yes", "--sandbox"], { home, env: practice });
  expect([named.code, existsSync(join(home, "data/journal.db"))]).toEqual([0, true]);
  expect(await runSelfbill(["login", "--base-url", "https://api.example"], { home, env: practice })).toMatchObject(
    refused,
  );
  for (const off of ["", "0", "off"])
    expect((await runSelfbill(["suppliers", "list"], { home, env: { SELFBILL_PRACTICE: off } })).code).toBe(0);
});

test("what neither asks a service nor touches books does not care for practice", async () => {
  const env = { SELFBILL_PRACTICE: "1" };
  for (const words of [
    ["codes", "AED"],
    ["schema", "invoice"],
    ["completion", "bash"],
    ["help", "tour"],
  ])
    expect((await runSelfbill(words, { home: temporaryFolder(), env })).code, words.join(" ")).toBe(0);
});

test("practice is recorded in the journal that is named, as all else", async () => {
  const [home, folder] = [temporaryFolder(), temporaryFolder()];
  const named = ["--journal", folder];
  expect((await runSelfbill(["create-invoice", invoice, "--sandbox", "--yes", ...named], { home })).code).toBe(0);
  expect(existsSync(join(folder, "journal.db"))).toBe(true);
  expect(existsSync(join(home, "data/journal.db"))).toBe(false);
  const history = await runSelfbill(["history", ...named], { home });
  expect([history.code, history.stdout]).toEqual([0, expect.stringContaining("SBX-INV-000001")]);
  expect((await runSelfbill(["journal", "verify", ...named], { home })).code).toBe(0);
});

test("a command takes --sandbox exactly where practice has books of its own", async () => {
  const output = { columns: 80, write: () => undefined };
  for (const { name, load } of commands) {
    const command = await load();
    const read = await readWords([name, "x", "--sandbox"], output);
    const isUnknown = !read.ok && read.problems[0].message.includes("'--sandbox'");
    expect([name, isUnknown]).toEqual([name, command.practice !== "own books"]);
  }
});

test("the compiler demands the right word of a definition", () => {
  const run = () => Promise.reject(new Error("never run"));
  const rest = {
    words: "x",
    summary: "x",
    group: "Write",
    input: anyWords,
    answers: () => [],
    facts: { journal: "none", oneDocument: false, sends: false, asksService: false },
    examples: [],
    run,
  } as const;
  const { sandbox } = serviceOptions;
  // @ts-expect-error a command that takes --sandbox must have `practice: "own books"`
  defineCommand({ ...rest, options: { sandbox }, practice: "no difference" });
  // @ts-expect-error a command with `practice: "own books"` must take --sandbox
  defineCommand({ ...rest, options: {}, practice: "own books" });
  const { facts: _, ...factless } = rest;
  // @ts-expect-error every command must state its facts
  defineCommand({ ...factless, options: { sandbox }, practice: "own books" });
  const { sends: __, ...silent } = rest.facts;
  // @ts-expect-error none of them may be left out
  defineCommand({ ...rest, facts: silent, options: { sandbox }, practice: "own books" });
  // @ts-expect-error every command must set `practice`
  defineCommand({ ...rest, options: {} });
  expect(defineCommand({ ...rest, options: { sandbox }, practice: "own books" }).practice).toBe("own books");
});
