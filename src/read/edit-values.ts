import { isDeepStrictEqual } from "node:util";
import { documentShapes, type Field, memberOf, pathText } from "../document/index.ts";
import { JsonNumber } from "../json/index.ts";
import { type Fix, fail, ok, type Problem, problem, type Result } from "../problem/index.ts";
import { decode } from "./decode.ts";
import { guessKind } from "./kind.ts";
import { parseJsonDocument } from "./parse-json.ts";
import { parseYaml } from "./parse-yaml.ts";
import { isRawMap, PlainScalar, type RawDocument, type RawValue } from "./raw.ts";
import { formatOf } from "./read-document.ts";
import { locate } from "./source.ts";
import { SourceText } from "./source-text.ts";
import { scalar } from "./write-yaml.ts";

type Edit = Fix["edits"][number];

/**
 * Replaces values in a YAML or JSON file; all other bytes stay as they are. Reads the result and compares it with what
 * is meant. Problem: `not-fixed`, or any problem in reading the file.
 */
export function editValues(bytes: Uint8Array, file: string, edits: readonly Edit[]): Result<Uint8Array> {
  const decoded = decode(bytes, file);
  if (!decoded.ok) return decoded;
  const source = new SourceText(file, decoded.value);
  const mark = bytes.subarray(0, Math.max(0, bytes.length - Buffer.byteLength(source.text)));
  if (!Buffer.concat([mark, Buffer.from(source.text)]).equals(bytes))
    return fail(notFixed({ file }, "It is not UTF-8", "Save it as UTF-8, then run the same command again."));
  const before = valuesOf(source);
  if (!before.ok) return before;
  const tokens = [];
  for (const edit of edits) {
    const token = tokenOf(edit, before.value, source);
    const { value } = locate(before.value, edit.path);
    if (token === undefined)
      return fail(notFixed(source.spot(value, edit.path), "The value is not on one line", `Write ${edit.to} there.`));
    tokens.push(token);
  }
  let { text } = source;
  for (const { from, to, by } of tokens.sort((a, b) => b.from - a.from))
    text = `${text.slice(0, from)}${by}${text.slice(to)}`;
  const after = valuesOf(new SourceText(file, text));
  const meant = new Map(edits.map(({ path, to }) => [path, to]));
  const wanted = valuesIn(before.value.root).map(([path, value]) => [path, meant.get(path) ?? value]);
  if (!after.ok || !isDeepStrictEqual(valuesIn(after.value.root), wanted))
    return fail(notFixed({ file }, "Other values would have changed, too", "Correct it in an editor."));
  return ok(Buffer.concat([mark, Buffer.from(text)]));
}

function valuesOf(source: SourceText): Result<RawDocument> {
  return formatOf(source.file, source.text) === "json" ? parseJsonDocument(source) : parseYaml(source);
}

function notFixed(where: NonNullable<Problem["where"]>, why: string, hint: string): Problem {
  return problem("not-fixed", `${why}, so the file was not changed.`, hint, { where });
}

/** Returns where the text of a value begins and ends, and what to write there; undefined if it has several lines. */
function tokenOf({ path, from, to }: Edit, raw: RawDocument, { file, text }: SourceText) {
  const { value: at, whole } = locate(raw, path);
  const isJson = formatOf(file, text) === "json";
  const field = fieldAt(path, guessKind(raw.root, file));
  if (!whole) return undefined;
  const quoted = isJson ? /"(?:[^"\\\r\n]|\\.)*"/y : /"(?:[^"\\\r\n]|\\.)*"|'(?:[^'\r\n]|'')*'/y;
  quoted.lastIndex = at;
  const token = quoted.exec(text)?.[0];
  if (token !== undefined)
    return {
      from: at,
      to: at + token.length,
      by: token.startsWith("'") ? `'${to.replaceAll("'", "''")}'` : JSON.stringify(to),
    };
  if (!text.startsWith(from, at)) return undefined;
  const bare = scalar(to, field);
  return { from: at, to: at + from.length, by: isJson && bare === to && !isNumber(field) ? JSON.stringify(to) : bare };
}

const isNumber = (field: Field | undefined): boolean => field?.kind === "leaf" && field.meta.wire === "number";

function fieldAt(path: string, kind: keyof typeof documentShapes): Field | undefined {
  let at: Field | undefined = documentShapes[kind];
  for (const [step] of path.matchAll(/[^.[\]]+/g)) {
    if (at === undefined) return undefined;
    if (!/^\d+$/.test(step)) at = memberOf(at, step);
    else at = at.kind === "list" || at.kind === "object-or-list" ? at.item : undefined;
  }
  return at;
}

/** All single values, each with its path. */
function valuesIn(value: RawValue, steps: readonly PropertyKey[] = []): [path: string, value: unknown][] {
  if (Array.isArray(value)) return value.flatMap((each, at) => valuesIn(each, [...steps, at]));
  if (isRawMap(value)) return Object.entries(value).flatMap(([name, each]) => valuesIn(each, [...steps, name]));
  return [[pathText(steps), value instanceof PlainScalar || value instanceof JsonNumber ? value.text : value]];
}
