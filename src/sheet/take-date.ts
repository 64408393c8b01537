import { dateFault, dateHint, dateReadings, latinDigits } from "../document/index.ts";
import type { Cell } from "./cell.ts";
import { refused, shortened, type Taken } from "./complaint.ts";
import { dateOfSerial, timeOfSerial } from "./serial.ts";
import { trimmed } from "./take-text.ts";

/** The order of day, month and year in dates written as text; with dots and the year last, the day comes first. */
export type DateOrder = "dmy" | "mdy" | "ymd";

/** Returns the date as `YYYY-MM-DD`. */
export function takeDate(cell: Cell, order: DateOrder | undefined, from1904: boolean): Taken {
  return cell.is === "number" ? stored(cell, from1904) : written(trimmed(latinDigits(cell.text)), order);
}

/**
 * Reads the date in a number cell. Without a date format, only YYYYMMDD or a whole day number of this century is
 * accepted.
 */
function stored(cell: Extract<Cell, { is: "number" }>, from1904: boolean): Taken {
  const isDate = cell.look === "date" || cell.look === "date-time";
  const date = dateOfSerial(cell.text, from1904);
  const compact = /^20\d{6}$/.test(cell.text)
    ? real(cell.text.slice(0, 4), cell.text.slice(4, 6), cell.text.slice(6))
    : undefined;
  if (compact !== undefined && !isDate) return { text: compact };
  const plausible = date !== undefined && /^20\d\d-/.test(date);
  if (date !== undefined && (isDate || (plausible && /^\d+$/.test(cell.text) && cell.look === "number")))
    return { text: date };
  return refused("wrong-cell", `${shortened(cell.text)} is not a date.`, writeIt);
}

const writeIt = "Write the date as 2026-06-15, or format the cell as Date.";
/** Returns the hint for a rejected date, with the readings that the text allows. */
function writeInstead(text: string): string {
  return dateReadings(text).length > 0 ? dateHint(text) : writeIt;
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

function written(text: string, order: DateOrder | undefined): Taken {
  const [zoned, other] = /^\d{4}-\d\d-\d\d[T ].*(?:Z|[+-]\d\d:\d\d)$/.test(text) ? dateReadings(text) : [];
  if (other !== undefined)
    return refused("ambiguous-date", `${shortened(text)} can be ${zoned} or ${other}.`, dateHint(text));
  if (zoned !== undefined) return { text: zoned };
  const day = text.replace(/[T ]\d{1,2}:\d\d(?::\d\d)?(?:\.\d+)?$/, "");
  const named = monthInWords(day, order);
  if (named) return named;
  const found = /^(\d{1,4})([-/. ])(\d{1,2})\2(\d{1,4})$/.exec(day);
  if (!found) return refused("wrong-cell", `${shortened(text)} is not a date.`, writeInstead(text));
  const [, first = "", sign, second = "", third = ""] = found;
  if (first.length === 4) return dateFrom(text, first, second, third);
  if (third.length === 4) return yearLast(text, [first, second, third], order ?? (sign === "." ? "dmy" : undefined));
  if (first.length > 2 || third.length > 2)
    return refused("wrong-cell", `${shortened(text)} is not a date.`, writeInstead(text));
  return twoDigitYear(text, [first, second, third], order);
}

type Three = readonly [string, string, string];

function yearLast(text: string, [first, second, year]: Three, order: DateOrder | undefined): Taken {
  if (order === "dmy") return dateFrom(text, year, second, first);
  if (order === "mdy") return dateFrom(text, year, first, second);
  const dmy = real(year, second, first);
  const mdy = real(year, first, second);
  if (order === "ymd")
    return refused("wrong-cell", `${shortened(text)} does not begin with the year.`, writeInstead(text));
  if (dmy !== undefined && mdy !== undefined && dmy !== mdy) return unclear(text, [dmy, mdy]);
  return dateFrom(text, year, ...((dmy === undefined ? [first, second] : [second, first]) as [string, string]));
}

function twoDigitYear(text: string, [first, second, third]: Three, order: DateOrder | undefined): Taken {
  if (order === "dmy") return dateFrom(text, `20${third}`, second, first);
  if (order === "mdy") return dateFrom(text, `20${third}`, first, second);
  if (order === "ymd") return dateFrom(text, `20${first}`, second, third);
  const ways = [
    real(`20${third}`, second, first),
    real(`20${third}`, first, second),
    real(`20${first}`, second, third),
  ];
  return unclear(text, [...new Set(ways.filter((way) => way !== undefined))]);
}

function unclear(text: string, ways: readonly string[]): Taken {
  const which = ways.length < 2 ? writeIt : `Write ${ways.join(" or ")}, whichever is meant.`;
  const hint = `${which} Or give the order of all dates of the sheet: --date-order dmy, mdy or ymd.`;
  if (ways.length < 2) return refused("ambiguous-date", `${shortened(text)} has a year of two digits.`, hint);
  return refused("ambiguous-date", `${shortened(text)} can be ${ways.join(" or ")}.`, hint);
}

function dateFrom(text: string, year: string, month: string, day: string): Taken {
  const date = real(year, month, day);
  if (date !== undefined) return { text: date };
  const two = (part: string): string => part.padStart(2, "0");
  // In the error message, a number above twelve is the day, unless exchanging day and month gives a valid date.
  const turned = Number(month) > 12 && Number(day) <= 12 && real(year, day, month) === undefined;
  const [of, on] = turned ? [day, month] : [month, day];
  return refused("wrong-cell", dateFault(`${year}-${two(of)}-${two(on)}`, shortened(text)), writeInstead(text));
}

function real(year: string, month: string, day: string): string | undefined {
  const text = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) ? text : undefined;
}

/**
 * Reads a date with the month in words: 15 June 2026, 15-Jun-26, June 15, 2026. A two-digit year is unambiguous there,
 * unless it comes first.
 */
function monthInWords(text: string, order: DateOrder | undefined): Taken | undefined {
  const found =
    /^(?<day>\d{1,2})[-/. ]+(?<month>[A-Za-z]{3,9})\.?[-/., ]+(?<year>\d{4}|\d{2})$/.exec(text) ??
    /^(?<month>[A-Za-z]{3,9})\.? +(?<day>\d{1,2}),? +(?<year>\d{4})$/.exec(text);
  const { day = "", month = "", year = "" } = found?.groups ?? {};
  const index = months.indexOf(month.slice(0, 3).toLowerCase());
  if (!found || index < 0 || (year.length === 2 && order === "ymd")) return undefined;
  return dateFrom(text, year.length === 2 ? `20${year}` : year, String(index + 1), day);
}

export function takeTime(cell: Cell): Taken {
  if (cell.is === "number") {
    if (cell.look === "time" || cell.look === "date-time" || /^0?\.\d+$/.test(cell.text))
      return { text: timeOfSerial(cell.text) };
    return refused("wrong-cell", `${shortened(cell.text)} is not a time of day.`, "Write it as 10:30:00.");
  }
  const text = trimmed(latinDigits(cell.text));
  const [, hour = "", minute = "", second = "00"] = /^(\d{1,2}):(\d\d)(?::(\d\d))?$/.exec(text) ?? [];
  if (hour === "" || Number.parseInt(hour, 10) > 23)
    return refused("wrong-cell", `${shortened(text)} is not a time of day.`, "Write it as 10:30:00.");
  return { text: `${hour.padStart(2, "0")}:${minute}:${second}` };
}
