import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Problem } from "../../src/problem/index.ts";
import { readFile } from "../support/read-file.ts";

const pdf = Buffer.from("%PDF-1.7\n%%EOF\n");
const png = Buffer.from("\x89PNG\r\n\x1a\n....", "latin1");
const workbook = Buffer.from("PK\x03\x04....", "latin1");

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "selfbill-attach-"));
  await mkdir(join(folder, "scans"));
  const files: Record<string, Uint8Array> = {
    "note.pdf": pdf,
    "scans/Note 7.PDF": pdf,
    "photo.png": png,
    "photo.jpeg": Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
    "list.csv": Buffer.from("a;b\n"),
    "utf16.csv": Buffer.from("\ufeffa;b\n", "utf16le"),
    "list.xlsx": workbook,
    "list.ods": workbook,
    "order.xml": Buffer.from("\ufeff<Order/>"),
    "a\u202egpj.pdf": pdf,
    plain: pdf,
    "fake.png": pdf,
    "fake.csv": Buffer.from("a\0b"),
    "fake.xml": Buffer.from("order"),
    "fake.xlsx": pdf,
    "fake.jpg": png,
    "nine.pdf": Buffer.concat([pdf, Buffer.alloc(9 * 1024 * 1024)]),
    "more.pdf": Buffer.concat([pdf, Buffer.alloc(9 * 1024 * 1024)]),
    "huge.pdf": Buffer.concat([pdf, Buffer.alloc(17 * 1024 * 1024)]),
  };
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, name), bytes);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function attach(entries: string): Promise<{ attachments?: unknown; problems: readonly Problem[] }> {
  const path = join(folder, "march.yaml");
  await writeFile(path, `note: x\nattachments:\n${entries}`);
  const source = await readFile(path);
  return source.ok ? { attachments: source.value.document.attachments, problems: [] } : { problems: source.problems };
}

describe("a file named by file_path", () => {
  test.each([
    ["note.pdf", "application/pdf"],
    ["photo.png", "image/png"],
    ["photo.jpeg", "image/jpeg"],
    ["list.csv", "text/csv"],
    ["utf16.csv", "text/csv"],
    ["list.xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
    ["list.ods", "application/vnd.oasis.opendocument.spreadsheet"],
    ["order.xml", "application/xml"],
  ])("such as %s becomes name, type and content; the path itself is gone", async (name, type) => {
    const { attachments } = await attach(`  - file_path: ${name}\n`);
    expect(attachments).toEqual([
      { file_name: name, file_type: type, file_content: expect.stringMatching(/^[A-Za-z0-9+/]+=*$/) },
    ]);
  });

  test("is looked for in the document's folder and sent byte by byte", async () => {
    const { attachments } = await attach('  - file_path: "scans/Note 7.PDF"\n');
    expect(attachments).toEqual([
      { file_name: "Note 7.PDF", file_type: "application/pdf", file_content: pdf.toString("base64") },
    ]);
  });

  test("may be given another name and its type by hand; other attachments stay as they are", async () => {
    const { attachments } = await attach(
      "  - { file_path: plain, file_name: note 7.pdf, file_type: application/pdf, origin: scan }\n" +
        "  - { file_name: b.csv, file_type: text/csv, file_content: YTtiCg== }\n",
    );
    expect(attachments).toEqual([
      {
        file_name: "note 7.pdf",
        file_type: "application/pdf",
        origin: "scan",
        file_content: pdf.toString("base64"),
      },
      { file_name: "b.csv", file_type: "text/csv", file_content: "YTtiCg==" },
    ]);
  });

  test("loses characters from its name that turn the reading direction", async () => {
    const { attachments } = await attach('  - file_path: "a\\u202egpj.pdf"\n');
    expect(attachments).toMatchObject([{ file_name: "agpj.pdf" }]);
  });

  test("may be given by its whole path, and travels under its own name only", async () => {
    const { attachments } = await attach(`  - file_path: ${join(folder, "note.pdf")}\n`);
    expect(attachments).toMatchObject([{ file_name: "note.pdf" }]);
  });
});

describe("an attachment is refused at its line", () => {
  test.each([
    ["../../etc/passwd", "is not of a type that the service accepts"],
    ["note.docx", "is not of a type that the service accepts"],
    ["missing.pdf", "does not exist"],
    ["fake.png", "is not a PNG picture"],
    ["fake.jpg", "is not a JPEG picture"],
    ["fake.csv", "is not a CSV text"],
    ["fake.xml", "is not XML"],
    ["fake.xlsx", "is not an Excel workbook"],
    ["C:con.pdf", "is the name of a device on Windows"],
    ["note.pdf:stream.pdf", "which Windows does not allow"],
    ["[a, b]", "must be a single value"],
  ])("when file_path is %s", async (path, reason) => {
    const { problems } = await attach(`  - file_path: ${path}\n`);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({
      code: "attachment-unreadable",
      outcome: "invalid",
      where: { line: 3, column: 16, path: "attachments[0].file_path" },
    });
    expect(problems[0]?.message).toContain(reason);
    expect(problems[0]?.hint).not.toBe("");
  });

  test.each([
    ["scans/Note 8.PDF", "Did you mean scans/Note 7.PDF?"],
    ["photi.png", "Did you mean photo.png?"],
  ])("when %s is not there, and a near name is told as it must be written", async (path, hint) => {
    const { problems } = await attach(`  - file_path: ${path}\n`);
    expect(problems).toMatchObject([{ hint }]);
  });

  test("when it is a device, whatever type it is given", async () => {
    const { problems } = await attach("  - { file_path: /dev/zero, file_type: text/csv }\n");
    expect(problems.map(({ message }) => message)).toEqual(["/dev/zero is a pipe or device, not a file."]);
  });

  test("when it is standard input", async () => {
    const { problems } = await attach("  - { file_path: '-', file_type: text/csv }\n");
    expect(problems.map(({ message }) => message)).toEqual(["An attachment cannot come from standard input."]);
  });

  test("when it alone is beyond 16 MB, or all of them together", async () => {
    const alone = await attach("  - file_path: huge.pdf\n");
    expect(alone.problems[0]).toMatchObject({ code: "file-too-big", where: { line: 3 } });
    const together = await attach("  - file_path: nine.pdf\n  - file_path: more.pdf\n");
    expect(together.problems[0]).toMatchObject({ code: "file-too-big", where: { line: 4 } });
  });

  test("and all refused ones are told at once", async () => {
    const { problems } = await attach("  - file_path: a.pdf\n  - file_path: note.pdf\n  - file_path: b.doc\n");
    expect(problems.map(({ where }) => where?.line)).toEqual([3, 5]);
  });
});

test("Base64 in lines, as base64 FILE prints it, becomes one line", async () => {
  const { attachments } = await attach("  - file_content: |\n      JVBERi0x\n      LjcK\n");
  expect(attachments).toEqual([{ file_content: "JVBERi0xLjcK" }]);
});
