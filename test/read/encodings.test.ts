import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readCsv } from "../../src/sheet/csv/read-csv.ts";
import { template } from "../support/batch.ts";
import { runSelfbill, temporaryFolder } from "../support/run-selfbill.ts";

test.each([
  ["UTF-16, least byte first", [0xff, 0xfe], "utf16le", false],
  ["UTF-16, greatest byte first", [0xfe, 0xff], "utf16le", true],
  ["UTF-8 with its mark", [0xef, 0xbb, 0xbf], "utf8", false],
] as const)(
  "of a folder or a pattern a document in %s is checked, as when it is named",
  async (_, mark, how, swapped) => {
    const folder = join(temporaryFolder(), "saved");
    mkdirSync(folder);
    const text = Buffer.from(template, how);
    writeFileSync(join(folder, "document.yaml"), Buffer.concat([Buffer.from(mark), swapped ? text.swap16() : text]));
    for (const words of [folder, join(folder, "*.yaml"), join(folder, "document.yaml")]) {
      const { code, stderr, stdout } = await runSelfbill(["validate", words], { home: temporaryFolder() });
      expect([code, `${stdout}${stderr}`]).toEqual([0, expect.stringContaining("The file is valid")]);
    }
  },
);

test.each([false, true])(
  "an export of another program in UTF-16 is read without its mark (other order: %s)",
  (swapped) => {
    const text = Buffer.from("Number,Net\nB-1,20.00\n", "utf16le");
    const sheet = readCsv(swapped ? text.swap16() : text, "export.csv");
    expect(sheet.ok && sheet.value.rows.map(({ cells }) => cells.map((cell) => cell?.text))).toEqual([
      ["Number", "Net"],
      ["B-1", "20.00"],
    ]);
  },
);
