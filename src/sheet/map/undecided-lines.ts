import { type Problem, problem } from "../../problem/index.ts";
import type { PlainValue, SourceValues } from "../../read/index.ts";
import { isGroup } from "./read-map-parts.ts";

/**
 * Returns a problem for each line that is still to be decided: its value begins with a question mark, followed by what
 * it may be, such as `"? document_lines.allowances.amount | ignore"`.
 */
export function undecidedLines(source: SourceValues): Problem[] {
  const found: Problem[] = [];
  const { columns } = source.values;
  /** What words of a column mean does not matter where the column is not used. */
  const isOfIgnored = ([part, ...more]: readonly string[], name: string): boolean =>
    part === "words" && more.length === 0 && isGroup(columns) && columns[name] === "ignore";
  const look = (value: PlainValue, path: readonly string[]): void => {
    if (isGroup(value))
      for (const [name, each] of Object.entries(value)) if (!isOfIgnored(path, name)) look(each, [...path, name]);
    if (typeof value !== "string" || !/^\s*\?/.test(value)) return;
    const name = path.at(-1) ?? "";
    const key = /^[A-Za-z][A-Za-z _]*$/.test(name) ? name : JSON.stringify(name);
    const lines = value
      .replace(/^\s*\?\s*/, "")
      .split("|")
      .map((each) => each.trim())
      .filter((each) => each !== "")
      .map((each) => `${key}: ${each}`);
    const hint = `Write into the map: ${lines.join(", or ") || `${key}: and what it is`}`;
    const where = source.spot(path.join("."), "value");
    found.push(problem("undecided-column", `${name} is still to be decided. Nothing was sent.`, hint, { where }));
  };
  for (const [name, value] of Object.entries(source.values)) look(value, [name]);
  return found;
}
