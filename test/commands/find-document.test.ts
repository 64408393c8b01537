import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runSelfbill, top } from "../support/run-selfbill.ts";
import { keys } from "../support/terminal.ts";
import { Sitting, withoutTerminal } from "../support/wizard-sitting.ts";

/** A June invoice for 40 boxes, and another for 41. */
async function sent(): Promise<Sitting> {
  const sitting = new Sitting();
  copyFileSync(join(top, "templates/standard-invoice.yaml"), sitting.file("one.yaml"));
  const other = readFileSync(sitting.file("one.yaml"), "utf8").replace("quantity: 40", "quantity: 41");
  writeFileSync(sitting.file("two.yaml"), other);
  const files = [sitting.file("one.yaml"), sitting.file("two.yaml")];
  await runSelfbill(["create-invoice", ...files, "--sandbox", "--yes", "--allow-similar"], { home: sitting.home });
  return sitting;
}

describe.skipIf(withoutTerminal)("a document, at a terminal", () => {
  test("is found by words where a command wants its number; several are a list to choose from", async () => {
    const sitting = await sent();
    const only = sitting.start(["show", "13,093.50", "--sandbox"], { columns: 80 });
    expect(await only.ended()).toBe(0);
    expect(only.lines().join("\n")).toMatch(/"13,093.50" is SBX-INV-000002[\s\S]*Lines +1\. Ceramic floor tile/);
    const some = sitting.start(["show", "desert", "lime", "--sandbox"], { columns: 80 });
    await some.choose("Which one?", "SBX-INV-000001");
    expect(await some.ended()).toBe(0);
    expect(some.lines().join("\n")).toContain("self-billed invoice SBX-INV-000001");
    expect(some.lines().every((line) => line.length <= 80)).toBe(true);
    const last = sitting.start(["undo", "last", "--sandbox"]);
    await last.answer("Run selfbill cancel SBX-INV-000002 --sandbox?", "n");
    expect(await last.ended()).toBe(2);
    expect(last.lines().join("\n")).toContain('"last" is SBX-INV-000002');
    const back = sitting.start(["cancel", "tile", "--sandbox"]);
    await back.asks("Which one?");
    back.type(keys.escape);
    expect(await back.ended()).toBe(28);
    const word = sitting.start(["credit", "laying", "of", "tiles", "--sandbox"]);
    await word.choose("Which one?", "SBX-INV-000002");
    await word.answer("Run selfbill create-credit-note --from SBX-INV-000002 --sandbox?", "n");
    expect(await word.ended()).toBe(2);
    const filler = sitting.start(["credit", "note", "for", "SBX-INV-000001", "--sandbox"]);
    await filler.answer("Run selfbill create-credit-note --from SBX-INV-000001 --sandbox?", "n");
    expect(await filler.ended()).toBe(2);
  });

  test("that is missing is asked for; part of a document, and back up in two words, are understood", async () => {
    const sitting = await sent();
    const missing = sitting.start(["show", "--sandbox"]);
    await missing.answer("selfbill show: number of the document, or words of it?", "13,093.50");
    expect(await missing.ended()).toBe(0);
    expect(missing.lines().join("\n")).toContain("self-billed invoice SBX-INV-000002");
    const part = sitting.start(["credit", "part", "of", "SBX-INV-000001", "--sandbox"]);
    await part.answer("Run selfbill create-credit-note --from SBX-INV-000001 --sandbox?", "n");
    expect(await part.ended()).toBe(2);
    const asked = sitting.start(["credit", "--sandbox"]);
    await asked.answer("Which document? Its number, or words of it:", "laying of tiles");
    await asked.choose("Which one?", "SBX-INV-000002");
    await asked.answer("Run selfbill create-credit-note --from SBX-INV-000002 --sandbox?", "n");
    expect(await asked.ended()).toBe(2);
    const backup = sitting.start(["back", "up", "copy", "--sandbox"]);
    expect(await backup.ended()).toBe(0);
    expect(backup.lines().join("\n")).toContain("complete and checked");
  });

  test("a question about the suppliers' answers shows the list of what waits", async () => {
    const sitting = await sent();
    for (const words of [["who", "did", "not", "accept"], ["not", "accepted"], ["unaccepted"]]) {
      const run = sitting.start([...words, "--sandbox"]);
      expect(await run.ended(), words.join(" ")).toBe(0);
      expect(run.lines().join("\n")).toMatch(/means: selfbill suppliers acceptance-list[\s\S]*SBX-INV-000001/);
    }
  });

  test("that is named by its number is not looked for, and --yes never chooses one", async () => {
    const sitting = await sent();
    const both = sitting.start(["status", "SBX-INV-000001", "SBX-INV-000002", "--sandbox"]);
    expect(await both.ended()).not.toBe(2);
    expect(both.lines().join("\n")).toMatch(/SBX-INV-000001 {2}self-billed invoice[\s\S]*SBX-INV-000002 {2}self/);
    const yes = sitting.start(["cancel", "13,093.50", "--reason", "DL8.61.1.A", "--yes", "--sandbox"]);
    expect(await yes.ended()).not.toBe(0);
    const { documents } = JSON.parse(
      (await runSelfbill(["list", "--all", "--sandbox", "--json"], { home: sitting.home })).stdout,
    );
    expect(documents).toHaveLength(2);
  });

  test("is found by words on the home screen", async () => {
    const sitting = await sent();
    const run = sitting.start([], { env: { SELFBILL_PRACTICE: "1" } });
    await run.choose("What do you want to practise?", "Find a document");
    await run.choose("Find a document:", "Everything about one");
    await run.answer("Number, or words", "floor tile");
    await run.choose("Which one?", "SBX-INV-000002");
    await run.shows("selfbill show SBX-INV-000002 --sandbox");
    await run.answer("Enter shows the home screen.");
    await run.choose("What do you want to practise?", "Leave");
    expect(await run.ended()).toBe(0);
  });
});

