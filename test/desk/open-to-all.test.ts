import { mkdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { diskOutput } from "../../src/desk/real/disk-output.ts";
import { given } from "../support/journal-file.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

test.skipIf(process.platform === "win32")(
  "no umask opens a written file, or a folder made for it, to everybody",
  async () => {
    const before = process.umask(0);
    onTestFinished(() => void process.umask(before));
    const output = diskOutput({});
    const folder = temporaryFolder();
    const [own, shared, grown, added] = ["own", "shared", "grown", "added"].map((name) =>
      join(folder, name, "in", "a"),
    );
    given(await output.write(dirname(own ?? ""), "a", "text", { private: true }));
    given(await output.write(dirname(shared ?? ""), "a", "text"));
    const file = given(await output.grow(grown ?? ""));
    given(await file.add("text"));
    given(await file.finish());
    mkdirSync(dirname(added ?? ""), { recursive: true });
    given(await output.append(added ?? "", "text"));
    for (const path of [own ?? "", grown ?? ""])
      expect([path, dirname(path), dirname(dirname(path))].map(modeOf)).toEqual(["600", "700", "700"]);
    expect([shared ?? "", dirname(shared ?? ""), dirname(dirname(shared ?? ""))].map(modeOf)).toEqual([
      "640",
      "750",
      "750",
    ]);
    expect(modeOf(added ?? "")).toBe("640");
  },
);
