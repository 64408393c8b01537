import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runSelfbill, temporaryFolder } from "../support/run-selfbill.ts";

/** Makes a home with these drafts. `practice` is written only where it is given: earlier versions did not write it. */
function homeWith(drafts: Readonly<Record<string, object>>): string {
  const home = temporaryFolder();
  const folder = join(home, "data", "drafts");
  mkdirSync(folder, { recursive: true });
  const begun = "2026-06-15T08:00:00.000Z";
  const plain = { schema: "selfbill-draft/1", begun, changed: begun, sandbox: false, profile: null, before: {} };
  for (const [id, more] of Object.entries(drafts))
    writeFileSync(join(folder, `${id}.json`), JSON.stringify({ ...plain, id, answers: { kind: "invoice" }, ...more }));
  return home;
}

test("the list of drafts tells practice from real documents", async () => {
  const home = homeWith({
    "2026-06-01-aaaaa1": { sandbox: true, practice: true },
    "2026-06-01-aaaaa2": { sandbox: true },
    "2026-06-01-aaaaa3": { profile: "trial", practice: true },
    "2026-06-01-aaaaa4": { profile: "acme", practice: false },
    "2026-06-01-aaaaa5": { practice: false },
    "2026-06-01-aaaaa6": { practice: null },
  });
  const { stdout } = await runSelfbill(["new", "--drafts"], { home });
  const rows = stdout.trimEnd().split("\n").slice(1);
  const places = Object.fromEntries(rows.map((each) => [each.split("\t")[0], each.split("\t").at(-1)]));
  expect(places).toEqual({
    "2026-06-01-aaaaa1": "practice",
    "2026-06-01-aaaaa2": "practice",
    "2026-06-01-aaaaa3": "practice (trial)",
    "2026-06-01-aaaaa4": "acme",
    "2026-06-01-aaaaa5": "real service",
    "2026-06-01-aaaaa6": "",
  });
  const json = JSON.parse((await runSelfbill(["new", "--drafts", "--json"], { home })).stdout);
  const marks = json.drafts.map((each: { id: string; practice: boolean | null }) => [each.id, each.practice]);
  expect(Object.fromEntries(marks)).toEqual({
    "2026-06-01-aaaaa1": true,
    "2026-06-01-aaaaa2": true,
    "2026-06-01-aaaaa3": true,
    "2026-06-01-aaaaa4": false,
    "2026-06-01-aaaaa5": false,
    "2026-06-01-aaaaa6": null,
  });
  expect(readdirSync(join(home, "data", "drafts"))).toHaveLength(6);
  expect(readFileSync(join(home, "data", "drafts", "2026-06-01-aaaaa2.json"), "utf8")).not.toContain("practice");
});
