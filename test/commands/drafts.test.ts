import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { diskOutput } from "../../src/desk/real/disk-output.ts";
import { runSelfbill, temporaryFolder } from "../support/run-selfbill.ts";

/**
 * Creates a home that has a draft with this id under this file name, and a file outside the drafts folder that must not
 * be touched.
 */
function planted(id: string, name = "2026-06-01-abcdef.json") {
  const home = temporaryFolder();
  const outside = join(home, "victim.json");
  writeFileSync(outside, "{}");
  const drafts = join(home, "data", "drafts");
  mkdirSync(drafts, { recursive: true });
  const when = "2026-06-01T08:00:00.000Z";
  const draft = { schema: "selfbill-draft/1", id, begun: when, answers: {}, before: {}, changed: when, sandbox: false };
  writeFileSync(join(drafts, name), JSON.stringify({ ...draft, profile: null }));
  return { home, outside, draft: join(drafts, name) };
}

test("a draft is thrown away by its id", async () => {
  const { home, draft } = planted("2026-06-01-abcdef");
  const ran = await runSelfbill(["new", "--discard", "2026-06-01-abcdef"], { home });
  expect(ran.code, ran.stderr).toBe(0);
  expect(existsSync(draft)).toBe(false);
});

test.each(["../../victim", "../../../x", "..\\..\\victim", "/tmp/victim", "2026-06-02-abcdef", ""])(
  "a planted draft %j is not a draft: it is not listed, not thrown away, and nothing outside its folder goes",
  async (id) => {
    const { home, outside, draft } = planted(id);
    const ran = await runSelfbill(["new", "--discard", id, "--json"], { home });
    expect(ran.code, ran.stdout).toBe(2);
    expect(existsSync(outside)).toBe(true);
    expect(existsSync(draft)).toBe(true);
    const listed = await runSelfbill(["new", "--drafts", "--json"], { home });
    expect(JSON.parse(listed.stdout)).toMatchObject({ drafts: [] });
  },
);

test.each(["../x", "a/b", "..", ".", ""])("a file is never written as %j: a name is not a path", async (name) => {
  const folder = join(temporaryFolder(), "inside");
  const written = await diskOutput({}).write(folder, name, "x", { replace: true });
  expect(written).toMatchObject({ ok: false, problems: [{ code: "output-unwritable" }] });
  expect(existsSync(join(dirname(folder), "x"))).toBe(false);
});
