import { idOf, isUuid, textNamed } from "../../contract/index.ts";
import type { Connection, Desk, NotOurs } from "../../desk/index.ts";
import { type DocumentKind, documentKinds } from "../../document/index.ts";
import { type CreatedDocument, type Journal, type OverallNow, overallNow } from "../../journal/index.ts";
import { isJsonObject } from "../../json/index.ts";
import { fail, ok, type Problem, problem, type Result } from "../../problem/index.ts";
import type { Service, StatusSubject } from "../../send/index.ts";
import { onOtherSide } from "../answer/other-side.ts";
import { flag } from "../command.ts";
import { oneDocument } from "./one-document.ts";
import { readAgain } from "./read-again.ts";

export const kindOptions = {
  sales: flag("--sales", "a credit note that you issued as the seller"),
  invoice: flag("--invoice", "a self-billed invoice"),
} as const;

export interface Subject {
  readonly asked: string;
  readonly id: string;
  /** Kinds in the order in which they are requested; the first kind with a document of this id is used. */
  readonly kinds: readonly [StatusSubject, ...StatusSubject[]];
  readonly created?: CreatedDocument | undefined;
  /** The last overall status in the journal; absent if the service told none. */
  readonly told?: OverallNow | undefined;
  /** The service, with the contract version that the document was created with. */
  readonly service: Service;
  /** Whether the service provides documents, not only their Peppol status. */
  readonly extras: boolean;
  /** The name of the profile; absent if it has none. */
  readonly profile?: string | undefined;
  /** The unsuccessful look-ups of the number, as clauses for a message: `the service's list … shows no document …`. */
  readonly looked?: readonly string[];
  /** Set if the journal has this name only under another account. */
  readonly other?: NotOurs | undefined;
}

interface Words {
  readonly sales?: boolean;
  readonly invoice?: boolean;
  readonly serviceVersion: string | undefined;
}

/**
 * Finds the document that a name means. The kind comes from the options or else from the journal; if neither has it,
 * credit note is tried before invoice. A number of several documents in the journal is asked about (`oneDocument`). A
 * name that is not in the journal is looked up as a number in the service's lists, and otherwise used as an id, because
 * ids can be any text (Decision 65). Problems: `bad-usage`, `journal-unusable`, any problem from reading the service's
 * lists.
 */
export async function findSubject(
  asked: string,
  words: Words,
  connection: Connection,
  desk: Desk,
): Promise<Result<Subject>> {
  const { service, profile, account } = connection;
  const { extras, name } = profile;
  const whose = { extras, profile: name };
  if (words.sales && words.invoice)
    return fail(problem("bad-usage", "--sales and --invoice exclude each other.", "Remove one of them."));
  if (words.sales) return ok({ asked, id: asked, kinds: ["sales-credit-note"], service, ...whose });
  const journal = await desk.journal();
  if (!journal.ok) return journal;
  const forced: DocumentKind | undefined = words.invoice ? "invoice" : undefined;
  const known = await journal.value.find(account, asked);
  if (!known.ok) return known;
  const meant = known.value.filter((each) => forced === undefined || each.kind === forced);
  const one = await oneDocument(asked, meant, journal.value, desk);
  if (!one.ok) return one;
  const created = one.value;
  if (created) {
    const spoken = words.serviceVersion ?? created.version;
    const then = spoken === profile.serviceVersion ? service : service.withVersion(spoken);
    const told = await toldBefore(created, journal.value);
    if (!told.ok) return told;
    return ok({ asked, id: created.id, kinds: [created.kind], created, told: told.value, service: then, ...whose });
  }
  const kinds: [DocumentKind, ...DocumentKind[]] = forced ? [forced] : ["credit-note", "invoice"];
  const other = await onOtherSide(asked, desk);
  if (isUuid(asked) || !extras) return ok({ asked, id: asked, kinds, service, ...whose, other });
  const looked: string[] = [];
  for (const kind of kinds) {
    const found = await byNumber(kind, asked, service, desk);
    if (!found.ok) return found;
    if ("id" in found.value) return ok({ asked, id: found.value.id, kinds: [kind], service, ...whose });
    looked.push(found.value.looked);
  }
  const isInNone = looked.length > 1 && looked.every((each) => each.endsWith(noSuchNumber));
  const told = isInNone ? [`the service's lists show no document ${noSuchNumber}`] : looked;
  return ok({ asked, id: asked, kinds, service, ...whose, looked: told, other });
}

async function toldBefore({ account, id }: CreatedDocument, journal: Journal): Promise<Result<OverallNow | undefined>> {
  const past = await journal.tries.last("id", id, ({ state }) => state === "created");
  if (!past.ok) return past;
  const seen = await journal.seen(account, id);
  if (!seen.ok) return seen;
  const told = overallNow(past.value?.result, seen.value);
  return ok(told.overallStatus === undefined && told.findings.length === 0 ? undefined : told);
}

const noSuchNumber = "with this number";

/** Looks up a number in the service's list. The list may contain similar numbers; only an exact match counts. */
async function byNumber(
  kind: DocumentKind,
  number: string,
  service: Service,
  desk: Desk,
): Promise<Result<{ readonly id: string } | { readonly looked: string }>> {
  const list = `the service's list of ${documentKinds[kind].says}s`;
  const answer = await readAgain(() => service.shownList(kind, { document_number: number }), desk);
  if (!answer.ok) {
    // Even if the list cannot be read, the text may still be an id.
    const { status } = answer;
    if (status === undefined || status === 401 || status === 403 || status === 429) return answer;
    return ok({ looked: `${list} could not be read (${status})` });
  }
  const { entries, page } = answer.value;
  const same = entries.filter(isJsonObject).filter((each) => textNamed(each, "documentNumber") === number);
  const id = same.map((each) => idOf(each)?.id).find((each) => each !== undefined);
  if (id !== undefined) return ok({ id });
  const pages = page?.total_pages ?? 1;
  const part = pages > 1 ? `, on the first of its ${pages} pages,` : "";
  if (same.length > 0) return ok({ looked: `${list} shows this number, but tells no id of it` });
  return ok({ looked: `${list}${part} shows no document ${noSuchNumber}` });
}

/**
 * Returns the problem `not-found`, which names the owner if the journal has it, otherwise the places that were
 * searched.
 */
export function notFound(
  { asked, created, looked = [], other }: Subject,
  { askedAs, itSays, hint }: { readonly askedAs: string; readonly itSays: string; readonly hint: string },
): Problem {
  if (other) return problem("not-found", `${other.says}.`, other.hint);
  const journal = created === undefined ? [`the journal does not know ${JSON.stringify(asked)}`] : [];
  const clauses = [...journal, ...looked, askedAs];
  const last = clauses.pop() ?? askedAs;
  const text = clauses.length === 0 ? last : `${clauses.join(", ")}, and ${last}`;
  return problem("not-found", `${text.charAt(0).toUpperCase()}${text.slice(1)}.${itSays}`, hint);
}
