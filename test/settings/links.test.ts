import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { diskOutput } from "../../src/desk/real/disk-output.ts";
import { writePrivateFile } from "../../src/settings/private-file.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";

/**
 * A script that replaces every file in a folder with a link, and adds a link with a given name, as fast as it can.
 */
const planter = `
const fs = require("node:fs");
const [folder, victim, name] = process.argv.slice(1);
const plant = (path) => { try { fs.symlinkSync(victim, path + ".link"); fs.renameSync(path + ".link", path); } catch {} };
process.stdout.write("planting\\n");
for (;;) {
  plant(folder + "/" + name);
  for (const each of fs.readdirSync(folder)) if (!each.endsWith(".link")) plant(folder + "/" + each);
}`;

test.skipIf(process.platform === "win32")(
  "whatever somebody puts in the way of a file while it is written, nothing is written through a link",
  async () => {
    const folder = temporaryFolder();
    const victim = join(temporaryFolder(), "victim");
    writeFileSync(victim, "mine");
    symlinkSync(victim, join(folder, "settings.json"));
    const child = spawn(process.execPath, ["-e", planter, folder, victim, "settings.json"], { stdio: "pipe" });
    await once(child.stdout, "data");
    try {
      const output = diskOutput({});
      for (let time = 0; time < 100; time++) {
        try {
          writePrivateFile(join(folder, "settings.json"), `private ${time}`);
        } catch {
          // The temporary file was removed.
        }
        await output.write(folder, "page.html", `page ${time}`, { replace: true, private: true });
        rmSync(join(folder, "new.html"), { force: true });
        await output.write(folder, "new.html", `page ${time}`);
      }
    } finally {
      child.kill("SIGKILL");
      await once(child, "exit");
    }
    expect(readFileSync(victim, "utf8")).toBe("mine");
    expect(readdirSync(folder).length).toBeGreaterThan(0);
  },
);
