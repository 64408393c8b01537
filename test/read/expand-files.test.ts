import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { expandFiles } from "../../src/read/index.ts";
import { files } from "../support/read-file.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";

let folder: string;
const before = process.cwd();

beforeEach(() => {
  folder = temporaryFolder();
  process.chdir(folder);
  for (const name of [
    "b.yaml",
    "a.yaml",
    "c.JSON",
    "notes.txt",
    "2026/invoice.schema.json",
    "2026/march.map.yaml",
    ".hidden.yaml",
    "2026/03/x.xml",
    "2026/04/y.yaml",
  ]) {
    write(name, "");
  }
});
afterEach(() => process.chdir(before));

function write(name: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), content);
}

async function expanded(...words: string[]): Promise<readonly string[]> {
  const found = await expandFiles(words, files);
  return found.ok ? found.value : found.problems.map((each) => `${each.code}: ${each.message}`);
}

describe("words become files", () => {
  const cases: [string, string[], string[]][] = [
    ["a file is itself, there or not", ["a.yaml", "gone.yaml"], ["a.yaml", "gone.yaml"]],
    ["standard input stays", ["-"], ["-"]],
    [
      "a folder is all documents below it, sorted",
      ["."],
      ["./2026/03/x.xml", "./2026/04/y.yaml", "./a.yaml", "./b.yaml", "./c.JSON"],
    ],
    ["a slash behind a folder changes nothing", ["2026/"], ["2026/03/x.xml", "2026/04/y.yaml"]],
    ["* is any run of signs in one name", ["*.yaml"], ["a.yaml", "b.yaml"]],
    ["? is one sign", ["?.yaml"], ["a.yaml", "b.yaml"]],
    ["a pattern names any file", ["n*"], ["notes.txt"]],
    ["* in a folder's name", ["2026/*/*.xml"], ["2026/03/x.xml"]],
    ["** is any number of folders, none too", ["**/*.yaml"], ["2026/04/y.yaml", "a.yaml", "b.yaml"]],
    ["** at the end is everything below", ["2026/**"], ["2026/03/x.xml", "2026/04/y.yaml"]],
    ["a folder that fits stands for its documents", ["20*"], ["2026/03/x.xml", "2026/04/y.yaml"]],
    ["hidden names want their point typed", [".h*"], [".hidden.yaml"]],
    ["words keep their order and no file comes twice", ["b.yaml", "*.yaml", "./a.yaml"], ["b.yaml", "a.yaml"]],
  ];
  test.each(cases)("%s", async (_, words, wanted) => {
    expect(await expanded(...words)).toEqual(wanted);
  });

  test("a name with wildcards in it is the file of that name, where there is one", async () => {
    if (process.platform === "win32") return;
    write("x*.yaml", "");
    write("xy.yaml", "");
    expect(await expanded("x*.yaml")).toEqual(["x*.yaml"]);
  });

  test("a link to a folder above is not followed", async () => {
    if (process.platform === "win32") return;
    symlinkSync("..", join(folder, "2026/up"));
    expect(await expanded("2026")).toEqual(["2026/03/x.xml", "2026/04/y.yaml"]);
    expect(await expanded("2026/**/*.yaml")).toEqual(["2026/04/y.yaml"]);
  });
});

describe("a list of files", () => {
  test("holds one word a line: files, folders, patterns; blank lines and remarks are left out", async () => {
    write("list.txt", "# March\r\nb.yaml\r\n\r\n2026\r\n*.yaml\r\n");
    expect(await expanded("@list.txt")).toEqual(["b.yaml", "2026/03/x.xml", "2026/04/y.yaml", "a.yaml"]);
  });

  test("may be UTF-16, as PowerShell writes it", async () => {
    write("list.txt", Buffer.from("\ufeffa.yaml\r\n", "utf16le"));
    expect(await expanded("@list.txt")).toEqual(["a.yaml"]);
  });

  test("names no other list", async () => {
    write("list.txt", "@list.txt\n");
    expect(await expanded("@list.txt")).toEqual(["nothing-matches: A list names another list."]);
  });

  test("that is missing is a problem", async () => {
    expect(await expanded("@lost.txt")).toEqual(["file-unreadable: The file lost.txt does not exist."]);
  });
});

describe("an empty match is refused", () => {
  test("all of them at once", async () => {
    mkdirSync(join(folder, "empty"));
    write("list.txt", "\n# nothing\n");
    expect(await expanded("*.csv", "empty", "@list.txt", "a.yaml", "nowhere/**/*.yaml")).toEqual([
      "nothing-matches: No file matches *.csv.",
      "nothing-matches: The folder empty has no document: no file ends in .yaml, .yml, .json, .xml.",
      "nothing-matches: The list list.txt names no file.",
      "nothing-matches: No file matches nowhere/**/*.yaml.",
    ]);
  });
});
