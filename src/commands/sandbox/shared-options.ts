import { fail, ok, type Problem, type Result } from "../../problem/index.ts";
import {
  optionProblem,
  type SandboxOptionName,
  type SandboxOptionValues,
  sandboxOptions,
} from "../../sandbox/index.ts";
import type { Option } from "../command.ts";

type Typed = string | boolean | undefined;
type Shared = Exclude<SandboxOptionName, "token" | "businessProfileId">;

const rows = Object.entries(sandboxOptions).flatMap(([name, option]) =>
  "flags" in option ? [{ name: name as Shared, ...option }] : [],
);

/** Options that the command shares with sandboxes in test suites, in command-line spelling. */
export const sharedOptions = Object.fromEntries(
  rows.map(({ name, flags, does }): [string, Option<Typed>] => [
    name,
    { flags, does, read: (given) => ok(typeof given === "string" || typeof given === "boolean" ? given : undefined) },
  ]),
) as Readonly<Record<Shared, Option<Typed>>>;

/** Checks the values of these options. Problem: `bad-usage`. */
export function sharedValues(typed: Readonly<Record<Shared, Typed>>): Result<SandboxOptionValues> {
  const values: Record<string, unknown> = {};
  const problems: Problem[] = [];
  for (const { name, flags, takes } of rows) {
    const given = typed[name];
    if (given === undefined) continue;
    const isNumber = takes.is === "number" && /^\d+(?:\.\d+)?$/.test(String(given));
    values[name] = isNumber ? Number(given) : given;
    const wrong = optionProblem(name, values[name], flags.replace(/ .*/, ""));
    if (wrong) problems.push(wrong);
  }
  const [first, ...more] = problems;
  return first === undefined ? ok(values as SandboxOptionValues) : fail(first, ...more);
}
