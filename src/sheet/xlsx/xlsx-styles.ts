import type { CellLook } from "../cell.ts";
import { partParser, readThrough } from "./part-parser.ts";
import { NotWhole } from "./zip-directory.ts";

/** The most cell styles that are read; Excel allows 65,490. */
const maxStyles = 100_000;

/** How cells of one style show a number. */
export interface NumberStyle {
  readonly look: CellLook;
  readonly padded?: number;
  /** Words and signs that are shown beside the number. */
  readonly says?: string;
}

/** Formats that workbooks use without defining them. */
const builtIn: ReadonlyMap<string, CellLook> = new Map(
  Object.entries({
    ...Object.fromEntries(["9", "10"].map((id) => [id, "percent" as const])),
    ...Object.fromEntries(["14", "15", "16", "17", "27", "28", "29", "30", "31", "36", "50", "51", "52"].map(isDate)),
    ...Object.fromEntries(["53", "54", "57", "58"].map(isDate)),
    ...Object.fromEntries(["18", "19", "20", "21", "32", "33", "34", "35", "45", "46", "47"].map(isTime)),
    "22": "date-time",
  }),
);

function isDate(id: string): [string, CellLook] {
  return [id, "date"];
}

function isTime(id: string): [string, CellLook] {
  return [id, "time"];
}

/** Reads the cell styles; a cell refers to a style by its index in this array. */
export function numberStyles(xml: Iterable<string>): NumberStyle[] {
  const formats = new Map<string, string>();
  const styles: NumberStyle[] = [];
  let inCells = false;
  const parser = partParser({
    open: (name, { numFmtId, formatCode = "" }) => {
      if (name === "numFmt") formats.set(numFmtId ?? "", formatCode);
      if (name === "cellXfs") inCells = true;
      if (styles.length > maxStyles) throw new NotWhole("it has more styles than a workbook can have");
      if (name === "xf" && inCells) styles.push(styleOf(numFmtId ?? "0", formats));
    },
    close: (name) => {
      if (name === "cellXfs") inCells = false;
    },
  });
  readThrough(xml, parser);
  return styles;
}

function styleOf(id: string, formats: ReadonlyMap<string, string>): NumberStyle {
  const code = formats.get(id);
  if (code !== undefined) return styleOfCode(code);
  return moneyFormats.has(id) ? { look: "number", says: "$" } : { look: builtIn.get(id) ?? "number" };
}

/** Formats with the sign of a currency, which is the dollar where the workbook does not define them otherwise. */
const moneyFormats = new Set(["5", "6", "7", "8", "42", "44"]);

/** How many characters of a format code are read; spreadsheets write at most 255. */
const longestCode = 1000;

/** Reads a format code such as `dd/mm/yyyy`, `0.00%` or `00000000`. */
export function styleOfCode(code: string): NumberStyle {
  const [first = ""] = code
    .slice(0, longestCode)
    .replace(/"[^"]*"|\\.|_.|\*./g, "") // words, single characters, gaps and fillers
    .replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, "") // colours, conditions, languages; [h] counts hours
    .split(";");
  if (first.includes("%")) return { look: "percent" };
  const says = wordsIn(code);
  if (/^0{2,}$/.test(first.trim())) return { look: "number", padded: first.trim().length, ...says };
  const letters = first
    .replace(/general/gi, "")
    .replace(/am\/pm|a\/p/gi, "h")
    .toLowerCase();
  const hasTime = /[hs]/.test(letters);
  const hasDate = /[ydbe]/.test(letters.replace(/e[+-]/g, "")) || (letters.includes("m") && !hasTime);
  if (hasDate) return { look: hasTime ? "date-time" : "date" };
  return hasTime ? { look: "time" } : { look: "number", ...says };
}

/** Returns words in quotes, the sign of a currency in brackets, and signs that need no quotes. */
function wordsIn(code: string): { says?: string } {
  const [first = ""] = code.slice(0, longestCode).split(/;(?=(?:[^"]*"[^"]*")*[^"]*$)/);
  const quoted = [...first.matchAll(/"([^"]*)"|\[\$([^\]-]*)[^\]]*\]|\\(\p{L}|\p{Sc})|(\p{Sc})/gu)];
  const words = quoted.map(([, a, b, c, d]) => (a ?? b ?? c ?? d ?? "").trim());
  const says = words.filter((word) => /[\p{L}\p{Sc}]/u.test(word)).join(" ");
  return says === "" ? {} : { says };
}
