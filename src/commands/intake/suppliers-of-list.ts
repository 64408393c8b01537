import { basename, dirname, join } from "node:path";
import type { Desk } from "../../desk/index.ts";
import type { DocumentKind } from "../../document/index.ts";
import { fail, failAll, fileWord, ok, problem, type Result, suggest } from "../../problem/index.ts";
import { safe } from "../../render/index.ts";
import type { Folders } from "../../settings/index.ts";
import type { SheetSupplier } from "../../sheet/index.ts";
import {
  changeBook,
  findSupplier,
  foldedName,
  gapSentence,
  identityOf,
  missingIn,
  type Supplier,
  type SupplierDraft,
  setFields,
  withUsual,
} from "../../suppliers/index.ts";
import { type OpenedSheet, openSheetFile, type SheetWords } from "../sheet/drafts.ts";
import { judged } from "../suppliers/entries.ts";
import { howToAnswer, keepOneName, supplierAsked } from "../suppliers/questions.ts";
import { choose, stoppedByPerson } from "./ask.ts";

/** An entry that lacks something, in a sentence. */
export interface SupplierGap {
  readonly supplier: Supplier;
  readonly sentence: string;
}

/** What an extra adds to the questions about a spreadsheet: the workbook to fill in. */
export interface SuppliersPart {
  readonly workbookOf: (gaps: readonly SupplierGap[]) => Promise<Uint8Array>;
}

/**
 * Asks about missing and incomplete suppliers, or writes them to a list to fill in. Problems: `declined` (the list was
 * written, or the user stopped), `interrupted`, any supplier-book problem, any file-writing problem.
 */
export async function suppliersOfList(
  file: string,
  kind: DocumentKind | undefined,
  words: SheetWords,
  desk: Desk,
): Promise<Result<undefined>> {
  if (!desk.ask.possible || desk.asJson) return ok(undefined);
  const look = () => openSheetFile(file, kind, { ...words, isLook: true }, desk);
  let opened = await look();
  if (!opened.ok) return ok(undefined); // errors in the file are reported when it is read
  const merged = await namesKept(opened.value, desk);
  if (!merged.ok) return merged;
  if (merged.value) opened = await look();
  if (!opened.ok) return ok(undefined);
  const wanted = await suppliersWanted(opened.value, desk);
  if (!wanted.ok || wanted.value.length === 0) return wanted.ok ? ok(undefined) : wanted;
  const list = listName(file);
  const [part] = await desk.hooks.parts<SuppliersPart>("import");
  const toWrite = { value: "list", name: `Write a list to fill in: ${list}`, short: "write a list" };
  const reply = await choose(
    desk,
    headOf(wanted.value),
    [
      { value: "ask", name: "Type it now, one supplier after the other", short: "type it now" },
      ...(part ? [toWrite] : []),
      { value: "skip", name: "Go on without: their bills stay invalid", short: "go on" },
      { value: "stop", name: "Stop" },
    ],
    "A document needs legal name, TRN, address, licence and e-mail of its supplier. You say it once: the supplier book keeps it.",
  );
  if (!reply.ok) return reply;
  if (reply.value === "stop") return stoppedByPerson();
  if (part && reply.value === "list") return written({ list, file, part }, wanted.value, desk);
  return reply.value === "ask" ? asked(wanted.value, desk) : ok(undefined);
}

/**
 * Asks which name to keep of each supplier of the list that is in the book more than once, and removes the others.
 * Returns whether anything was removed. Problems: `declined`, `interrupted`, any supplier-book problem.
 */
async function namesKept({ drafts, table }: OpenedSheet, desk: Desk): Promise<Result<boolean>> {
  const settings = await desk.settings();
  if (!settings.ok) return settings;
  const { suppliersOfTable } = await import("../../sheet/index.ts");
  const said = suppliersOfTable(table);
  const lines = drafts.flatMap(({ made }) => made.problems).filter(({ code }) => code === "no-supplier");
  const trns = lines.flatMap(({ where }) => said.get(where?.line ?? 0)?.trn || []);
  return keepOneName(trns, settings.value.folders, desk);
}

interface Wanted {
  readonly entry: SupplierDraft;
  readonly name: string;
  readonly isNew: boolean;
}

/**
 * Returns the suppliers that are missing or incomplete, each once, in the order of the list. Problems: any
 * supplier-book problem.
 */
async function suppliersWanted({ drafts, table }: OpenedSheet, desk: Desk): Promise<Result<readonly Wanted[]>> {
  const book = await desk.suppliers();
  if (!book.ok) return book;
  const { suppliersOfTable } = await import("../../sheet/index.ts");
  const said = suppliersOfTable(table);
  const wanted = new Map<string, Wanted>();
  for (const { made } of drafts) {
    for (const { code, where } of made.problems) {
      const supplier = code === "no-supplier" ? said.get(where?.line ?? 0) : undefined;
      if (supplier === undefined || supplier.key === "" || wanted.has(foldedName(supplier.key))) continue;
      // Several entries with one TRN are no new supplier.
      if (book.value.suppliers.filter((each) => supplier.trn && identityOf(each).trn === supplier.trn).length > 1)
        continue;
      wanted.set(foldedName(supplier.key), newEntry(supplier));
    }
    const { supplier: name } = made.document as Record<string, unknown>;
    const found = typeof name === "string" ? findSupplier(book.value, name) : undefined;
    if (!found?.ok || missingIn(found.value).length === 0) continue;
    const entry = found.value;
    wanted.set(foldedName(entry.supplier), {
      entry: entry as unknown as SupplierDraft,
      name: entry.supplier,
      isNew: false,
    });
  }
  return ok([...wanted.values()]);
}

