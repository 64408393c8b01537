import { totalNames } from "../../contract/index.ts";
import { nearest } from "../../document/index.ts";
import { isJsonObject, type JsonValue, parseJson, writeJson } from "../../json/index.ts";
import { fail, ok, problem, type Result, suggest } from "../../problem/index.ts";
import type { Command } from "../command.ts";
import { printedSchema } from "./answers.ts";

/** Chosen members by name; `*` stands for any name, and undefined for a member with all that it holds. */
interface Chosen extends Map<string, Chosen | undefined> {}

type Printing = Pick<Command, "words" | "answers" | "lines">;

interface Given {
  readonly fields?: string;
  readonly format?: unknown;
  readonly jsonLines?: unknown;
}

/** What screens call a member whose name is longer; both names count. */
const shortNames: Readonly<Record<string, string>> = {
  number: "document_number",
  status: "overall_status",
  payable: "payable_amount",
};

/** Most names that are listed for one that does not exist. */
const mostNames = 60;

/**
 * Returns a function that keeps only these members of the command's JSON, and problems if there are any. A name is the
 * end of a member's path without the lists, such as `totals.payable_amount` or, in short, `totals.payable`; the members
 * nearest to the top count.
 * Problem: `bad-usage`.
 */
export function chooseFields(command: Printing, given: Given): Result<(json: string) => string> {
  const { fields: names = "", format = "json", jsonLines } = given;
  if (jsonLines === true || format !== "json") {
    const hint = `Leave out ${jsonLines === true ? "--json-lines" : "--format"}, or --fields.`;
    return fail(problem("bad-usage", "--fields chooses among the members of --json.", hint));
  }
  const paths = [...new Set(pathsIn(printedSchema(command)))];
  const chosen: Chosen = new Map();
  for (const name of names.split(",").map((each) => each.trim())) {
    const found = paths.flatMap((path) => pathMeant(path, name) ?? []);
    const [least] = found.map(depthOf).sort((a, b) => a - b);
    if (name === "" || least === undefined) return fail(unknown(name, paths, command));
    for (const path of found.filter((each) => depthOf(each) === least)) add(chosen, path.split("."));
  }
  return ok((json) => {
    const read = parseJson(json);
    if (!read.ok || !isJsonObject(read.value)) return json;
    return `${writeJson(keep(read.value, chosen), 2)}\n`;
  });
}

/** Returns the path with the names in place of any name, if it ends with this name; the first part must be literal. */
function pathMeant(path: string, name: string): string | undefined {
  const [steps, wanted] = [path.split("."), name.split(".")];
  const start = steps.length - wanted.length;
  const meant = wanted.map((each, at) => {
    const step = steps[start + at];
    if (step === "*" && at > 0) return wanted[at - 1] === "totals" ? totalNamed(each) : each;
    return step === each || (step !== undefined && step === shortNames[each]) ? step : undefined;
  });
  return meant.includes(undefined) ? undefined : [...steps.slice(0, Math.max(0, start)), ...meant].join(".");
}

/** Returns the name of a total, or the currency of a sum; the schema allows any name there. */
function totalNamed(name: string): string | undefined {
  const whole = shortNames[name] ?? name;
  return (totalNames as readonly string[]).includes(whole) || /^[A-Z]{3}$/.test(name) ? whole : undefined;
}

const depthOf = (path: string): number => path.split(".").length;

/** Returns the paths of all members that a JSON schema describes. */
function pathsIn(schema: unknown, above = ""): string[] {
  const { anyOf, properties, items, additionalProperties } = schema as Record<string, never>;
  const inside = above === "" ? "" : `${above}.`;
  return [
    ...Object.values(anyOf ?? []).flatMap((each) => pathsIn(each, above)),
    ...Object.entries(properties ?? {}).flatMap(([name, each]) => [
      `${inside}${name}`,
      ...pathsIn(each, `${inside}${name}`),
    ]),
    ...(items === undefined ? [] : pathsIn(items, above)),
    ...(typeof additionalProperties === "object" ? [`${inside}*`, ...pathsIn(additionalProperties, `${inside}*`)] : []),
  ];
}

function add(chosen: Chosen, [name = "", ...rest]: readonly string[]): void {
  const inner = chosen.get(name);
  if (rest.length === 0 || (chosen.has(name) && inner === undefined)) {
    chosen.set(name, undefined);
    return;
  }
  const below: Chosen = inner ?? new Map();
  chosen.set(name, below);
  add(below, rest);
}

function keep(value: JsonValue, chosen: Chosen): JsonValue {
  if (Array.isArray(value)) return value.map((each) => keep(each, chosen));
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).flatMap(([name, each]): [string, JsonValue][] => {
    const key = chosen.has(name) ? name : "*";
    if (each === undefined) return [];
    const isTold = name === "problems" && Array.isArray(each) && each.length > 0;
    if (!chosen.has(key) && !isTold) return name === "results" ? withProblems(each) : [];
    const below = chosen.get(key);
    return [[name, below === undefined ? each : keep(each, below)]];
  });
  return Object.fromEntries(kept);
}

/** Keeps the results that have problems, which are never left out. */
function withProblems(results: JsonValue): [string, JsonValue][] {
  const told = Array.isArray(results) ? results.map((each) => keep(each, new Map())) : [];
  const kept = told.filter((each) => isJsonObject(each) && each.problems !== undefined);
  return kept.length === 0 ? [] : [["results", kept]];
}

function unknown(name: string, paths: readonly string[], { words }: Printing) {
  const own = [...new Set(paths.map((path) => path.split(".").at(-1) ?? ""))].filter((each) => each !== "*");
  const near = nearest(name.split(".").at(-1) ?? "", own);
  const guess = near === undefined ? "" : `Did you mean ${near}? `;
  const some = own.slice(0, mostNames).join(", ");
  const [command = ""] = words.split(" ");
  const more = own.length > mostNames ? `, and more: ${suggest`schema output ${command}`}` : "";
  return problem(
    "bad-usage",
    `--fields: ${command} prints nothing called ${JSON.stringify(name)}.`,
    `${guess}Fields: ${some}${more}.`,
  );
}
