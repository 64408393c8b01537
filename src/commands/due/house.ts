import { openRequest, requestNumber, type SignedRequest } from "../../approval/index.ts";
import type { Desk } from "../../desk/index.ts";
import { amount, daysBetween, formatAmount, gulfDay, isDecimalText, money } from "../../document/index.ts";
import { type Journal, type JournalNote, notesOfType, type OfAccounts } from "../../journal/index.ts";
import { isJsonObject, parseJson } from "../../json/index.ts";
import type { Lives } from "../../life/index.ts";
import { fileWord, ok, type Result, suggest } from "../../problem/index.ts";
import type { DueItem } from "../../report/index.ts";
import { agreementState, foldedName, missingWords, nextReview, type Supplier } from "../../suppliers/index.ts";
import { Drafts } from "../new/drafts.ts";
import { doneTodo } from "./remedies.ts";

const noDocument = { currency: "", payable: "" } as const;
/** How many days before its date a review becomes due. */
const soon = 30;

export function agreementRows(suppliers: readonly Supplier[], desk: Desk): DueItem[] {
  const today = gulfDay(desk.now());
  return suppliers.flatMap((each): DueItem[] => {
    const { supplier, agreement_expiry: ends = "" } = each;
    const row = { what: "agreement", called: supplier, supplier, ...noDocument } as const;
    if (agreementState(each, today) === "expired") {
      const deadline = { from: "agreement", day: ends, last: ends, daysLeft: daysBetween(today, ends) } as const;
      const why = ["The self-billing agreement has ended. Without a valid agreement the buyer may lose the input VAT."];
      const renew = `Renew it, then: ${suggest`suppliers edit ${supplier} --set agreement_expiry=YYYY-MM-DD`}`;
      const leave = `If you do not buy from this supplier any more: ${suggest`suppliers remove ${supplier}`}`;
      return [{ ...row, deadline, why, todo: [renew, leave] }];
    }
    const by = nextReview(each);
    if (by === undefined || daysBetween(today, by) > soon) return [];
    const deadline = { from: "agreement", day: by, last: by, daysLeft: daysBetween(today, by) } as const;
    const why = ["The yearly review of the self-billing agreement is due."];
    const todo = [`Check that it still holds; then: ${suggest`suppliers agreement ${supplier} --reviewed`}`];
    return [{ ...row, deadline, why, todo }];
  });
}

/** Returns incomplete suppliers, but only those used in a file or in a draft made by `new`. */
export async function incompleteRows(
  suppliers: readonly Supplier[],
  ofFiles: readonly string[],
  desk: Desk,
): Promise<DueItem[]> {
  const drafts = await Drafts.of(desk);
  const begun = drafts.ok ? await drafts.value.list() : [];
  const ofDrafts = begun.flatMap(({ draft }) => {
    const name = bookNameIn(draft.answers["supplier.known"]);
    return name === undefined ? [] : [{ name, by: `the draft ${draft.id}` }];
  });
  const needed = [...ofDrafts, ...ofFiles.map((name) => ({ name, by: "a file" }))];
  return suppliers.flatMap((each): DueItem[] => {
    const by = needed.filter(({ name }) => foldedName(name) === foldedName(each.supplier));
    const missing = by.length === 0 ? [] : missingWords(each);
    if (missing.length === 0) return [];
    const { supplier } = each;
    const who = [...new Set(by.map((one) => one.by))].join(", ");
    const why = [`Its entry is incomplete, and ${who} needs it. Missing: ${missing.join(", ")}.`];
    const todo = [`Ask the supplier, then: ${suggest`suppliers edit ${supplier} --set FIELD=VALUE`}`];
    return [{ what: "supplier", called: supplier, supplier, ...noDocument, why, todo }];
  });
}

function bookNameIn(answer: unknown): string | undefined {
  const { found } = (answer ?? {}) as { readonly found?: { readonly book?: { readonly name?: unknown } } };
  const name = found?.book?.name;
  return typeof name === "string" ? name : undefined;
}

export interface WaitingRequest extends SignedRequest {
  readonly at: string;
  readonly unsent: number;
  /** True for a request in a journal on a server; otherwise the request is a file. */
  readonly isQueued?: boolean;
}

/**
 * Returns requests with unsent documents. Requests from earlier versions do not name their documents. Problem:
 * `journal-unusable`.
 */
export async function waitingRequests(
  journal: Journal,
  lives: Lives,
  account: OfAccounts | undefined,
): Promise<Result<WaitingRequest[]>> {
  const notes = await journal.notes();
  if (!notes.ok) return notes;
  const found = new Map<string, WaitingRequest>();
  for (const signed of await requestsIn(notes.value, journal)) {
    const { request, hash } = signed;
    const isMeant = account === undefined || [account].flat().includes(request.account);
    const waits = isMeant ? await unsentOf(signed, journal) : ok(0);
    if (!waits.ok) return waits;
    const isDone = lives.said.done({ account: request.account, id: hash }).some(({ what }) => what === "approval");
    if (waits.value > 0 && !isDone) found.set(hash, { ...signed, at: request.at, unsent: waits.value });
  }
  return ok([...found.values()]);
}

async function requestsIn(
  notes: readonly JournalNote[],
  journal: Journal,
): Promise<Array<SignedRequest & Pick<WaitingRequest, "isQueued">>> {
  const found: Array<SignedRequest & Pick<WaitingRequest, "isQueued">> = [];
  for (const { data } of notesOfType(notes, "requested")) {
    const text = typeof data.text === "string" ? await journal.kept(data.text) : undefined;
    const json = text?.ok && text.value !== undefined ? parseJson(text.value) : undefined;
    const signed = json?.ok && isJsonObject(json.value) ? openRequest(json.value, { users: true }) : undefined;
    if (signed) found.push({ ...signed, isQueued: typeof data.file === "string" });
  }
  return found;
}

/** Counts the documents of a request that are not sent yet. Problem: `journal-unusable`. */
export async function unsentOf({ request }: SignedRequest, journal: Journal | undefined): Promise<Result<number>> {
  let count = 0;
  for (const { key } of request.documents) {
    const sent = journal ? await journal.isSent(request.account, key) : ok(false);
    if (!sent.ok) return sent;
    if (!sent.value) count += 1;
  }
  return ok(count);
}

export function requestRow({ request, hash, unsent, isQueued }: WaitingRequest, file?: string): DueItem {
  const { documents, by, at } = request;
  const of = documents.length === 1 ? "its document" : `${unsent} of its ${documents.length} documents`;
  const sums = documents.flatMap(({ gross_aed: gross }) => (isDecimalText(gross) ? [amount(gross)] : []));
  const name = requestNumber(hash);
  const written = file ?? `request-${name}.json`;
  const todo =
    isQueued && file === undefined
      ? `Who is to approve it: ${suggest`approvals`}. They type: ${suggest`approve ${name} --key KEY`.byAnother()}`
      : `Have it approved: ${suggest`approve ${fileWord(written)} --key KEY`.byAnother()}, then send it with --approval FILE`;
  return {
    what: "approval",
    called: isQueued && file === undefined ? name : written,
    supplier: "",
    currency: "AED",
    payable: formatAmount(money.sum(sums)),
    since: at,
    file,
    why: [
      `${by.name} asked for an approval, and ${of} ${unsent === 1 || documents.length === 1 ? "was" : "were"} not sent.`,
    ],
    todo: [todo, ...doneTodo("approval", name)],
  };
}
