import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { JournalRecord } from "../../src/journal/index.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";
import { judge } from "./bring-to-end.ts";
import { Tally } from "./report.ts";

/** Judges a run that stopped with these words about an existing document; returns the violations. */
async function violations(words: string): Promise<readonly string[]> {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "data"), { recursive: true });
  const tally = new Tally();
  const records = [
    { type: "result", data: { id: "id-1", documentNumber: "SBX-CN-000202" } },
  ] as unknown as JournalRecord[];
  const told = { file: "a.yaml", outcome: "local_state", id: null, replayed: false, words };
  const it = {
    name: "a run",
    papers: [{ file: "a.yaml", note: "MARK" }],
    settings: { SELFBILL_HOME: folder },
    service: {
      behave: () => undefined,
      idle: async () => undefined,
      ledger: () => new Map([["MARK", ["id-1"]]]),
      requests: new Map(),
    },
    tally,
    records: async () => records,
  } as unknown as Parameters<typeof judge>[0];
  await judge(it, { code: 20, signal: null, stdout: "", stderr: "", told: [told] }, "disturbed");
  return [...tally.violations];
}

test("a refusal of a document that exists is right if it names the document, by its id or its number", async () => {
  expect(await violations("created before, as id-1")).toEqual([]);
  expect(await violations("created before, as SBX-CN-000202")).toEqual([]);
  expect(await violations("the file has errors")).toEqual([
    expect.stringContaining("wrongVerdicts: a run, disturbed: a.yaml"),
  ]);
});
