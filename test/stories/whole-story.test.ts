import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder, top } from "../support/run-selfbill.ts";

test.skipIf(process.platform === "win32")(
  "the guided tour works when it is pasted into a shell",
  () => {
    const page = readFileSync(join(top, "src/manual/tour.md"), "utf8");
    const [, story = ""] = /<!-- story -->\n```sh\n([\s\S]*?)```/.exec(page) ?? [];
    const env = { ...process.env, TMPDIR: temporaryFolder(), NO_COLOR: "1" };
    const told = execFileSync("sh", ["-c", `set -e\nexec 2>&1\n${story}`], {
      cwd: top,
      env,
      encoding: "utf8",
      timeout: 110_000,
    });
    const moments = [
      /created as SBX-INV-000001;/,
      /SBX-INV-000001\t.*\tAPPROVED/,
      /created as SBX-CN-000002;/,
      /SBX-CN-000002\t.*\tAPPROVED/,
      /DOCUMENT_CREATED[\s\S]*VALIDATION_SUCCESS[\s\S]*MLS_RECEIVED_FROM_C5/,
      /created as SBX-INV-000003;/,
      /SBX-INV-000003\t.*\tREJECTED/,
      /exit code 26\n/,
      /IBR-142-AE[\s\S]*not valid and was not sent now/,
      /exit code 20\n/,
      /created as SBX-INV-000004;/,
      /SBX-INV-000004\t.*\tVALIDATION_FAILED/,
      /exit code 26\n/,
      /SBX-INV-000004\t.*\tAPPROVED/,
    ];
    let rest = told;
    for (const moment of moments) {
      const found = moment.exec(rest);
      expect(
        found,
        `${moment} after: …${told.slice(Math.max(0, told.length - rest.length - 200), told.length - rest.length)}`,
      ).not.toBeNull();
      rest = rest.slice((found?.index ?? 0) + (found?.[0].length ?? 0));
    }
  },
  120_000,
);
