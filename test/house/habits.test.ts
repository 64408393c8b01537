import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { problemTable } from "../../src/problem/index.ts";
import { root, type Source, sourcesBelow } from "./sources.ts";

/** Code without its comments. */
const sources = sourcesBelow("src").map(({ path, text }) => ({
  path,
  text: text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, ""),
}));
const places = (found: readonly Source[]): string[] => found.map(({ path }) => path);

test("no file is longer than 400 lines", () => {
  const long = [...sourcesBelow("src"), ...sourcesBelow("test")].filter(({ text }) => text.split("\n").length > 401);
  expect(places(long)).toEqual([]);
});

test("a source holds no data: a text of many rows is a file of its own, imported as text", () => {
  // Lines of data end in words, whereas many lines of embedded code (SQL, CSS, Typst, shell) end in brackets or a
  // semicolon.
  const rows = /`([^`$]*)`/g;
  const isData = (text: string): boolean =>
    [...text.matchAll(rows)].some(([, held = ""]) => held.split("\n").length > 30 && !/[{}();]$/m.test(held));
  expect(isData(`const codes = \`${"\n  AED AFN ALL".repeat(30)}\n\`;`)).toBe(true);
  expect(places(sources.filter(({ text }) => isData(text)))).toEqual([]);
});

test("no folder holds more than 30 files, where a file is not one of a list", () => {
  const lists = ["src/commands", "src/check/rules"];
  const counts = new Map<string, number>();
  for (const { path } of sources) {
    const folder = path.replace(/\/[^/]+$/, "");
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  expect([...counts].filter(([folder, count]) => count > 30 && !lists.includes(folder))).toEqual([]);
});

test("import() takes files of ours alone: the built program runs as scripts of V8, in which that of anything else fails", () => {
  // Matches `import()` of anything but our own files, except in types. A Node module is imported at the top, and the
  // program loads it on first use; a package is loaded by createRequire.
  const called = /(?<!typeof )\bimport\((?!\s*["'`]\.)[^)]*\)(?!\.[A-Z])/;
  for (const [text, wrong] of [
    ['await import("node:net")', true],
    ['import("undici").then(use)', true],
    ["await import(name)", true],
    ['await import("./paper.ts")', false],
    ['load() as typeof import("node:net")', false],
    ['type Compiler = import("compiler").Compiler;', false],
  ] as const)
    expect([text, called.test(text)]).toEqual([text, wrong]);
  expect(places(sources.filter(({ text }) => called.test(text)))).toEqual([]);
});

/** The start of code that counts as one function, in the formatter's layout; it ends at the same indentation. */
const functionStart =
  /\bfunction\b|=>|^\s*(?:(?:static|async|get|set|private|protected|public)\s+)*\*?#?\w+\([^;]*[{(]$|^\s*static \{$/;

test("no function is longer than 60 lines, with its comments, its texts and the functions in it", () => {
  expect(sourcesBelow("src").flatMap(longFunctions)).toEqual([]);
  const lines = (count: number, indent: string): string => `${indent}call();\n`.repeat(count);
  for (const [before, after] of [
    ["export function long() {\n", "}\n"],
    ["export function long(\n  first: string,\n) {\n", "}\n"],
    ["const long = () => {\n", "};\n"],
    ["const long = () => ({\n", "});\n"],
    ["export const long = endpoint(contract, ({ body }) => {\n", "});\n"],
    ["const long = async (): Promise<void> =>\n", "\nconst other = 1;\n"],
    ["class Long {\n  constructor() {\n", "  }\n}\n"],
    ["class Long {\n  get long() {\n", "  }\n}\n"],
    ["class Long {\n  static async *#long(of: string) {\n", "  }\n}\n"],
    ["class Long {\n  static {\n", "  }\n}\n"],
    ["const long = {\n  long() {\n", "  },\n};\n"],
  ] as const) {
    expect(longFunctions({ path: "a.ts", text: before + lines(62, "    ") + after }), before).toHaveLength(1);
    expect(longFunctions({ path: "a.ts", text: before + lines(50, "    ") + after }), before).toEqual([]);
  }
  const commented = `function long() {\n${"  // why\n".repeat(30)}${lines(31, "  ")}}\n`;
  expect(longFunctions({ path: "a.ts", text: commented })).toEqual(["a.ts:1 has 63 lines"]);
  expect(longFunctions({ path: "a.ts", text: `const list = [\n${lines(99, "  ")}];\n` })).toEqual([]);
});

test("the linter, which says it while one writes, spares no function of the source either", () => {
  const { overrides } = JSON.parse(readFileSync(join(root, ".biome.json"), "utf8")) as Linter;
  const spared = overrides
    .filter(({ linter }) => linter?.rules.complexity?.noExcessiveLinesPerFunction === "off")
    .flatMap(({ includes }) => includes);
  expect(spared).toEqual([".ci/**", "test/**"]);
});

interface Linter {
  readonly overrides: ReadonlyArray<{
    readonly includes: readonly string[];
    readonly linter?: { readonly rules: { readonly complexity?: Readonly<Record<string, unknown>> } };
  }>;
}

test("only main knows the streams, arguments and environment of the process", () => {
  const streams = /\bprocess\.(?:argv|env|stdin|stdout|stderr|exit|exitCode|on|once)\b/;
  expect(places(sources.filter(({ path, text }) => path !== "src/main.ts" && streams.test(text)))).toEqual([]);
});

test("nothing prints by itself", () => {
  expect(places(sources.filter(({ text }) => /\bconsole\.\w+\(/.test(text)))).toEqual([]);
});

test("money is never a JS number: nothing turns text into a binary number where amounts live", () => {
  const binary = /\bparseFloat\(|\bNumber\.parseFloat\(/;
  expect(places(sources.filter(({ text }) => binary.test(text)))).toEqual([]);
  const documents = sources.filter(({ path }) => /^src\/(?:document|render)\//.test(path));
  expect(places(documents.filter(({ text }) => /\bNumber\(/.test(text)))).toEqual([]);
});

test("JSON.parse sees no document: it is used on single texts of our own only", () => {
  const allowed = /^src\/json\/parse\.ts$|^src\/journal\//;
  expect(places(sources.filter(({ path, text }) => /\bJSON\.parse\(/.test(text) && !allowed.test(path)))).toEqual([]);
});

test("no room is called utils or helpers", () => {
  expect(places(sources.filter(({ path }) => /\/(?:utils?|helpers?)(?:\/|\.ts)/.test(path)))).toEqual([]);
});

test("problem codes are kebab-case", () => {
  for (const code of Object.keys(problemTable)) expect(code).toMatch(/^[a-z]+(?:-[a-z]+)*$/);
});

test("nothing is left unfinished in silence", () => {
  const unfinished = new RegExp(["TO", "DO|FIX", "ME"].join(""));
  expect(places(sources.filter(({ text }) => unfinished.test(text)))).toEqual([]);
});

/**
 * Rooms (folders below src) that deliberately reuse names of other rooms: the library exports values under the names
 * that they have inside selfbill, and the schema of an answer has the name of its command.
 */
const mirrors = /^src\/(?:library|answers)\//;

test("no exported name has two meanings", () => {
  expect(declaredTwice(sources)).toEqual([]);
  const two = [
    { path: "src/send/a.ts", text: "export interface Verdict {}" },
    { path: "src/render/b.ts", text: "export abstract class Verdict {}" },
  ];
  expect(declaredTwice(two)).toEqual(["Verdict: src/send/a.ts, src/render/b.ts"]);
});

test("every export is of a form that the test of names reads", () => {
  const known =
    /^export (?:type )?[{*]|^export (?:declare |abstract |async )*(?:interface|type|const|function\*?|class) \w/;
  const wrong = sources.flatMap(({ path, text }) =>
    text.split("\n").flatMap((line) => (/^export\b/.test(line) && !known.test(line) ? [`${path}: ${line}`] : [])),
  );
  expect(wrong).toEqual([]);
});

/** Names exported by more than one file, with the files. */
function declaredTwice(files: readonly Source[]): string[] {
  const declared = new Map<string, string[]>();
  const pattern = /^export (?:declare |abstract |async )*(?:interface|type|const|function\*?|class) (\w+)/gm;
  for (const { path, text } of files) {
    if (mirrors.test(path) || path.startsWith("src/check/rules/") || path.startsWith("src/document/codes/")) continue;
    const names = new Set([...text.matchAll(pattern)].map(([, name = ""]) => name));
    for (const name of names) declared.set(name, [...(declared.get(name) ?? []), path]);
  }
  return [...declared].filter(([, paths]) => paths.length > 1).map(([name, paths]) => `${name}: ${paths.join(", ")}`);
}

function longFunctions({ path, text }: Source): string[] {
  const lines = text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, "")).split("\n");
  return lines.flatMap((line, at) => {
    if (!functionStart.test(line.replace(/\s*\/\/.*/, ""))) return [];
    const length = endOfBlock(lines, at) - at + 1;
    return length > 60 ? [`${path}:${at + 1} has ${length} lines`] : [];
  });
}

/** Returns the last line of a block, which contains all more deeply indented lines and the closing brackets. */
function endOfBlock(lines: readonly string[], start: number): number {
  const indentOf = (line: string): number => line.length - line.trimStart().length;
  const indent = indentOf(lines[start] ?? "");
  let end = start;
  for (const [at, line] of lines.entries()) {
    if (at <= start || line.trim() === "") continue;
    const closes = indentOf(line) === indent && /^\s*[}\])]/.test(line);
    if (indentOf(line) <= indent && !closes) break;
    end = at;
    if (closes && !/(?:[{([]|=>)$/.test(line)) break;
  }
  return end;
}

test("no file holds the marks of a merge that was not finished", () => {
  const top = readdirSync(root).filter((name) => name.endsWith(".md"));
  const texts = [...["src", "test", "templates", "bin", ".ci"].flatMap((folder) => sourcesBelow(folder, ""))];
  const all = [...texts, ...top.map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }))];
  expect(places(all.filter(({ text }) => /^(?:<{7}|>{7}|\|{7}) /m.test(text)))).toEqual([]);
});

test("an overall status is spelled in the table of states alone; elsewhere the words of a leg are meant", () => {
  const spelled = sources.filter(({ text }) => /"(?:APPROVED|PENDING|REJECTED)"|\bVALIDATION_FAILED\b/.test(text));
  // These files use the words with other meanings: in a help example, as the label of a due item, or for a leg.
  const others = [
    "src/extras/certify/command.ts",
    "src/life/stages.ts",
    "src/sandbox/record/shown-by.ts",
    "src/sandbox/status/status-snapshot.ts",
  ];
  expect(places(spelled).sort()).toEqual([...others, "src/states/overall.ts"].sort());
});
