import { allOrNull, kind, maybe, maybeParty, shape, text } from "../../answers/index.ts";
import type { Desk } from "../../desk/index.ts";
import { amount, documentKinds, isDecimalText, money } from "../../document/index.ts";
import type { Journal } from "../../journal/index.ts";
import { ok, type Problem, problem, type Result } from "../../problem/index.ts";
import { type AllElsewhere, allElsewhere } from "../create/all-elsewhere.ts";
import { type ElsewhereDocument, noteAccepted } from "../create/made-elsewhere.ts";

/** Maximum number of documents named on a screen; --json lists all. */
const mostShown = 10;

interface Asking {
  readonly profile: string | undefined;
  readonly businessProfile: string | undefined;
}

/** Returns the documents that the journal lacks, or why they cannot be queried. Problem: `journal-unusable`. */
export async function lackingHere(words: Asking, journal: Journal, desk: Desk): Promise<Result<AllElsewhere>> {
  const connected = await desk.connect({ ...words, sandbox: false, serviceVersion: undefined });
  if (!connected.ok) return ok({ is: "unread", problem: connected.problems[0] });
  return allElsewhere(connected.value, journal, desk);
}

/** Returns the documents that the service has and the journal lacks; none if the service was not read. */
export function documentsIn(found: AllElsewhere): readonly ElsewhereDocument[] {
  return found.is === "read" ? found.documents : [];
}

/** Records the documents that the journal lacks. Problem: `journal-unusable`. */
export async function recordLacking(
  found: AllElsewhere,
  { account, by, journal }: { readonly account: string; readonly by: string; readonly journal: Journal },
): Promise<Result<void>> {
  if (found.is !== "read") return ok(undefined);
  const until = found.unclear === undefined ? found.at : undefined;
  return noteAccepted({ account, by, documents: [...found.documents, ...found.unsure], until }, journal);
}

export function elsewhereFacts(found: AllElsewhere): [string, string][] {
  if (found.is === "no-lists") return [["Made elsewhere", "not known: the service of this profile has no lists"]];
  if (found.is === "unread") return [["Made elsewhere", `not known: ${found.problem.message}`]];
  const { documents } = found;
  if (documents.length === 0) return [["Made elsewhere", "nothing that this journal lacks"]];
  const count = documents.length === 1 ? "1 document" : `${documents.length.toLocaleString("en")} documents`;
  const shown = documents.slice(0, mostShown).map((each): [string, string] => ["Document", inWords(each)]);
  const more = documents.length - shown.length;
  return [
    ["Made elsewhere", `${count} that this journal lacks:`],
    ...shown,
    ...(more > 0 ? ([["Document", `and ${more.toLocaleString("en")} more`]] satisfies [string, string][]) : []),
  ];
}

function inWords({ kind, id, number, name, date, currency, payable }: ElsewhereDocument): string {
  const isAmount = payable !== undefined && isDecimalText(payable);
  const sum = isAmount ? `${money.forPeople(amount(payable))} ${currency ?? ""}`.trim() : undefined;
  const facts = [documentKinds[kind].says, name, date, sum].filter((each) => each !== undefined);
  return `${number === undefined ? id : `${number} (${id})`}: ${facts.join(", ")}`;
}

const elsewhereShape = shape<ElsewhereDocument>({
  kind: [kind, ({ kind }) => kind],
  id: [text, ({ id }) => id],
  document_number: [maybe, ({ number }) => number],
  supplier: [maybeParty, ({ name, trn }) => ({ name: name ?? null, trn: trn ?? null })],
  issue_date: [maybe, ({ date }) => date],
  currency: [maybe, ({ currency }) => currency],
  payable_amount: [maybe, ({ payable }) => payable],
});

/** The answer of `journal accept --json`; `made_elsewhere` is null if unknown. */
export const acceptedShape = shape<{
  readonly account: string;
  readonly now: { readonly journal: string; readonly sequence: number; readonly head: string };
  readonly result: string;
  readonly elsewhere: AllElsewhere;
}>({
  account: [text, ({ account }) => account],
  journal: [text, ({ now }) => now.journal],
  sequence: [text, ({ now }) => String(now.sequence)],
  head: [text, ({ now }) => now.head],
  result: [text, ({ result }) => result],
  made_elsewhere: allOrNull(elsewhereShape, ({ elsewhere }) =>
    elsewhere.is === "read" ? elsewhere.documents : undefined,
  ),
});

/** Reports what remains unknown after accepting. */
export function leftUnknown(found: AllElsewhere): Problem[] {
  if (found.is === "no-lists") return [];
  if (found.is === "unread") return [{ ...notLooked(found.problem, "The journal was accepted"), severity: "warning" }];
  if (found.unclear === undefined) return [];
  const message = `There may be more documents that were made elsewhere: ${found.unclear}.`;
  const hint = "Run the command again; if the problem remains, ask the service.";
  return [problem("list-unclear", message, hint, { severity: "warning" })];
}

/** Warns that it is not known which documents are missing, because the service could not be queried. */
export function notLooked(why: Problem, done: string): Problem {
  const message = `${done}, but what the service has and this journal lacks is not known. ${why.message}`;
  return { ...why, message };
}
