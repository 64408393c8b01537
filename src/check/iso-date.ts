/** Reads dates, and validates times, as an XML Schema processor would. Named time zones are not supported. */

const dateText = /^(-?)([1-9]\d{4,}|\d{4})-(\d\d)-(\d\d)(Z|[+-]\d\d:\d\d)?$/;
const timeText = /^(\d\d):(\d\d):(\d\d)(\.\d+)?(Z|[+-]\d\d:\d\d)?$/;

/**
 * Not a regex, which would restart at each whitespace character inside the text and take hours for megabytes of them.
 */
function withoutBlanks(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && isBlank(text.charCodeAt(from))) from += 1;
  while (to > from && isBlank(text.charCodeAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

const isBlank = (code: number): boolean => code === 32 || code === 9 || code === 10 || code === 13;

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Offset from UTC in minutes, 0 for none; undefined if invalid. */
function zoneMinutes(zone: string | undefined): number | undefined {
  if (zone === undefined || zone === "Z") return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(4, 6));
  // The published rules accept up to +14:59, although the limit in XML Schema is +14:00.
  if (minutes > 59 || hours > 14) return undefined;
  return (zone.startsWith("-") ? -1 : 1) * (hours * 60 + minutes);
}

/**
 * Returns minutes, ordered like xs:date, for comparisons only. A day without a time zone counts as UTC. Undefined if
 * the text is not a calendar day.
 */
export function dayStart(text: string): number | undefined {
  return text.length === 10 ? (plainDayStart(text) ?? anyDayStart(text)) : anyDayStart(text);
}

/** Reads the usual format, YYYY-MM-DD, without a regex; undefined for anything else. */
function plainDayStart(text: string): number | undefined {
  if (text.charCodeAt(4) !== 45 || text.charCodeAt(7) !== 45) return undefined;
  const year = digits(text, 0, 4);
  const month = digits(text, 5, 7);
  const day = digits(text, 8, 10);
  return year < 0 || month < 0 || day < 0 ? undefined : startOf(year, month, day, 0);
}

/** Returns the number that these characters form, or −1 if any of them is not a digit. */
function digits(text: string, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at++) {
    const digit = text.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}

/** Maximum number of characters: a year may have millions of digits, which a regex cannot handle. */
const longestDay = 100;

function anyDayStart(text: string): number | undefined {
  const plain = withoutBlanks(text);
  const found = plain.length > longestDay ? null : dateText.exec(plain);
  if (found === null) return undefined;
  const [, minus = "", yearText = "", monthText = "", dayText = "", zoneText] = found;
  const zone = zoneMinutes(zoneText);
  return zone === undefined ? undefined : startOf(Number(minus + yearText), Number(monthText), Number(dayText), zone);
}

function startOf(year: number, month: number, day: number, zone: number): number | undefined {
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return undefined;
  const shifted = month > 2 ? year : year - 1;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day;
  const days =
    365 * shifted + Math.floor(shifted / 4) - Math.floor(shifted / 100) + Math.floor(shifted / 400) + dayOfYear;
  return days * 1440 - zone;
}

/** Like a cast to xs:time: hh:mm:ss with an optional fraction and time zone, including 24:00:00. */
export function isTime(text: string): boolean {
  const found = timeText.exec(withoutBlanks(text));
  if (found === null) return false;
  const [, hours = "", minutes = "", seconds = "", fraction = "", zone] = found;
  if (zoneMinutes(zone) === undefined) return false;
  if (hours === "24") return minutes === "00" && seconds === "00" && /^\.?0*$/.test(fraction);
  return Number(hours) < 24 && Number(minutes) < 60 && Number(seconds) < 60;
}
