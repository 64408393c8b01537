import { gulfDay, isDay } from "./day.ts";
import { latinDigits } from "./fields/latin-digits.ts";

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/**
 * Returns the possible readings as YYYY-MM-DD: 25/12/2026, 07.11.2026, 25 Dec 2026, 2026.12.25 and 20261225 each have one;
 * 03/04/2026 has two, as does a time with a zone whose date is different in the Gulf. Empty if the value is not a date.
 */
export function dateReadings(value: string): string[] {
  const text = plain(value);
  const named =
    /^(?<day>\d{1,2})(?:st|nd|rd|th)?[-/. ]+(?<month>[A-Za-z]{3,9})\.?[-/., ]+(?<year>\d{4})$/.exec(text) ??
    /^(?<month>[A-Za-z]{3,9})\.? +(?<day>\d{1,2})(?:st|nd|rd|th)?,? +(?<year>\d{4})$/.exec(text);
  if (named?.groups) {
    const { day = "", month = "", year = "" } = named.groups;
    const at = months.indexOf(month.slice(0, 3).toLowerCase());
    return at < 0 ? [] : readings([year, String(at + 1), day]);
  }
  const [, a = "", b = "", c = ""] =
    /^(\d{4})(\d\d)(\d\d)$/.exec(text) ?? /^(\d{1,4})[-/. ](\d{1,2})[-/. ](\d{1,4})$/.exec(text) ?? [];
  if (a.length === 4) return c.length > 2 ? [] : [...new Set([...readings([a, b, c]), ...gulfReading(value.trim())])];
  if (a.length > 2) return [];
  const dotted = /^\d+\.\d+\.\d{4}$/.test(text) ? readings([c, b, a]) : [];
  if (dotted.length > 0) return dotted;
  if (c.length === 4) return readings([c, b, a], [c, a, b]);
  return c.length === 2 && a.length === 2 ? readings([`20${c}`, b, a], [`20${c}`, a, b], [`20${a}`, b, c]) : [];
}

const timeInZone = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)$/;

/** Returns the date in the Gulf for a time with a zone, as written by programs that store times in UTC. */
function gulfReading(text: string): string[] {
  const instant = timeInZone.test(text) ? Date.parse(text.replace(" ", "T")) : Number.NaN;
  return Number.isNaN(instant) ? [] : [gulfDay(new Date(instant))];
}

type Parts = readonly [year: string, month: string, day: string];

function readings(...ways: readonly Parts[]): string[] {
  const days = ways.map(([year, month, day]) => `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`);
  return [...new Set(days.filter((day) => isDay(day) && !day.startsWith("0000")))];
}

/** Removes a time of day and surrounding whitespace, and converts Arabic digits. */
function plain(value: string): string {
  return latinDigits(value.slice(0, 60))
    .replace(/[\p{Cf}]/gu, "")
    .trim()
    .replace(/[T ]\d{1,2}:\d\d(?::\d\d)?(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?$/, "");
}

export const monthNames = "January February March April May June July August September October November December".split(
  " ",
);

/** For example `2026-06-31 does not exist: June has 30 days.` */
export function dateFault(value: string, shown = value): string {
  if (dateReadings(value).length > 0) return `${shown} is not written as year-month-day.`;
  const no = impossible(plain(value));
  return no === undefined ? `${shown} is not a date.` : `${shown} does not exist: ${no.why}.`;
}

/** Explains why a date in YYYY-MM-DD form does not exist; undefined for any other format. */
function impossible(text: string): { readonly why: string; readonly of: "year" | "month" | "day" } | undefined {
  const [, year = "", month = "", day = ""] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  if (year === "") return undefined;
  if (year === "0000") return { why: "there is no year 0000", of: "year" };
  const name = monthNames.find((_, at) => String(at + 1).padStart(2, "0") === month);
  if (name === undefined) return { why: `there is no month ${month}`, of: "month" };
  if (day === "00") return { why: "there is no day 00", of: "day" };
  const days = ["31", "30", "29", "28"].find((last) => isDay(`${year}-${month}-${last}`)) ?? "";
  return { why: `${name}${month === "02" ? ` ${year}` : ""} has ${days} days`, of: "day" };
}

/** Suggests the reading of a date in another format, or both if there are two. */
export function dateHint(value: string, example = "2026-06-15"): string {
  const days = dateReadings(value);
  if (days.length === 0) {
    const no = impossible(plain(value));
    return `${no === undefined ? "" : `Check the ${no.of}. `}Write the date as ${example}.`;
  }
  return days.length === 1 ? `Write ${days[0]}.` : `Write ${days.join(" or ")}, whichever is meant.`;
}

/** For example `June 2026`. */
export function monthInWords(day: string): string {
  const [year = "", month = ""] = day.split("-");
  return `${monthNames.find((_, at) => String(at + 1).padStart(2, "0") === month) ?? ""} ${year}`;
}
