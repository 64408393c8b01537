import { spawn } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { Owners } from "../../src/journal/places/owners.ts";
import { temporaryFolder, top } from "../support/run-selfbill.ts";

/**
 * A process that removes lock files that no process holds, as fast as it can. It spares those whose names do not begin
 * with a digit from 0 to 7; otherwise a process on a busy computer might never manage to hold one.
 */
const reaper = `
const { readdirSync, rmSync } = require("node:fs");
const { DatabaseSync } = "sqlite" in process.versions ? require("node:sqlite") : require("@photostructure/sqlite");
for (let first = true; ; first = false) {
  for (const file of readdirSync(".").filter((each) => /^[0-7].*[.]lock$/.test(each))) {
    const handle = new DatabaseSync(file);
    try {
      handle.exec("PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE");
      rmSync(file, { force: true });
    } catch {
      // the name is held
    }
    handle.close();
  }
  if (first) console.log("ready");
}`;

async function reaping(folder: string): Promise<void> {
  const child = spawn(process.execPath, ["-e", reaper], {
    cwd: folder,
    env: { ...process.env, NODE_PATH: join(top, "node_modules") },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  await new Promise((ready) => child.stdout.once("data", ready));
}

test.skipIf(process.platform === "win32")(
  "a process whose new name is taken for one that was left behind takes another one, and holds it",
  async () => {
    const folder = join(temporaryFolder(), "journal.owners");
    mkdirSync(folder, { mode: 0o700 });
    await reaping(folder);
    for (let time = 0; time < 1_500; time++) {
      const me = new Owners(folder);
      expect(existsSync(join(folder, `${me.name}.lock`))).toBe(true);
      me.release(false);
    }
  },
);
