import { readdirSync } from "node:fs";
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
