/** Options by type. The type validates the value and supplies the valid values for errors, help and completion. */
import {
  type DocumentKind,
  dateFault,
  dateHint,
  gulfDay,
  isDay,
  isDecimalText,
  monthNames,
  parseAllowedFields,
} from "../document/index.ts";
import { fail, failAll, ok, problem, type Result } from "../problem/index.ts";
import type { Option } from "./command.ts";

/** Checks the value of an option; `option` is its name as typed, such as `--from`. */
type Judge<T> = (given: string, option: string) => Result<T>;

const bad = (message: string, hint: string) => fail(problem("bad-usage", message, hint));

function judged<T>(flags: string, does: string, judge: Judge<T>): Option<T | undefined> {
  const option = flags.replace(/ .*/, "");
  return { flags, does, read: (given) => (typeof given === "string" ? judge(given, option) : ok(undefined)) };
}

export const day = (flags: string, does: string): Option<string | undefined> =>
  judged(flags, does, (given, option) =>
    isDay(given) ? ok(given) : bad(`${option}: ${dateFault(given)}`, dateHint(given)),
  );

/**
 * Accepts `2026-11`, `november`, `nov 2026`, `last month` and `this month`. Without a year, uses the latest such month
 * that has begun. Undefined if the words are not a month.
 */
export function monthCalled(words: readonly string[]): ((now: Date) => string) | undefined {
  const said = words.join(" ").toLowerCase().trim();
  if (/^\d{4}-(?:0[1-9]|1[0-2])$/.test(said)) return () => said;
  if (said === "this month") return (now) => gulfDay(now).slice(0, 7);
  if (said === "last month") return (now) => before(gulfDay(now).slice(0, 7));
  const [, name, year] = /^(\p{L}+)(?: (\d{4}))?$/u.exec(said) ?? [];
  const at = monthNames.findIndex((each) => [each, each.slice(0, 3)].some((one) => one.toLowerCase() === name));
  if (at < 0) return undefined;
  const month = String(at + 1).padStart(2, "0");
  if (year !== undefined) return () => `${year}-${month}`;
  return (now) => {
    const [present = "", own = ""] = gulfDay(now).split("-");
    return month > own ? `${Number(present) - 1}-${month}` : `${present}-${month}`;
  };
}

function before(month: string): string {
  const [year = "", own = ""] = month.split("-");
  return own === "01" ? `${Number(year) - 1}-12` : `${year}-${String(Number(own) - 1).padStart(2, "0")}`;
}

/** Accepts a month's number or name; without a year, uses the latest such month that has begun. */
export const month = (flags: string, does: string): Option<string | undefined> =>
  judged(flags, does, (given, option) => {
    const called = monthCalled(given.split(/\s+/))?.(new Date());
    return called === undefined ? bad(`${option} ${given} is not a month.`, "Write 2026-06, or november.") : ok(called);
  });

/** Bounds are inclusive; `such` is an example. */
interface Whole {
  readonly least?: number;
  readonly most?: number;
  readonly such: number;
}

export const whole = (flags: string, does: string, { least = 0, most, such }: Whole): Option<number | undefined> =>
  judged(flags, does, (given, option) => {
    const number = /^\d{1,9}$/.test(given) ? Number(given) : undefined;
    if (number !== undefined && number >= least && number <= (most ?? number)) return ok(number);
    const range = most !== undefined ? ` from ${least} to ${most}` : least > 0 ? ` of at least ${least}` : "";
    return bad(`${option} ${given} is not a whole number${range}.`, `Write ${option} ${such}.`);
  });

/** Accepts non-negative amounts in AED; the value is an exact decimal string. */
export const aed = (flags: string, does: string, such = "250000.00"): Option<string | undefined> =>
  judged(flags, does, (given, option) =>
    isDecimalText(given) && !given.startsWith("-")
      ? ok(given)
      : bad(`${option} ${given} is not an amount.`, `Write ${option} ${such}.`),
  );

/** Paths of fields that the service does not know, such as `document_lines.cost_centre,batch`. */
export const allowUnknown: Option<readonly string[]> = {
  flags: "--allow-unknown <paths>",
  does: "unknown fields that may be sent with --yes, such as document_lines.cost_centre,batch",
  rare: true,
  read: (given) => {
    if (typeof given !== "string") return ok([]);
    const paths = parseAllowedFields(given);
    if (paths.ok) return paths;
    return failAll(
      paths.problems.map(({ message, hint }) => problem("bad-usage", `--allow-unknown: ${message}`, hint)),
    );
  },
};

/** Help text of an option: the valid values are appended to a string, or inserted by a function. */
type Does = string | ((values: string) => string);

function toldWith(does: Does, values: readonly string[]): string {
  const told = orAmong(values);
  return typeof does === "string" ? `${does}: ${told}` : does(told);
}

/** Returns `a, b or c`. */
export function orAmong(values: readonly string[]): string {
  return [values.slice(0, -1).join(", "), ...values.slice(-1)].filter((each) => each !== "").join(" or ");
}

/** Makes an option with fixed values; those in capitals may be typed in lower case. */
export function oneOf<const T extends string>(flags: string, does: Does, values: readonly T[]): Option<T | undefined> {
  // Messages name the value by its placeholder, as in `--status <status>`, or by its option, as in `--format <name>`.
  const [, option = "", placeholder = ""] = /^--([a-z-]+) <(.+)>$/.exec(flags) ?? [];
  const called = placeholder === "name" || placeholder.includes("|") ? option : placeholder;
  const judge: Judge<T> = (given, typed) => {
    const found = values.find((each) => each === given || each === given.toUpperCase());
    if (found !== undefined) return ok(found);
    return bad(`Unknown ${called} ${JSON.stringify(given)} (${typed}).`, `Use ${orAmong(values)}.`);
  };
  return { ...judged(flags, toldWith(does, values), judge), offers: { values } };
}

export function someOf<const T extends string>(flags: string, does: Does, values: readonly T[]): Option<readonly T[]> {
  const one = oneOf(flags, does, values);
  return {
    ...one,
    repeatable: true,
    read: (given) => {
      const all = (Array.isArray(given) ? given : []).map((each) => one.read(each));
      const problems = all.flatMap((each) => (each.ok ? [] : each.problems));
      return problems.length > 0 ? failAll(problems) : ok(all.flatMap((each) => (each.ok ? (each.value ?? []) : [])));
    },
  };
}

export const documentKindNames = ["invoice", "credit-note"] as const satisfies readonly DocumentKind[];

const forms = ["table", "plain", "csv", "json"] as const;
export type TableForm = (typeof forms)[number];

/** Makes the option --output. `files` lists the formats that need a file. */
export function outputForm(does = "how to write it", files: readonly string[] = []) {
  const among = oneOf("--output <form>", (all) => `${does}: ${all.replace("plain", "plain (with tabs)")}`, forms);
  return {
    ...among,
    read: (given: unknown) =>
      files.includes(String(given))
        ? bad(`--output ${given} needs a file.`, `Write it into a file: --out NAME.${given}`)
        : among.read(given),
  };
}
