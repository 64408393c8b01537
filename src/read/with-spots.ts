import { type Correction, type FieldProblem, type Unknown, valueAt } from "../document/index.ts";
import { byPlace, type Problem, problem, type Spot } from "../problem/index.ts";
import { commaInBraces } from "./braces.ts";
import { fixOf } from "./fix-of.ts";
import { letterTwin, oddBlank } from "./odd-characters.ts";
import type { SourceDocument } from "./source.ts";

/**
 * Adds the line number, the column and the text of the line to each problem, and sorts the problems in file order.
 * Unknown fields become `unknown-field`, which is left out if the same field has a problem already: an error if the
 * name shows that a value was cut in two, otherwise a warning. All other problems keep their codes.
 */
export function withSpots(found: readonly (FieldProblem | Unknown)[], source: SourceDocument): Problem[] {
  const refused = new Set(found.flatMap((one) => ("code" in one ? [one.path] : [])));
  return found
    .filter((one) => "code" in one || !refused.has(one.path))
    .map((one) => ("code" in one ? fieldProblem(one, source) : unknownField(one, source)))
    .sort(byPlace);
}

function fieldProblem(found: FieldProblem, source: SourceDocument): Problem {
  const where = placeOf(found, source);
  const remark = found.code === "wrong-value" ? remarkOn(valueAt(source.document, found.path)) : undefined;
  const message = remark === undefined ? found.message : `${found.message} ${remark}`;
  return problem(found.code, message, found.hint, { where, fix: fixOf(correctionOf(found), source) });
}

function correctionOf({ path, meant, correction }: FieldProblem): Correction | undefined {
  return meant === undefined ? correction : { safe: meant.safe, changes: [{ path, to: meant.to }] };
}

/**
 * Returns the position of a problem in the file. A missing field that a scenario flag requires is reported at the flag.
 */
function placeOf({ path, code, absent }: FieldProblem, source: SourceDocument): Spot {
  const [top = ""] = path.split(/[.[]/);
  if (code === "scenario-field-missing" && !Object.hasOwn(source.document, top)) {
    return { ...source.spot("profile_execution_id"), path };
  }
  return source.spot(path, code === "never-send" || absent ? "name" : "value");
}

function unknownField(found: Unknown, source: SourceDocument): Problem {
  const where = source.spot(found.path, "name");
  const remark = remarkOn(found.name);
  const message = `${found.name} is not a field of the document.${remark === undefined ? "" : ` ${remark}`}`;
  if (found.isDigits) {
    const hint = `Write a number without commas (12500.00). ${commaInBraces}`;
    return problem("unknown-field", message, hint, { severity: "error", where });
  }
  const guess = found.didYouMean === undefined ? undefined : `Did you mean ${found.didYouMean}?`;
  if (found.isBlank && source.format === "yaml") {
    const hint = `${guess ?? "Correct or remove it."} It has no value, so it says nothing. ${commaInBraces}`;
    return problem("unknown-field", message, hint, { severity: "error", where });
  }
  const hint =
    guess === undefined
      ? "A service may ignore it without a word. Remove it if it is a typing error; with --yes it is an error."
      : `${guess} A service may ignore it without a word; with --yes it is an error.`;
  return problem("unknown-field", message, hint, { severity: "warning", where, fix: fixOf(found.correction, source) });
}

/** Describes invisible or look-alike characters in a rejected value or an unknown name. */
function remarkOn(value: unknown): string | undefined {
  if (typeof value !== "string" || value.length > 200) return undefined;
  const blank = oddBlank(value);
  if (blank) return `It contains a ${blank.name}.`;
  const twin = letterTwin(value);
  return twin && `Its ${twin.letter} is a ${twin.script} letter that looks like ${twin.latin}.`;
}
