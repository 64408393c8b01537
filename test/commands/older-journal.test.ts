import { cpSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commands } from "../../src/commands/index.ts";
import { runTyped } from "../../src/program.ts";
import { behindTunnel } from "../support/behind-tunnel.ts";

/** Sends a document, with the journal and its mark in two separate folders. */
async function sentOnce() {
  const place = await behindTunnel();
  const at = { journal: place.folderOf("journal"), mark: join(place.folder, "kept", "mark") };
  expect((await place.send(["1"], at)).code).toBe(0);
  const ask = async (name: string, given: Record<string, unknown> = {}, words: readonly string[] = []) => {
    const command = await commands.find((each) => each.name === name)?.load();
    if (command === undefined) throw new Error(name);
    const came = await place.run(at, (desk) => runTyped({ command, words, given }, desk));
    return { ...came, warned: came.report.problems.filter(({ code }) => code === "journal-behind") };
  };
  return { ...place, at, ask };
}

const askedIn = (folder: string): readonly [string, Record<string, unknown>?, string[]?][] => [
  ["due"],
  ["due", { check: true, exitCode: true }],
  ["resolve"],
  ["status"],
  ["report", { month: "2026-06" }],
  ["list"],
  ["history"],
  ["show", {}, ["1"]],
  ["evidence", {}, ["1"]],
  ["export", { month: "2026-06" }, ["csv"]],
  ["outage"],
  ["archive", { month: "2026-06", offline: true, force: true, out: join(folder, "audit") }],
  ["numbers"],
  ["approvals"],
  ["items", {}, ["missing"]],
  ["suppliers", {}, ["acceptance-list"]],
  ["journal", {}, ["export"]],
  ["get", {}, ["1"]],
  ["logs", {}, ["1"]],
  ["download", { out: join(folder, "1"), force: true }, ["1"]],
];

test("what is open is told from an older journal with a warning, and with the exit code that it has without", async () => {
  const { at, ask, send, folder } = await sentOnce();
  const asked = askedIn(folder);
  const copy = join(folder, "copy");
  cpSync(at.journal, copy, { recursive: true });
  expect((await send(["2"], at)).code).toBe(0);
  const codes: number[] = [];
  for (const [name, given, words] of asked) {
    const { code, warned } = await ask(name, given, words);
    expect([name, warned]).toEqual([name, []]);
    codes.push(code);
  }
  rmSync(at.journal, { recursive: true });
  cpSync(copy, at.journal, { recursive: true });
  for (const [index, [name, given, typed]] of asked.entries()) {
    const { code, warned, words } = await ask(name, given, typed);
    expect([name, code, warned]).toMatchObject([name, codes[index], [{ severity: "warning" }]]);
    expect(words).toMatch(/This journal is an older copy: .* are missing\. .* What is shown here may be incomplete\./);
    expect(words).toContain("selfbill journal accept");
  }
  const index = readFileSync(join(folder, "audit", "index.html"), "utf8");
  expect(index).toMatch(/This archive may be incomplete\. This journal is an older copy: /);
  // It compares: what the older journal lacks is a difference as well.
  expect(await ask("reconcile")).toMatchObject({ code: 20, warned: [{ severity: "warning" }] });
});

test("a journal that is gone is told as well, and other commands and practice say nothing of it", async () => {
  const { at, ask } = await sentOnce();
  rmSync(at.journal, { recursive: true });
  expect((await ask("due")).words).toContain("The journal is missing or empty.");
  expect((await ask("due", { sandbox: true })).warned).toEqual([]);
  expect((await ask("validate")).warned).toEqual([]);
  expect((await ask("archive", {}, ["verify", "audit"])).warned).toEqual([]);
});
