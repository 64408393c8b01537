import { parseJson as parse } from "../json/index.ts";
import { fail, ok, type Problem, problem, type Result } from "../problem/index.ts";
import { notADocument } from "./compose-yaml.ts";
import { startFromTemplate } from "./parse-yaml.ts";
import { isRawMap, Places, type RawDocument } from "./raw.ts";
import type { SourceText } from "./source-text.ts";

/**
 * Parses JSON strictly by RFC 8259 (no YAML syntax). Stops at the first error and reports it with its position:
 * `bad-syntax`, `too-deep`, `duplicate-key`, `forbidden-key`, `not-a-document`, `empty-document`.
 */
export function parseJsonDocument(given: SourceText): Result<RawDocument> {
  const text = withNewlines(given.text);
  const rootAt = text.search(/[^ \t\n]/);
  if (rootAt < 0) {
    const where = { file: given.file };
    return fail(problem("empty-document", "The file has no document: it is empty.", startFromTemplate, { where }));
  }
  const places = new Places();
  const parsed = parse(text, (holder, key, keyAt, valueAt) => places.note(holder, key, keyAt, valueAt));
  if (!parsed.ok) return fail(placed(parsed.problems[0], given));
  const root = parsed.value;
  if (isRawMap(root as never)) return ok({ root: root as RawDocument["root"], rootAt, places });
  return fail(notADocument(given, rootAt, Array.isArray(root) ? "list" : "text"));
}

/** Makes every line end \n, so that lines are counted as in src/json; offsets do not change. */
function withNewlines(text: string): string {
  return text.includes("\r") ? text.replace(/\r(?!\n)/g, "\n").replaceAll("\r\n", " \n") : text;
}

function placed(found: Problem, source: SourceText): Problem {
  const at = source.offset(found.where?.line ?? 1, found.where?.column ?? 1);
  const yaml = found.code === "bad-syntax" && /\.json$/i.test(source.file) && /^\s*[A-Za-z_#-]/.test(source.text);
  const hint = yaml
    ? "The file looks like YAML: rename it to .yaml."
    : (betterHint(source.text, at, found.message) ?? found.hint);
  return { ...found, hint, where: source.spot(at) };
}

/** Recognises common errors in hand-written JSON. */
function betterHint(text: string, at: number, found: string): string | undefined {
  const rest = text.slice(at, at + 200);
  const before = text.slice(Math.max(0, at - 200), at).trimEnd();
  if (/^[}\]]/.test(rest) && before.endsWith(",")) return "Remove the comma before it.";
  if (/^(?:\/\/|\/\*|#)/.test(rest)) return "JSON has no comments; remove it, or write the file as YAML.";
  if (/^['‘“”]/.test(rest)) return "Write straight double quotes.";
  if (/^(?:NaN|-?Infinity|undefined|None|True|False)\b/.test(rest))
    return "This is not a JSON value; write a number, true, false or null.";
  if (/^\./.test(rest)) return "Write a digit before the point, such as 0.5.";
  if (/^\+/.test(rest)) return "Write the number without a plus sign.";
  if (/^\d/.test(rest) && /(?:^|[^\d.])-?0$/.test(before))
    return "Write the number without leading zeros, or as text in double quotes.";
  if (rest === "") return "The file is cut short, or something is not closed: look for a missing }, ] or quote.";
  if (before !== "" && found.endsWith("follows the end of the document."))
    return "Remove what follows, or move it to its own file.";
  if (/^"/.test(rest) && found.includes("a string contains")) {
    return /^"(?:[^"\\]|\\.)*(?:[\r\n]|$)/.test(rest.split(/(?<=[\r\n])/)[0] ?? "")
      ? "Close the text with a double quote in the same line."
      : 'Write \\\\ for a backslash; only \\n, \\t, \\" and \\u with four digits mean something else.';
  }
  if (/^"/.test(rest) && /["\d\w}\]]$/.test(before)) return "Put a comma between the two.";
  return undefined;
}