test("--html without a name writes NUMBER.html, and never over a file; --html NUMBER means the document", async () => {
  const sitting = await sent();
  const run = (...words: string[]) =>
    runSelfbill(["preview", ...words, "--sandbox"], { home: sitting.home, cwd: sitting.folder });
  const first = await run("SBX-INV-000001", "--html");
  expect([first.code, first.stdout]).toEqual([0, expect.stringMatching(/SBX-INV-000001\.html\n$/)]);
  const before = readFileSync(sitting.file("SBX-INV-000001.html"), "utf8");
  const again = await run("--html", "SBX-INV-000001");
  expect([again.code, again.stdout]).toEqual([0, expect.stringMatching(/SBX-INV-000001-2\.html\n$/)]);
  expect(readFileSync(sitting.file("SBX-INV-000001.html"), "utf8")).toBe(before);
  // A file name given by the user is not changed, and an existing file is not replaced.
  const typed = await run("SBX-INV-000001", "--html", "SBX-INV-000001.html");
  expect([typed.code === 0, existsSync(sitting.file("SBX-INV-000001-3.html"))]).toEqual([false, false]);
});

test("a month in words, a total, and credit notes as minus amounts", async () => {
  const sitting = await sent();
  const run = (...words: string[]) => runSelfbill([...words, "--sandbox"], { home: sitting.home });
  await run("cancel", "SBX-INV-000002", "--reason", "DL8.61.1.A", "--yes");
  const list = await run("list", "--all", "--output", "table");
  expect(list.stdout).toMatch(/SBX-CN-000003[^\n]* -13,093\.50 AED/);
  expect(list.stdout).toMatch(/^Total AED 12,831\.00 \(net 12,220\.00, VAT 611\.00\), credit notes subtracted$/m);
  const pipe = await run("list", "--all");
  expect(pipe.stdout).toMatch(/SBX-CN-000003.*\t13093\.50\t/);
  const june = JSON.parse((await run("report", "june", "2026", "--json")).stdout);
  expect(june.period).toMatchObject({ from: "2026-06-01", to: "2026-06-30" });
  const month = JSON.parse((await run("list", "this", "month", "--json")).stdout);
  expect(month.documents.map(({ kind }: { kind: string }) => kind)).toEqual(["credit-note"]);
  const wrong = await run("report", "wednesday");
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('"wednesday" is not a month.')]);
  const two = await run("report", "june", "--month", "2026-05");
  expect([two.code, two.stderr]).toEqual([2, expect.stringContaining("exclude each other")]);
});
