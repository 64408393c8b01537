import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder, top } from "../support/run-selfbill.ts";
import { blocksOf, screenAfter } from "../support/screen-steps.ts";

const screens = join(top, "test/screens");
const folders = readdirSync(screens, { withFileTypes: true }).flatMap((each) =>
  each.isDirectory() ? [each.name] : [],
);
const made = folders.filter((name) => existsSync(join(screens, name, "steps.txt")));

/** The screens show Unix file names and system errors. */
describe.skipIf(process.platform === "win32")("the real program shows", () => {
  test.each(made)("%s", async (code) => {
    const folder = temporaryFolder();
    for (const name of readdirSync(join(screens, code)))
      if (name !== "steps.txt" && name !== "screen.txt") copyFileSync(join(screens, code, name), join(folder, name));
    const said = await screenAfter(readFileSync(join(screens, code, "steps.txt"), "utf8"), folder);
    const screen = blocksOf(code === "rule-broken" ? "IBR-142-AE" : code, said);
    expect(screen, said).not.toBe("");
    const expected = join(screens, code, "screen.txt");
    // The screen is rewritten only on request: WRITE_SCREENS=1 npx vitest run … test/screens
    if (process.env.WRITE_SCREENS === "1") writeFileSync(expected, screen);
    expect(screen).toBe(readFileSync(expected, "utf8"));
  });
});
