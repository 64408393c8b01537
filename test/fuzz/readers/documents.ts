import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { rulesInForce } from "../../../src/check/index.ts";
import { newestEdition } from "../../../src/document/index.ts";
import { judge } from "../../../src/prepare/judge.ts";
import { readDocument } from "../../../src/read/index.ts";
import { changeJson } from "../change-json.ts";
import {
  counted,
  countedTimes,
  jsonSigns,
  judged,
  type Large,
  megabyte,
  pump,
  pumpTimes,
  type Reader,
} from "../reader.ts";

const rules = rulesInForce(newestEdition);
const mostBytes = 16 * megabyte;
/** Slightly less than the maximum number of lines and commas in a file. */
const mostEntries = 495_000;

/** Returns the small files of a folder: small files allow more changes in the same time. */
export function filesOf(folder: string, ending: string): Buffer[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => readFileSync(join(folder, name)))
    .filter(({ length }) => length < 20_000);
}

/** Every field name used in a template. */
const allFields = [...new Set(String(filesOf("templates", ".yaml")).match(/^[ -]*[a-z_]+(?=:)/gm))].map((name) =>
  name.replace(/^[ -]*/, ""),
);

/** Reads and checks a document, as `validate` does. */
function readAndJudge(bytes: Uint8Array, file: string): string {
  const read = readDocument(bytes, file);
  if (!read.ok) return judged(read.problems);
  const { problems } = judge(read.value, rules, { version: "20260101" });
  return judged(problems);
}

const fields = [
  "document_number",
  "issue_date",
  "document_lines",
  "price",
  "base_amount",
  "quantity",
  "attachments",
  "allowance_charges",
];

const yamlLarge: Readonly<Record<string, Large>> = {
  "unknown keys": countedTimes(mostEntries, (at) => `k${at}: 1\n`),
  "unknown keys with points": countedTimes(mostEntries, (at) => `k.${at}: 1\n`),
  "wrong lines": counted(mostBytes, () => "  - quantity: x\n", "document_lines:\n"),
  "right lines": counted(mostBytes, (at) => line(at), "document_currency_code: AED\ndocument_lines:\n"),
  "empty keys": pumpTimes(mostEntries, "? \n"),
  "colons without a name": pumpTimes(mostEntries, ": 1\n"),
  "empty items": pumpTimes(mostEntries, "  -\n", "note:\n"),
  "one word": pump(mostBytes, "a"),
  "one quoted text": pump(mostBytes, "a", 'note: "', '"'),
  "a text that is not closed": pump(mostBytes, "a ", 'note: "'),
  "long digits": pump(mostBytes, "9", "document_lines:\n  - quantity: "),
  "blanks and a sign": pump(mostBytes, " ", "note: a", "b: c"),
  brackets: pump(mostBytes, "[", "note: "),
  "entries in brackets": pumpTimes(mostEntries, "a,", "note: [", "]"),
  aliases: pumpTimes(mostEntries, "  - *a\n", "note: &a x\nlist:\n"),
  tags: pumpTimes(mostEntries, "  - !!str a\n", "list:\n"),
  "lines of a folded text": pumpTimes(mostEntries / 2, "  a\n\n", "note: >\n"),
  escapes: pump(mostBytes, "\\u00e9", 'note: "', '"'),
  comments: pumpTimes(mostEntries, "# a\n"),
  documents: pumpTimes(mostEntries, "---\n"),
  "same keys": pumpTimes(mostEntries, "note: a\n"),
  "wide characters": pump(mostBytes, "\u0623", "note: "),
};

function line(at: number): string {
  return `  - {quantity: 1, id: "${at + 1}", item: {name: Steel}, price: {base_amount: 10.00}}\n`;
}

const jsonLarge: Readonly<Record<string, Large>> = {
  "unknown keys": countedTimes(mostEntries, (at) => `"k${at}":1,`, "{", '"a":1}'),
  "unknown keys with points": countedTimes(mostEntries, (at) => `"k.${at}":1,`, "{", '"a":1}'),
  "unknown groups": countedTimes(mostEntries, (at) => `"k${at}":{},`, "{", '"a":1}'),
  "keys that are numbers": countedTimes(mostEntries, (at) => `"${at * 7919}":1,`, "{", '"a":1}'),
  "wrong lines": pumpTimes(mostEntries, '{"quantity":"x"},', '{"document_lines":[', "{}]}"),
  "empty lines": pumpTimes(mostEntries, "{},", '{"document_lines":[', "{}]}"),
  "lines that are words": pumpTimes(mostEntries, '"a",', '{"document_lines":[', '"a"]}'),
  "lines that are amounts with unknown fields": counted(
    mostBytes,
    (at) => `{"a.${at}":1},`,
    '{"document_lines":[',
    "{}]}",
  ),
  "one text": pump(mostBytes, "a", '{"note":"', '"}'),
  "a text of escapes": pump(mostBytes, "\\n", '{"note":"', '"}'),
  "a text of backslashes": pump(mostBytes, "\\\\", '{"note":"', '"}'),
  "a text that is not closed": pump(mostBytes, '\\"', '{"note":"'),
  "long digits": pump(mostBytes, "9", '{"document_lines":[{"quantity":', "}]}"),
  "a text of words": pump(mostBytes, " a", '{"tax_currency_code":"', '"}'),
  "a long date": pump(mostBytes, "9", '{"issue_date":"', '-01-01"}'),
  "blanks in a date": pump(mostBytes, " ", '{"issue_date":"a', 'b"}'),
  "a long name": pump(mostBytes, "a", '{"', '":1}'),
  blanks: pump(mostBytes, " ", "{", "}"),
  brackets: pump(mostBytes, "[", '{"note":'),
};

function reader(name: "YAML" | "JSON", file: string, words: readonly string[], large: Reader["large"]): Reader {
  const seeds = filesOf("templates", file.slice(file.lastIndexOf(".")));
  return {
    name: name.toLowerCase(),
    what: `documents in ${name}: read, shaped, judged by fields and rules`,
    seeds: [
      ...seeds,
      ...(name === "YAML" ? filesOf("templates", ".json").slice(0, 3) : []),
      Buffer.from(name === "JSON" ? '{"document_lines":[{"quantity":1}]}' : "document_lines:\n  - quantity: 1\n"),
    ],
    words: [...words, ...fields],
    // JSON is also valid YAML, so both readers are given changed JSON.
    change(seed, random) {
      const made = changeJson(seed.toString(), allFields, random);
      return made === undefined ? undefined : Buffer.from(made);
    },
    read: (bytes) => readAndJudge(bytes, file),
    large,
  };
}

export const yaml = (): Reader =>
  reader(
    "YAML",
    "a.yaml",
    [
      "\n",
      "\n  ",
      "  - ",
      ": ",
      "? ",
      "- ",
      "[",
      "]",
      "{",
      "}",
      ", ",
      "# ",
      "&a ",
      "*a",
      "!!str ",
      "<<: *a",
      "|\n",
      ">-\n",
      '"',
      "'",
      "---\n",
      "...\n",
      "%YAML 1.2\n",
      "\t",
      "\\x",
      "''",
      "a: b: c",
    ],
    yamlLarge,
  );

export const json = (): Reader =>
  reader(
    "JSON",
    "a.json",
    [
      ...jsonSigns,
      "\\",
      "\\u0000",
      "\\ud800",
      '"a":',
      "[[[[",
      "{}",
      "[]",
      '""',
      "1e5",
      "//",
      "/*",
      "tru",
      '{"a":{"a":',
    ],
    jsonLarge,
  );