function newEntry({ key, name, trn }: SheetSupplier): Wanted {
  const short = (name || key).slice(0, 80).trim();
  const known = [...(name === "" ? [] : [`party_name=${name}`]), ...(trn === "" ? [] : [`trn=${trn}`])];
  const entry = setFields({ supplier: short }, known);
  return { entry: entry.ok ? entry.value : { supplier: short }, name: short, isNew: true };
}

function headOf(wanted: readonly Wanted[]): string {
  const named = (list: readonly Wanted[]): string => {
    const names = list.slice(0, 6).map(({ name }) => name);
    return `${names.join(", ")}${list.length > names.length ? ` and ${list.length - names.length} more` : ""}`;
  };
  const [news, gaps] = [wanted.filter(({ isNew }) => isNew), wanted.filter(({ isNew }) => !isNew)];
  const count = (list: readonly Wanted[]): string => (list.length === 1 ? "1 supplier" : `${list.length} suppliers`);
  const parts = [
    ...(news.length === 0
      ? []
      : [`${count(news)} ${news.length === 1 ? "is" : "are"} not in your supplier book: ${named(news)}.`]),
    ...(gaps.length === 0 ? [] : [`Your supplier book lacks something of ${count(gaps)}: ${named(gaps)}.`]),
  ];
  return `${parts.join(" ")} What now?`;
}

/** Asks for the data of each supplier and saves it as soon as it is complete. */
async function asked(wanted: readonly Wanted[], desk: Desk): Promise<Result<undefined>> {
  const settings = await desk.settings();
  if (!settings.ok) return settings;
  desk.say(howToAnswer);
  for (const [at, { entry, name }] of wanted.entries()) {
    desk.say(safe(`\n${at + 1} of ${wanted.length}: ${name}`));
    const draft = await supplierAsked(entry, desk);
    if (!draft.ok) return draft;
    const { supplier, problems } = judged(draft.value);
    const [first, ...more] = problems;
    if (supplier === undefined) return first ? failAll([first, ...more]) : ok(undefined);
    const kept = await keptInBook(supplier, settings.value.folders, desk);
    if (!kept.ok) return kept;
    desk.say(safe(`${name} is in your supplier book. ${gapSentence(supplier) ?? ""}`.trim()));
  }
  return ok(undefined);
}

/** Saves a supplier. If the book cannot be written, the user can try again without losing the answers. */
async function keptInBook(supplier: Supplier, folders: Folders, desk: Desk): Promise<Result<undefined>> {
  for (;;) {
    const kept = changeBook(folders, (book) => ok(withEntry(book.suppliers, supplier)));
    if (kept.ok) return ok(undefined);
    desk.sayProblems(kept.problems);
    const next = await choose(
      desk,
      `${supplier.supplier} is not in your supplier book yet. What now?`,
      [
        { value: "again", name: "Try again, after you removed the cause" },
        { value: "stop", name: "Stop: the answers about this supplier are lost" },
      ],
      "Your answers are kept only while this question is open. Nothing was sent.",
      "again",
    );
    if (!next.ok) return next;
    if (next.value === "stop") return kept;
  }
}

const withEntry = (all: readonly Supplier[], supplier: Supplier): Supplier[] => [
  ...all.filter((each) => foldedName(each.supplier) !== foldedName(supplier.supplier)),
  supplier,
];

const listName = (file: string): string =>
  join(dirname(file), `${basename(file).replace(/\.[^.]*$/, "")}-suppliers.xlsx`);

/** Writes the list to fill in, and ends the run with a problem that names the command to read it. */
async function written(
  { list, file, part }: { readonly list: string; readonly file: string; readonly part: SuppliersPart },
  wanted: readonly Wanted[],
  desk: Desk,
): Promise<Result<undefined>> {
  const gaps = wanted.map(({ entry }) => {
    const supplier = withUsual(entry) as unknown as Supplier;
    return { supplier, sentence: gapSentence(supplier) ?? "" };
  });
  const done = await desk.output.write(dirname(list), basename(list), await part.workbookOf(gaps), { private: true });
  if (!done.ok) return done;
  const count = wanted.length === 1 ? "1 supplier" : `${wanted.length} suppliers`;
  return fail(
    problem(
      "declined",
      `${done.value} has ${count} to complete, one row each. Nothing was sent.`,
      `Fill in the list and save it. Then: ${suggest`suppliers import ${fileWord(list)} --update`}, and ${suggest`import ${fileWord(file)}`} again.`,
    ),
  );
}
