import { isDeepStrictEqual } from "node:util";
import { stopped } from "../../src/answers/index.ts";
import { commands } from "../../src/commands/index.ts";
import { answersOf, linesOf } from "../../src/commands/output/answers.ts";

/**
 * Checks that every member of the output is declared in the published schemas and has the declared type. Returns the
 * errors, or undefined if the output is valid or no such output was requested.
 */
export async function misanswer(all: readonly string[], stdout: string): Promise<string | undefined> {
  const words = all.includes("--") ? all.slice(0, all.indexOf("--")) : all;
  const name = words.find((word) => !word.startsWith("-")) ?? "";
  if (stdout === "" || words.includes("--help")) return undefined;
  const command = await commands.find((each) => each.name === name)?.load();
  if (words.includes("--json-lines") || words.includes("jsonl"))
    return judgeLines(name, stdout, command && lineSchemasOf(command));
  const asked = words.some(
    (word, at) => word === "--json" || (word === "json" && /^--(?:output|format)$/.test(words[at - 1] ?? "")),
  );
  if (!asked) return undefined;
  return judge(name, JSON.parse(stdout), command ? schemasOf(command) : [stopped]);
}

/** A schema compiles itself when it is first used, which costs more than all its uses. */
const schemasOf = once(answersOf);
const lineSchemasOf = once(linesOf);

function once<Given extends object, T>(make: (given: Given) => T): (given: Given) => T {
  const made = new WeakMap<Given, { readonly value: T }>();
  return (given) => {
    const found = made.get(given) ?? { value: make(given) };
    made.set(given, found);
    return found.value;
  };
}

function judgeLines(command: string, stdout: string, schemas: Schemas): string | undefined {
  if (schemas === undefined) return undefined;
  for (const line of stdout.trimEnd().split("\n")) {
    const found = judge(`${command} line`, JSON.parse(line), schemas);
    if (found !== undefined) return found;
  }
  return undefined;
}

type Schemas = ReturnType<typeof linesOf>;

/**
 * Returns an error if no schema describes the output. A schema drops undeclared members, so its result must equal its
 * input.
 */
function judge(what: string, given: unknown, schemas: Schemas): string | undefined {
  const read = (schemas ?? []).map((schema) => schema.safeParse(given));
  if (read.some((each) => each.success && isDeepStrictEqual(each.data, given))) return undefined;
  const reasons = read.map((each) =>
    each.success
      ? `members that are not declared: ${undeclared(given, each.data).join(", ")}`
      : each.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; "),
  );
  return `${what} printed what no schema in src/answers/ describes:\n${reasons.join("\n")}\n${JSON.stringify(given).slice(0, 2_000)}`;
}

function undeclared(given: unknown, kept: unknown, at = ""): string[] {
  if (typeof given !== "object" || given === null) return [];
  return Object.entries(given).flatMap(([name, value]) => {
    const path = at === "" ? name : `${at}.${name}`;
    const inner = (kept as Record<string, unknown> | undefined)?.[name];
    return inner === undefined ? [path] : undeclared(value, inner, path);
  });
}
