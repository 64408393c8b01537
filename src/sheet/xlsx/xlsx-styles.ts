import type { CellLook } from "../cell.ts";
import { partParser, readThrough } from "./part-parser.ts";
import { NotWhole } from "./zip-directory.ts";

/** The most cell styles that are read; Excel allows 65,490. */
const maxStyles = 100_000;

/** How cells of one style show a number. */
export interface NumberStyle {
  readonly look: CellLook;
  readonly padded?: number;
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
  return code === undefined ? { look: builtIn.get(id) ?? "number" } : styleOfCode(code);
}

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
  if (/^0{2,}$/.test(first.trim())) return { look: "number", padded: first.trim().length };
  const letters = first
    .replace(/general/gi, "")
    .replace(/am\/pm|a\/p/gi, "h")
    .toLowerCase();
  const hasTime = /[hs]/.test(letters);
  const hasDate = /[ydbe]/.test(letters.replace(/e[+-]/g, "")) || (letters.includes("m") && !hasTime);
  if (hasDate) return { look: hasTime ? "date-time" : "date" };
  return { look: hasTime ? "time" : "number" };
}
