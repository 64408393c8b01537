import { isDeepStrictEqual } from "node:util";
import { pathText } from "../../document/index.ts";
import { JsonNumber } from "../../json/index.ts";
import { type Edit, fail, ok, type Problem, problem, type Result } from "../../problem/index.ts";
import { decode } from "../decode.ts";
import { parseJsonDocument } from "../parse-json.ts";
import { parseYaml } from "../parse-yaml.ts";
import { isRawMap, PlainScalar, type RawDocument, type RawValue } from "../raw.ts";
import { formatOf } from "../read-document.ts";
import { locate } from "../source.ts";
import { SourceText } from "../source-text.ts";
import { type Replacement, renamed, replacementOf, targetOf } from "./edit-text.ts";

/**
 * Replaces, adds, removes and renames fields in a YAML or JSON file; all other bytes stay as they are. Reads the result
 * and compares it with what is meant. Problem: `not-fixed`, or any problem in reading the file.
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
  const steps = editSteps(edits);
  const text = editedText(steps, before.value, source);
  if (!text.ok) return text;
  const after = valuesOf(new SourceText(file, text.value));
  const wanted = steps.reduce(withStep, new Map(valuesIn(before.value.root)));
  if (!after.ok || !isDeepStrictEqual(new Map(valuesIn(after.value.root)), wanted))
    return fail(notFixed({ file }, "Other values would have changed, too", "Correct it in an editor."));
  return ok(Buffer.concat([mark, Buffer.from(text.value)]));
}

/** An edit; or a field that gets another name, with what it holds. */
export type EditStep = Edit | { readonly path: string; readonly name: string };

/** A field that is removed while the same value is added in its group is given another name. */
export function editSteps(edits: readonly Edit[]): EditStep[] {
  const added = edits.filter(({ from, to }) => from === null && to !== null);
  const pairs = new Map(
    edits.flatMap((old) => {
      const pair = old.to === null && added.find(({ path, to }) => to === old.from && above(path) === above(old.path));
      return pair ? [[old, pair] as const] : [];
    }),
  );
  const paired = new Set(pairs.values());
  return edits.flatMap((edit): EditStep[] => {
    const pair = pairs.get(edit);
    if (pair) return [{ path: edit.path, name: pair.path.slice(above(pair.path).length).replace(/^\./, "") }];
    return paired.has(edit) ? [] : [edit];
  });
}

const above = (path: string): string => /^(.*)\.[^.]+$/.exec(path)?.[1] ?? "";

/** Writes one edit after the other where they touch each other. */
function editedText(steps: readonly EditStep[], before: RawDocument, source: SourceText): Result<string> {
  let open = steps;
  let [raw, { text }] = [before, source];
  while (open.length > 0) {
    const target = targetOf(raw, new SourceText(source.file, text));
    const made: Replacement[] = [];
    const later: EditStep[] = [];
    for (const step of open) {
      const replacement = "name" in step ? renamed(step.path, step.name, target) : replacementOf(step, target);
      if (replacement === undefined) return fail(unwritten(step, raw, new SourceText(source.file, text)));
      if (made.some(({ from, to }) => replacement.from <= to && from <= replacement.to)) later.push(step);
      else made.push(replacement);
    }
    for (const { from, to, by } of made.toSorted((a, b) => b.from - a.from))
      text = `${text.slice(0, from)}${by}${text.slice(to)}`;
    open = later;
    if (open.length === 0) break;
    const read = valuesOf(new SourceText(source.file, text));
    if (!read.ok)
      return fail(notFixed({ file: source.file }, "Other values would have changed, too", "Correct it in an editor."));
    raw = read.value;
  }
  return ok(text);
}

function unwritten(step: EditStep, raw: RawDocument, source: SourceText): Problem {
  const { whole, key, value } = locate(raw, step.path);
  const where = source.spot(whole ? value : key, step.path);
  if ("name" in step || step.to === null)
    return notFixed(where, "The field shares its lines with a comment or other fields", "Correct it in an editor.");
  if (!whole) return notFixed(where, "The group has no field to write it behind", `Write ${step.to} there.`);
  return notFixed(where, "The value is not on one line", `Write ${step.to} there.`);
}

/** Changes the values as a step says. */
function withStep(values: Map<string, unknown>, step: EditStep): Map<string, unknown> {
  const { path } = step;
  const below = values.has(path) ? [path] : [...values.keys()].filter((each) => isBelow(each, path));
  const group = above(path);
  for (const each of below) {
    if ("name" in step)
      values.set(`${group === "" ? "" : `${group}.`}${step.name}${each.slice(path.length)}`, values.get(each));
    values.delete(each);
  }
  if (!("name" in step) && step.to !== null) values.set(path, step.to);
  return values;
}

const isBelow = (each: string, path: string): boolean => each.startsWith(`${path}.`) || each.startsWith(`${path}[`);

function valuesOf(source: SourceText): Result<RawDocument> {
  return formatOf(source.file, source.text) === "json" ? parseJsonDocument(source) : parseYaml(source);
}

function notFixed(where: NonNullable<Problem["where"]>, why: string, hint: string): Problem {
  return problem("not-fixed", `${why}, so this was not changed.`, hint, { where });
}

/** All single values, each with its path. */
function valuesIn(value: RawValue, steps: readonly PropertyKey[] = []): [path: string, value: unknown][] {
  if (Array.isArray(value)) return value.flatMap((each, at) => valuesIn(each, [...steps, at]));
  if (isRawMap(value)) return Object.entries(value).flatMap(([name, each]) => valuesIn(each, [...steps, name]));
  return [[pathText(steps), value instanceof PlainScalar || value instanceof JsonNumber ? value.text : value]];
}
