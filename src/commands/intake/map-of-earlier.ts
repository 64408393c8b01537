import { basename, dirname } from "node:path";
import type { Desk } from "../../desk/index.ts";
import type { DocumentKind } from "../../document/index.ts";
import { ok, type Result } from "../../problem/index.ts";
import { safe } from "../../render/index.ts";
import type { MoneyDoubt, Role } from "../../sheet/index.ts";
import { openSheetFile, type SheetWords } from "../sheet/drafts.ts";
import { type KeptMap, keptMapFor, keptMapNamed } from "../sheet/kept-maps.ts";
import { doubtAsked } from "./money-questions.ts";
import { noAnswers } from "./open-asked.ts";
import { questionAsked } from "./questions.ts";

/**
 * Asks about columns that speak of money and that a finished map neither uses nor names as unused, and writes the
 * answers into the map, so that each is asked once. Problems: `declined`, `interrupted`, `output-unwritable`.
 */
export async function earlierMapAsked(
  file: string,
  kind: DocumentKind | undefined,
  words: SheetWords,
  desk: Desk,
): Promise<Result<undefined>> {
  const found = await mapOf(file, kind, words, desk);
  if (found === undefined) return ok(undefined);
  const room = await import("../../sheet/index.ts");
  const given = { ...words, map: found.path, mapContent: found.bytes, isLook: true } as const;
  const opened = await openSheetFile(file, kind, given, desk);
  if (!opened.ok) return ok(undefined); // the errors are reported when it is read
  const doubts = room.undecidedColumns(opened.value.table, opened.value.map);
  const added = { columns: [] as string[], words: [] as string[], constants: [] as string[] };
  for (const doubt of doubts) {
    const lines = await linesAsked(doubt, desk);
    if (!lines.ok) return lines;
    added.columns.push(lines.value.column);
    added.words.push(...lines.value.words);
    added.constants.push(...lines.value.constants);
  }
  const text = doubts.length === 0 ? undefined : withLines(new TextDecoder().decode(found.bytes), added);
  const isRead =
    text !== undefined && room.readMap(new TextEncoder().encode(text), found.path, { kind: kind ?? "invoice" }).ok;
  if (text === undefined || !isRead) return ok(undefined); // the lines to write are reported when it is read
  const manner = { replace: true, private: found.isKept };
  const written = await desk.output.write(dirname(found.path), basename(found.path), text, manner);
  if (!written.ok) return written;
  desk.say(safe(`Written into ${found.path}: ${[...added.columns, ...added.words, ...added.constants].join(", ")}`));
  return ok(undefined);
}

/** Returns the map that the list is read with; undefined if there is none. */
async function mapOf(
  file: string,
  kind: DocumentKind | undefined,
  { map }: SheetWords,
  desk: Desk,
): Promise<(Pick<KeptMap, "path" | "bytes"> & { readonly isKept: boolean }) | undefined> {
  if (map !== undefined) {
    const bytes = await desk.files.read(map);
    if (bytes.ok) return { path: map, bytes: bytes.value, isKept: false };
  }
  const { maxSheetBytes } = await import("../../sheet/index.ts");
  const bytes = map === undefined ? await desk.files.read(file, maxSheetBytes) : undefined;
  if (bytes?.ok === false) return undefined;
  const kept =
    map === undefined
      ? bytes && (await keptMapFor(file, bytes.value, kind ?? "invoice", desk))
      : await keptMapNamed(map, desk);
  return kept?.ok && kept.value ? { ...kept.value, isKept: true } : undefined;
}

async function linesAsked(
  doubt: MoneyDoubt,
  desk: Desk,
): Promise<
  Result<{ readonly column: string; readonly words: readonly string[]; readonly constants: readonly string[] }>
> {
  const { constantsFor, lineFor } = await import("../../sheet/index.ts");
  const answered = await doubtAsked(doubt, noAnswers, desk);
  if (!answered.ok) return answered;
  const role = answered.value.means.get(doubt.heading);
  const words = await wordsAsked(doubt, role, desk);
  if (!words.ok) return words;
  return ok({
    column: lineFor(doubt.heading, role),
    words: words.value,
    constants: constantsFor(doubt.heading, role),
  });
}

/** Asks what words of the column mean that are not known, if what it is needs their meaning. */
async function wordsAsked(doubt: MoneyDoubt, role: Role | undefined, desk: Desk): Promise<Result<string[]>> {
  const { meaningsOf, saidOf, wordsLine } = await import("../../sheet/index.ts");
  const said = (role && saidOf(role)) ?? "";
  const known: [string, string][] = [];
  for (const [word, means] of meaningsOf(doubt, said)) {
    const isOpen = means === undefined || means.startsWith("?");
    const of = said === "kind" ? "type" : said === "status" ? "status" : "vat";
    const about = { is: "word", of, heading: doubt.heading, word: word === "zero" ? "0" : word } as const;
    const asked = isOpen ? await questionAsked(about, noAnswers, desk) : undefined;
    if (asked && !asked.ok) return asked;
    const answer = asked?.value.words.get(doubt.heading)?.get(about.word);
    known.push([word, answer === "other" || answer === "out" ? "left out" : (answer ?? means ?? "")]);
  }
  return ok(known.length === 0 ? [] : [wordsLine(doubt.heading, known, said)]);
}

/** Adds lines to the parts of a map; undefined if it has no `columns` in lines of their own. */
function withLines(
  text: string,
  { columns, words, constants }: Readonly<Record<"columns" | "words" | "constants", readonly string[]>>,
): string | undefined {
  const own = constants.filter((line) => !text.includes(line.slice(0, line.indexOf(":") + 1)));
  const mapped = below(text, "columns", columns);
  return mapped === undefined ? undefined : withPart(withPart(mapped, "words", words), "constants", own);
}

/** Adds lines to a part, and the part itself where the map has none. */
function withPart(text: string, part: string, lines: readonly string[]): string {
  const all = [...new Set(lines)];
  if (all.length === 0) return text;
  const end = /\r?\n$/.test(text) ? "" : "\n";
  return below(text, part, all) ?? `${text}${end}${part}:\n${all.map((line) => `  ${line}\n`).join("")}`;
}

function below(text: string, part: string, lines: readonly string[]): string | undefined {
  const found = new RegExp(`^${part}:[ \\t]*(?:#[^\\n\\r]*)?(\\r?\\n)(?=( +)\\S)`, "m").exec(text);
  if (found === null) return undefined;
  const [head = "", end = "\n", indent = "  "] = found;
  const at = found.index + head.length;
  return `${text.slice(0, at)}${lines.map((line) => `${indent}${line}${end}`).join("")}${text.slice(at)}`;
}
