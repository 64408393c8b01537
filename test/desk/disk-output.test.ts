import { chmodSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { diskOutput } from "../../src/desk/real/disk-output.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";

test.each(["sub:dir.html", "con.html", "NUL", "aux", "report.", "report "])(
  "%j, which Windows would take for something else, is written nowhere, and the words say so",
  async (name) => {
    const folder = temporaryFolder();
    const output = diskOutput({});
    const written = await output.write(folder, name, "text");
    const grown = await output.grow(join(folder, name));
    for (const each of [written, grown])
      expect(each).toMatchObject({
        ok: false,
        problems: [{ code: "output-unwritable", message: expect.stringContaining("No file was written") }],
      });
    expect(readdirSync(folder)).toEqual([]);
  },
);

test.skipIf(process.platform === "win32")(
  "a file that is changed in place keeps its permissions, and a link stays",
  async () => {
    const folder = temporaryFolder();
    const [file, link] = [join(folder, "a.yaml"), join(folder, "link.yaml")];
    writeFileSync(file, "before");
    symlinkSync("a.yaml", link);
    for (const mode of [0o600, 0o666]) {
      chmodSync(file, mode);
      const written = await diskOutput({}).write(folder, "link.yaml", `after ${mode}`, {
        replace: true,
        inPlace: true,
      });
      expect(written.ok).toBe(true);
      expect([readFileSync(file, "utf8"), statSync(file).mode & 0o777]).toEqual([`after ${mode}`, mode]);
      expect(lstatSync(link).isSymbolicLink()).toBe(true);
    }
    expect(readdirSync(folder)).toEqual(["a.yaml", "link.yaml"]);
  },
);
