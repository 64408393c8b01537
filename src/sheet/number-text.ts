/** The number of digits that a spreadsheet keeps; any further digits in a file are noise from the binary format. */
const kept = 15;

/**
 * Maximum length in characters: no spreadsheet writes longer numbers, and regexes on megabytes of digits take minutes.
 */
const longest = 400;

export interface NumberText {
  /** Plain digits without an exponent. */
  readonly text: string;
  readonly tooLong?: true;
}

/**
 * Rounds a stored number such as `1250.0999999999999` or `1.00234567400003E+14` to the form that the spreadsheet
 * shows: at most 15 digits, no exponent, computed on the string. A whole number with more digits has lost the last
 * ones, so it is marked `tooLong`. Undefined for anything but a number.
 */
export function numberText(stored: string): NumberText | undefined {
  if (stored.length > longest) return undefined;
  const found = /^([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d{1,3}))?$/.exec(stored.trim());
  if (!found) return undefined;
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = found;
  if (whole + fraction === "") return undefined;
  const digits = (whole + fraction).replace(/^0+/, "");
  const leading = whole.length + fraction.length - digits.length;
  const point = whole.length - leading + Number.parseInt(exponent, 10);
  const significant = digits.replace(/0+$/, "");
  if (significant === "") return { text: "0" };
  const minus = sign === "-" ? "-" : "";
  if (point <= kept && significant.length <= kept) return { text: minus + placed(significant, point) };
  if (point > kept) return { text: minus + placed(significant, point), tooLong: true };
  return { text: minus + rounded(significant, point) };
}

/** Puts the decimal point before the digit at `point`. */
function placed(digits: string, point: number): string {
  if (point <= 0) return `0.${"0".repeat(-point)}${digits}`;
  const whole = digits.slice(0, point).padEnd(point, "0");
  const fraction = digits.slice(point);
  return fraction === "" ? whole : `${whole}.${fraction}`;
}

function rounded(digits: string, point: number): string {
  const up = digits.charCodeAt(kept) >= 53;
  const cut = BigInt(digits.slice(0, kept)) + (up ? 1n : 0n);
  const text = String(cut);
  const shift = text.length - kept;
  return placed(text.replace(/0+$/, ""), point + shift);
}

/** Returns the number times one hundred, which is what a percent format displays. */
export function timesHundred(text: string): string {
  return numberText(`${text}e2`)?.text ?? text;
}
