import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { checkFields, unknownFields } from "../../src/document/index.ts";
import type { Problem } from "../../src/problem/index.ts";
import { readDocument, withSpots } from "../../src/read/index.ts";
import { makeStyle, renderProblems } from "../../src/render/index.ts";
import { palmLedger } from "../support/documents.ts";
import { readFile } from "../support/read-file.ts";

const style = makeStyle({ isTerminal: false, columns: 100, environment: {}, noColor: true });

/** Returns all problems of a file. */
async function problemsOf(path: string): Promise<readonly Problem[]> {
  const source = await readFile(path, "invoice");
  if (!source.ok) return source.problems;
  const { document } = source.value;
  const context = { kind: "invoice", version: "20260101", profile: palmLedger } as const;
  return withSpots([...checkFields(document, context), ...unknownFields(document, "invoice").first], source.value);
}

/** Returns the screen that shows the problems with this code; paths are reduced to file names. */
function screenOf(code: string, problems: readonly Problem[]): string {
  const asked = problems.filter((problem) => problem.code === code);
  return renderProblems(asked, style).replaceAll(`test/screens/${code}/`, "");
}

function expectedScreen(code: string): string {
  return readFileSync(`test/screens/${code}/screen.txt`, "utf8");
}

const codes = readdirSync("test/screens").filter((code) =>
  ["yaml", "json"].some((ending) => existsSync(`test/screens/${code}/input.${ending}`)),
);

test.each(codes)("%s looks as its screen shows", async (code) => {
  const yaml = `test/screens/${code}/input.yaml`;
  const problems = await problemsOf(existsSync(yaml) ? yaml : `test/screens/${code}/input.json`);
  expect(screenOf(code, problems)).toBe(expectedScreen(code));
});

test("file-unreadable looks as its screen shows, for a name typed wrong", async () => {
  const problems = await problemsOf("test/screens/file-unreadable/marhc.yaml");
  expect(screenOf("file-unreadable", problems)).toBe(expectedScreen("file-unreadable"));
});

test("file-too-big looks as its screen shows, for 20 MB", () => {
  const read = readDocument(Buffer.alloc(20_000_000, "x"), "input.yaml", "invoice");
  expect(screenOf("file-too-big", read.ok ? [] : read.problems)).toBe(expectedScreen("file-too-big"));
});
