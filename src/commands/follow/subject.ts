import { textNamed } from "../../contract/index.ts";
import type { Connection, Desk } from "../../desk/index.ts";
import { type DocumentKind, documentKinds } from "../../document/index.ts";
import type { CreatedDocument } from "../../journal/index.ts";
import { fail, ok, problem, type Result } from "../../problem/index.ts";
import type { Service, StatusSubject } from "../../send/index.ts";
import { flag } from "../command.ts";
import { readAgain } from "./read-again.ts";

/** Options that force what kind of document is meant. */
export const kindOptions = {
  sales: flag("--sales", "a credit note that you issued as the seller"),
  invoice: flag("--invoice", "a self-billed invoice"),
} as const;

/** A document that a command is about. */
export interface Subject {
  /** As it was typed. */
  readonly asked: string;
  readonly id: string;
  /** The kinds it may be of, in the order to ask; the first that the service knows counts. */
  readonly kinds: readonly [StatusSubject, ...StatusSubject[]];
  /** What the journal knows of it. */
  readonly created?: CreatedDocument | undefined;
  /** Speaks the contract version of its creation. */
  readonly service: Service;
  /** Whether the service can show documents, not only their Peppol status. */
  readonly extras: boolean;
}

interface Words {
  readonly sales?: boolean;
  readonly invoice?: boolean;
  readonly serviceVersion: string | undefined;
}

/**
 * The document of an id or a number. The kind is the one that the flags force, else the journal's, else credit note and then invoice.
 * A number that the journal does not know is looked up in the service's lists. Problems: `bad-usage`, `not-found`, those of reading.
 */
export async function findSubject(
  asked: string,
  words: Words,
  connection: Connection,
  desk: Desk,
): Promise<Result<Subject>> {
  const { service, profile, account } = connection;
  const { extras } = profile;
  if (words.sales && words.invoice)
    return fail(problem("bad-usage", "--sales and --invoice exclude each other.", "Remove one of them."));
  if (words.sales) return ok({ asked, id: asked, kinds: ["sales-credit-note"], service, extras });
  const journal = await desk.journal();
  if (!journal.ok) return journal;
  const forced: DocumentKind | undefined = words.invoice ? "invoice" : undefined;
  const known = await journal.value.find(account, asked);
  if (!known.ok) return known;
  const created = known.value.find((each) => forced === undefined || each.kind === forced);
  if (created) {
    const spoken = words.serviceVersion ?? created.version;
    const then = spoken === profile.serviceVersion ? service : service.withVersion(spoken);
    return ok({ asked, id: created.id, kinds: [created.kind], created, service: then, extras });
  }
  const kinds: [DocumentKind, ...DocumentKind[]] = forced ? [forced] : ["credit-note", "invoice"];
  if (looksLikeId(asked) || !extras) return ok({ asked, id: asked, kinds, service, extras });
  for (const kind of kinds) {
    const found = await byNumber(kind, asked, service, desk);
    if (!found.ok) return found;
    if (found.value !== undefined) return ok({ asked, id: found.value, kinds: [kind], service, extras });
  }
  const what = kinds.map((kind) => documentKinds[kind].says).join(" or ");
  const message = `Neither the journal nor the service knows a ${what} ${JSON.stringify(asked)}.`;
  return fail(problem("not-found", message, "Check the id or number, and that the profile is correct."));
}

/** Ids of documents are UUIDs; anything else is taken for a number first. */
export function looksLikeId(text: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}

/** The id of the one document of this number; a list may also answer with numbers that only resemble it. */
async function byNumber(
  kind: DocumentKind,
  number: string,
  service: Service,
  desk: Desk,
): Promise<Result<string | undefined>> {
  const page = await readAgain(() => service.list(kind, { document_number: number }), desk);
  if (!page.ok) return page;
  const same = page.value.content.filter((each) => textNamed(each, "documentNumber") === number);
  return ok(same.map((each) => textNamed(each, "id")).find((id) => id !== undefined));
}
