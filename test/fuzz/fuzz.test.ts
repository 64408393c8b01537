import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { texts } from "../../.ci/texts.mjs";
import { temporaryFolder } from "../support/run-selfbill.ts";
import type { Reader } from "./reader.ts";
import { readers } from "./readers/index.ts";
import { runCases } from "./run-cases.ts";

/** The number of cases in a small run of each reader; `npm run fuzz` can run any number. */
const counts: Readonly<Record<string, number>> = { journal: 4, sockets: 40, xlsx: 60, answers: 200, csv: 30, yaml: 60 };

test.each(Object.keys(readers))(
  "%s: changed and made inputs are taken or refused, and nothing escapes",
  async (name) => {
    const reader = await readers[name]?.();
    if (reader === undefined) throw new Error(`${name} is no reader`);
    try {
      const { crashes, cases } = await runCases(reader, 20_261_122, counts[name] ?? 100);
      expect(crashes).toEqual([]);
      expect(cases).toBeGreaterThan(0);
    } finally {
      await reader.close?.();
    }
  },
);

/** The result for a valid input of these readers; for all others it is `taken`. */
const innermost: Readonly<Record<string, string>> = { xml: "IBR-007", answers: "created, 101110001", sockets: "201" };

test.each(Object.keys(readers))("%s: what is changed are inputs that come through to the end", async (name) => {
  const reader = await readers[name]?.();
  const results: string[] = [];
  for (const seed of reader?.seeds ?? []) results.push(await (reader as Reader).read(seed));
  await reader?.close?.();
  expect(results).toContain(innermost[name] ?? "taken");
});

test("a journal with changed bytes is opened now and then: a file that is cut short would never be", async () => {
  const reader = await (readers.journal as () => Promise<Reader>)();
  const { results } = await runCases(reader, 20_261_122, 60);
  await reader.close?.();
  expect(Object.keys(results)).toEqual(expect.arrayContaining(["taken", "journal-unusable", "damage found"]));
});

test.each([
  ["yaml", ["bad-syntax", "bad-encoding"], 0.75],
  ["json", ["bad-syntax", "bad-encoding"], 0.55],
  ["xml", ["bad-syntax", "bad-encoding"], 0.55],
  ["csv", ["not-a-sheet", "bad-encoding"], 0.75],
  ["map", ["bad-syntax", "bad-encoding"], 0.75],
])("%s: enough of the inputs get past the outermost layer", async (name, outermost, most) => {
  const reader = (await readers[name]?.()) as Reader;
  const { results, cases } = await runCases(reader, 20_261_122, 120);
  const refused = outermost.reduce((sum, code) => sum + (results[code] ?? 0), 0);
  expect(refused).toBeLessThan(cases * most);
});

test("a case without an end is named, and ends the run", async () => {
  const folder = temporaryFolder();
  const { build } = await import("rolldown");
  await build({
    input: "test/fuzz/watch.ts",
    platform: "node",
    logLevel: "silent",
    plugins: [texts],
    output: { file: join(folder, "watch.mjs") },
  });
  const file = pathToFileURL(join(folder, "watch.mjs")).href;
  const endless = `const { watchCases } = await import("${file}"); watchCases("csv: seed 5,", 0.2).begin(7); for (;;);`;
  const { stderr, signal } = spawnSync(process.execPath, ["--input-type=module", "-e", endless], {
    encoding: "utf8",
    timeout: 60_000,
  });
  expect(stderr).toMatch("✗ csv: seed 5, case 7 did not end");
  if (process.platform !== "win32") expect(signal).toBe("SIGKILL");
});
