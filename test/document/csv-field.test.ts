import fc from "fast-check";
import { expect, test } from "vitest";
import { csvField, withoutMarks } from "../../src/document/index.ts";

/** Reads a field as a program that splits at commas would. */
const read = (field: string): string => (field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field);

const pieces = [
  "=",
  "+",
  "-",
  "@",
  "|",
  "%",
  "＝",
  "＋",
  "－",
  "＠",
  "'",
  '"',
  ";",
  "\t",
  "\n",
  ",",
  " ",
  "cmd",
  "5",
  "-5",
  "A1",
  "ل",
];
const texts = fc
  .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 8 })
  .map((parts) => parts.join("").trim());

test("a text that is written and read again is the same", () => {
  fc.assert(
    fc.property(
      texts.filter((text) => withoutMarks(text) === text),
      (text) => {
        expect(withoutMarks(read(csvField(text)))).toBe(text);
      },
    ),
    { numRuns: 5_000 },
  );
});

test.each(["a;=cmd|' /C calc'!A0", "a\t@SUM(A1)", "a\n+A1+A2", 'a; "=1', "a;＝1", "a;-A1"])(
  "no part of %j begins a formula where a semicolon, a tab or a line parts the fields",
  (text) => {
    for (const part of csvField(text).split(/[;\t\n]/)) expect(part).not.toMatch(/^[\s"]*[=+\-@＝＋－＠]/);
  },
);

test.each(["10;-5", "size 10; +5 mm", "a; b", "x = y; z"])("%j is written as it is", (text) => {
  expect(read(csvField(text))).toBe(text);
});

test.each(["\n", "\t", ";", " ", '"', "\r\n", "; ", ";'"])(
  "a field of a million times %j is written and read in one pass",
  (piece) => {
    const text = `a${piece.repeat(1_000_000)}b`;
    expect(withoutMarks(read(csvField(text)))).toBe(text);
  },
);
