import { serviceVersions } from "../contract/index.ts";
import { editions, nearest } from "../document/index.ts";
import { type Problem, problem } from "../problem/index.ts";

/** A command-line switch means `true`, unless it begins with `--no-`. */
type Takes =
  | { readonly is: "number"; readonly most: number; readonly whole: boolean }
  | { readonly is: "switch" }
  | { readonly is: "one of"; readonly values: readonly string[] }
  | { readonly is: "text"; readonly pattern: RegExp; readonly says: string };

interface SandboxOption {
  /** Absent if only test suites have the option. */
  readonly flags?: string;
  readonly does: string;
  readonly takes: Takes;
}

const upTo = (most: number) => ({ is: "number", most, whole: true }) as const;
const onOrOff = { is: "switch" } as const;

/** Shared by `selfbill sandbox` and `startSandbox`; the names are those of `startSandbox`. */
export const sandboxOptions = {
  port: {
    flags: "--port <number>",
    does: "port to listen on; 0 = any free one (default 8389)",
    takes: upTo(65_535),
  },
  rate: {
    flags: "--rate <number>",
    does: "requests per minute (default 60); 0 = no limit and no quota headers",
    takes: upTo(1_000_000),
  },
  strict: {
    flags: "--strict",
    does: "refuse every absent field, also those that can be derived, and every unknown one",
    takes: onOrOff,
  },
  snapshot404: {
    flags: "--snapshot-404",
    does: "answer 404 for a status until transmission starts",
    takes: onOrOff,
  },
  phase2: {
    flags: "--no-phase2",
    does: "a subscription without Phase 2: status and logs answer 403",
    takes: onOrOff,
  },
  pendingSeconds: {
    flags: "--pending-seconds <number>",
    does: "how long a document stays PENDING (default 3)",
    takes: { is: "number", most: 86_400, whole: false },
  },
  checkReferences: {
    flags: "--check-references",
    does: "refuse a credit note whose invoice does not exist, failed, has less left to credit, or other VAT",
    takes: onOrOff,
  },
  checkDuplicates: {
    flags: "--check-duplicates",
    does: "refuse a document that exists already under another number",
    takes: onOrOff,
  },
  oddAnswers: {
    flags: "--odd-answers <seed>",
    does: "odd ids, and answers without numbers, totals or status, as the description allows; drawn from the seed",
    takes: upTo(1_000_000),
  },
  rulesEdition: {
    flags: "--rules-edition <id>",
    does: "edition of the Peppol rules (default: the one in force by its clock)",
    takes: { is: "one of", values: editions.map(({ id }) => id) },
  },
  defaultVersion: {
    flags: "--default-version <YYYYMMDD>",
    does: "API version where a request names none (default 20260101)",
    takes: { is: "one of", values: serviceVersions.all },
  },
  token: {
    does: "bearer token instead of one that is made up",
    takes: { is: "text", pattern: /^[\x21-\x7e]{8,4000}$/, says: "8 to 4000 characters without blanks" },
  },
  businessProfileId: {
    does: "business profile id instead of one that is made up",
    takes: { is: "text", pattern: /^SBX-[\w-]{1,60}$/, says: "SBX- and then letters, digits or -" },
  },
} as const satisfies Record<string, SandboxOption>;

export type SandboxOptionName = keyof typeof sandboxOptions;

type Taken<T> = T extends { readonly is: "number" }
  ? number
  : T extends { readonly is: "switch" }
    ? boolean
    : T extends { readonly values: readonly (infer V)[] }
      ? V
      : string;

export type SandboxOptionValues = {
  readonly [Name in SandboxOptionName]?: Taken<(typeof sandboxOptions)[Name]["takes"]>;
};

/** Checks a value; `called` is the option's name in the message. Returns undefined if the value is valid. */
export function optionProblem(name: SandboxOptionName, value: unknown, called: string): Problem | undefined {
  const hint = takesWords(sandboxOptions[name].takes, value);
  return hint === undefined
    ? undefined
    : problem("bad-usage", `${valueWords(value)} is not a value that ${called} takes.`, hint);
}

/** Checks the names and values of the options; only `names` are valid, and undefined members count as absent. */
export function optionProblems(
  given: Readonly<Record<string, unknown>>,
  names: readonly SandboxOptionName[],
  whose: string,
): Problem[] {
  return Object.entries(given).flatMap(([name, value]) => {
    const known = names.find((each) => each === name);
    if (known === undefined) return [unknownOption(name, names, whose)];
    return value === undefined ? [] : [optionProblem(known, value, name) ?? []].flat();
  });
}

/** Describes the expected value; returns undefined if the value is valid. */
function takesWords(takes: Takes, value: unknown): string | undefined {
  switch (takes.is) {
    case "number": {
      const right = typeof value === "number" && value >= 0 && value <= takes.most;
      const kind = takes.whole ? "whole number" : "number";
      return right && (!takes.whole || Number.isInteger(value))
        ? undefined
        : `Write a ${kind} from 0 to ${takes.most}.`;
    }
    case "switch":
      return typeof value === "boolean" ? undefined : "Write true or false.";
    case "one of":
      return takes.values.some((each) => each === value) ? undefined : `Use one of: ${takes.values.join(", ")}.`;
    case "text":
      return typeof value === "string" && takes.pattern.test(value) ? undefined : `Write ${takes.says}.`;
  }
}

/** Reports an unknown option of `whose`; `known` lists the names that may be suggested. */
export function unknownOption(name: string, known: readonly string[], whose: string): Problem {
  const guess = nearest(name, known);
  const hint = guess === undefined ? `The options are ${known.join(", ")}.` : `Did you mean ${guess}?`;
  return problem("bad-usage", `${name} is not an option of ${whose}.`, hint);
}

export function valueWords(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(value) : typeof value === "object" ? "This" : String(value);
}
