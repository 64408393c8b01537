import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { checkFields, unknownFields } from "../../src/document/index.ts";
import type { Problem } from "../../src/problem/index.ts";
import { readDocument, withSpots } from "../../src/read/index.ts";
import { palmLedger } from "../support/documents.ts";
import { readFile } from "../support/read-file.ts";
import { brokenFiles } from "./broken.cases.ts";

const folder = "test/fixtures/broken";

/** Problems from reading and the field check, as `line:column code message → hint`. */
async function saidOf(file: string): Promise<string[]> {
  const source = await readFile(`${folder}/${file}`, "invoice");
  if (!source.ok) return source.problems.map(asLine);
  const { document } = source.value;
  const context = { kind: "invoice", version: "20260101", profile: palmLedger } as const;
  const found = [...checkFields(document, context), ...unknownFields(document, "invoice").first];
  return withSpots(found, source.value).map(asLine);
}

function asLine({ where, severity, code, message, hint }: Problem): string {
  const place = where?.line === undefined ? "" : `${where.line}:${where.column} `;
  return `${place}${severity === "warning" ? "warning " : ""}${code} ${message} → ${hint}`;
}

describe("a broken file", () => {
  test.each(Object.entries(brokenFiles))("%s is told by place, reason and remedy", async (file, expected) => {
    expect(await saidOf(file)).toEqual(expected);
  });

  test("is never without its line in the table", () => {
    const files = readdirSync(folder).filter((name) => /\.(?:yaml|json)$/.test(name));
    expect(Object.keys(brokenFiles).sort()).toEqual(files.sort());
  });

  test("names itself in every problem", async () => {
    for (const file of Object.keys(brokenFiles)) {
      const source = await readFile(`${folder}/${file}`, "invoice");
      for (const problem of source.ok ? [] : source.problems) {
        expect(problem.where?.file).toBe(`${folder}/${file}`);
        if (problem.where?.line !== undefined) {
          expect(problem.where.excerpt).toBeDefined();
        }
      }
    }
  });
});

describe("a file beyond the limits", () => {
  const codeOf = (text: string, file = "big.yaml"): string | undefined => {
    const read = readDocument(Buffer.from(text), file, "invoice");
    return read.ok ? undefined : read.problems[0].code;
  };

  test("of 20 MB is refused before it is parsed", () => {
    expect(codeOf(`note: ${"x".repeat(20_000_000)}`)).toBe("file-too-big");
  });

  test("of exactly 16 MB is read, of one byte more is not", () => {
    const limit = 16 * 1024 * 1024;
    expect(codeOf(`note: ${"x".repeat(limit - 6)}`)).toBeUndefined();
    expect(codeOf(`note: ${"x".repeat(limit - 5)}`)).toBe("file-too-big");
  });

  test("with millions of entries is refused before it is parsed", () => {
    expect(codeOf(`note: [${"1,".repeat(2_000_000)}]`)).toBe("file-too-big");
    // A comma at the end of a line does not count as an entry.
    expect(codeOf(`{"note": [${"1,\r\n".repeat(450_000)}1]}`, "a.json")).toBeUndefined();
    expect(codeOf(`{"note": [${"1,\r\n".repeat(550_000)}1]}`, "a.json")).toBe("file-too-big");
  });

  test.each(["[", "{a: ", "- ", "? "])("with %j a million times is told as too deep", (opening) => {
    expect(codeOf(opening.repeat(1_000_000))).toBe("too-deep");
  });

  test.each(["a.yaml", "a.json"])("with 64 levels is read as %s, with 65 is not", (file) => {
    const nested = (lists: number): string => `{"note": ${"[".repeat(lists)}1${"]".repeat(lists)}}`;
    expect(codeOf(nested(63), file)).toBeUndefined();
    expect(codeOf(nested(64), file)).toBe("too-deep");
    expect(codeOf(nested(64).replace("1", ""), file)).toBe("too-deep");
  });
});
