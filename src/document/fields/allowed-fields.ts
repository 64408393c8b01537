import { fail, ok, problem, type Result } from "../../problem/index.ts";
import { documentShapes } from "../shapes.ts";
import { type Field, memberOf } from "./fields.ts";

/** Whether an unknown field is a comment of the user: `x-…` or `_…`. Comments are never sent (Decision 201). */
export const isComment = (name: string): boolean => /^(?:x-|_(?!_))/.test(name);

/** Whether a name is made of digits, in any script: the rest of an amount that was cut at a comma. */
export const isNameOfDigits = (name: string): boolean => /^[-+]?\p{Nd}[\p{Nd}\s.,'’_٫٬%]*$/u.test(name);

/** `document_lines[3].cost_centre` becomes `document_lines.cost_centre`, which stands for all lines. */
export const pathWithoutPlaces = (path: string): string => path.replace(/\[\d*\]/g, "");

/**
 * Reads the paths of unknown fields that are to be sent, such as `document_lines.cost_centre,batch`. Problem:
 * `bad-setting`.
 */
export function parseAllowedFields(text: string): Result<readonly string[]> {
  const paths = text.split(",").map((each) => pathWithoutPlaces(each.trim()));
  for (const path of paths) {
    const fault = faultOf(path);
    if (fault === undefined) continue;
    const hint = "Write the path of each field, such as document_lines.cost_centre,batch";
    return fail(problem("bad-setting", fault, hint, { where: { path: "allow_unknown" } }));
  }
  return ok([...new Set(paths)]);
}

function faultOf(path: string): string | undefined {
  if (path === "") return "The path of an unknown field is missing.";
  if (/[*?\p{Cc}]/u.test(path)) return `${path} is not the path of one field.`;
  const name = path.slice(path.lastIndexOf(".") + 1);
  if (isNameOfDigits(name) || isNameOfDigits(path))
    return `${path} is not a field: a name of digits is the rest of an amount.`;
  const isKnown = Object.values(documentShapes).some((shape) => isFieldOf(shape, path.split(".")));
  return isKnown ? `${path} is a field of the document, so it is sent anyway.` : undefined;
}

function isFieldOf(shape: Field, steps: readonly string[]): boolean {
  let field: Field | undefined = shape;
  for (const step of steps) {
    if (field?.kind === "list") field = field.item;
    field = field && memberOf(field, step);
  }
  return field !== undefined;
}
