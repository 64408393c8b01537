import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder, top } from "../support/run-selfbill.ts";

test("of the package that Node 20 needs the native part alone is loaded, unless it was built on this computer", () => {
  const folder = temporaryFolder();
  for (const name of ["bin", "dist", "templates", "package.json"])
    cpSync(join(top, name), join(folder, name), { recursive: true });
  const sqlite = join("node_modules", "@photostructure", "sqlite");
  for (const name of ["package.json", "prebuilds"])
    cpSync(join(top, sqlite, name), join(folder, sqlite, name), { recursive: true });
  mkdirSync(join(folder, sqlite, "dist"));
  writeFileSync(join(folder, sqlite, "dist", "index.cjs"), 'throw new Error("all of it was loaded");\n');
  const create = () => {
    const words = ["bin/selfbill.cjs", "create-invoice", "templates/standard-invoice.yaml", "--sandbox", "--yes"];
    const env = { PATH: process.env.PATH, SELFBILL_HOME: join(folder, "home") };
    const { status, stderr } = spawnSync(process.execPath, words, { cwd: folder, encoding: "utf8", env });
    return { status, loadedAll: stderr.includes("all of it was loaded") };
  };
  expect(create()).toEqual({ status: 0, loadedAll: false });
  mkdirSync(join(folder, sqlite, "build"));
  expect(create()).toEqual(
    "sqlite" in process.versions ? { status: 0, loadedAll: false } : { status: 27, loadedAll: true },
  );
});
