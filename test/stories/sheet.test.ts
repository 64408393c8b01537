import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder, top } from "../support/run-selfbill.ts";

const page = readFileSync(join(top, "src/manual/spreadsheets.md"), "utf8");

test.skipIf(process.platform === "win32")(
  "the manual's spreadsheet works as it is pasted, in an empty folder, before the sandbox",
  () => {
    const [, words = ""] = /<!-- sheet -->\n```sh\n([\s\S]*?)```/.exec(page) ?? [];
    const story = words.replace("create-invoice sheet.xlsx", "create-invoice sheet.xlsx --sandbox --yes");
    const folder = temporaryFolder();
    const script = `set -e\nexec 2>&1\nselfbill() { node ${join(top, "bin/selfbill.cjs")} "$@"; }\n${story}`;
    const env = { ...process.env, SELFBILL_HOME: temporaryFolder(), NO_COLOR: "1" };
    const told = execFileSync("sh", ["-c", script], { cwd: folder, env, encoding: "utf8", timeout: 60_000 });
    expect(told).toContain("2 documents were sent to the sandbox");
    expect(readdirSync(folder).sort()).toEqual(["march", "results.xlsx", "sheet.csv", "sheet.map.yaml", "sheet.xlsx"]);
    expect(readdirSync(join(folder, "march")).sort()).toEqual(["SB-2026-0001.yaml", "SB-2026-0002.yaml"]);
    expect(existsSync(join(folder, "results.xlsx"))).toBe(true);
  },
  70_000,
);
