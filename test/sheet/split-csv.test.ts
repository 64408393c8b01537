import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type CsvFault, splitCsv } from "../../src/sheet/csv/split-csv.ts";

function split(text: string, delimiter = ",", longestRow = 1_000): string[][] | CsvFault {
  const rows: string[][] = [];
  return splitCsv(text, { delimiter, longestRow }, (values) => rows.push(values) > 0) ?? rows;
}

/** Returns the result of a CSV library. */
function byLibrary(text: string, delimiter: string): string[][] | "refused" {
  try {
    return parse(text, { delimiter, record_delimiter: ["\r\n", "\n", "\r"], relax_column_count: true });
  } catch {
    return "refused";
  }
}

const signs = ["a", "b", " ", ",", ";", "\t", '"', '"', '""', "\r", "\n", "\r\n", "é", "\u0623"];

test.each([",", ";", "\t"])("what %j divides is what another reader of CSV makes of it", (delimiter) => {
  const quoted = fc.array(fc.constantFrom(...signs.filter((sign) => sign !== '"'))).map((each) => `"${each.join("")}"`);
  const text = fc.array(fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...signs) }, quoted), { maxLength: 30 });
  fc.assert(
    fc.property(text, (pieces) => {
      const ours = split(pieces.join(""), delimiter);
      expect(Array.isArray(ours) ? ours : "refused").toEqual(byLibrary(pieces.join(""), delimiter));
    }),
    { numRuns: 3_000 },
  );
});

test.each<[string, string, CsvFault]>([
  ["a quote that is not closed: where it opens", 'a,b\r\n1,"2\n3\n', { is: "quote", line: 2 }],
  ["a quote inside a value", 'a\rb"c"', { is: "quote", line: 2 }],
  ["a value behind a closed quote", 'a\n\n"b"c', { is: "quote", line: 3 }],
  [
    "a row that is too long: where it begins",
    `a\n"${"\n".repeat(500)}",${"b".repeat(500)}`,
    { is: "long-row", line: 2 },
  ],
])("%s", (_, text, fault) => {
  expect(split(text)).toEqual(fault);
});

test("nothing more is read when nothing more is taken", () => {
  const taken: string[][] = [];
  expect(splitCsv('a\nb\n"', { delimiter: ",", longestRow: 9 }, (values) => taken.push(values) < 2)).toBeUndefined();
  expect(taken).toEqual([["a"], ["b"]]);
});
