import { fromAnswer, idOf, isUuid, overallStatusOf, textNamed } from "../../contract/index.ts";
import type { Connection, ConnectionWords, Desk } from "../../desk/index.ts";
import { checkFields, documentName, type SelfBilledDocument } from "../../document/index.ts";
import type { CreatedDocument } from "../../journal/index.ts";
import { fail, failAll, ok, problem, type Result } from "../../problem/index.ts";
import { readDocument, type SourceDocument, withSpots } from "../../read/index.ts";
import { fillSupplier, namesSupplier } from "../../suppliers/index.ts";
import { onOtherSide } from "../answer/other-side.ts";
import { oneDocument } from "../follow/one-document.ts";
import { readAgain } from "../follow/read-again.ts";
import { wasSeen } from "../follow/sight.ts";

export interface CreditedInvoice {
  readonly document: SelfBilledDocument;
  readonly number: string;
  /** Status as the service reports it; undefined for a file. */
  readonly status?: string | undefined;
}

/** Where invoices are looked up. Without a connection, only files can be read. */
export interface Sources {
  readonly words: ConnectionWords;
  readonly connection: Result<Connection>;
  readonly desk: Desk;
}

/**
 * Finds an invoice: tries a file of that name, then the journal, then the service. Uses the contract version that the
 * document was created with.
 */
export async function findInvoice(named: string, sources: Sources): Promise<Result<CreditedInvoice>> {
  const { desk } = sources;
  const bytes = await desk.files.read(named);
  if (bytes.ok) return fromFile(bytes.value, named, sources);
  if (named === "-" || /\.(?:ya?ml|json)$/i.test(named)) return bytes;
  if (!sources.connection.ok) return sources.connection;
  const known = await inJournal(named, sources.connection.value, desk);
  if (!known.ok) return known;
  const connection = sources.connection.value;
  if (!connection.profile.extras) return fail(cannotShow(known.value ? documentName(known.value) : named));
  if (known.value) return asCreated(known.value, sources, connection);
  const found = await atService(named, connection, desk);
  const other = !found.ok && found.problems[0].code === "not-found" ? await onOtherSide(named, desk) : undefined;
  return other ? fail(problem("not-found", `${other.says}.`, other.hint)) : found;
}

async function fromFile(bytes: Uint8Array, file: string, sources: Sources): Promise<Result<CreditedInvoice>> {
  const read = readDocument(bytes, file, "invoice");
  if (!read.ok) return read;
  const source = await filledFromBook(read.value, sources.desk);
  if (!source.ok) return source;
  if (source.value.kindHint === "credit-note") return fail(notAnInvoice(file));
  const { document } = source.value;
  const wrong = checkFields(document, { kind: "invoice", version: "" }).filter((each) => each.code === "wrong-value");
  if (wrong.length > 0) return failAll(withSpots(wrong, source.value));
  const number = document.document_number?.trim() ? ok(document.document_number) : await numberOf(file, sources);
  return number.ok ? ok({ document, number: number.value }) : number;
}

/** If the file only names its supplier, adds the data from the supplier book. */
async function filledFromBook(source: SourceDocument, desk: Desk): Promise<Result<SourceDocument>> {
  if (!namesSupplier(source)) return ok(source);
  const book = await desk.suppliers();
  if (!book.ok) return book;
  const filled = fillSupplier(source, book.value);
  return filled.problems.length === 0 ? ok(filled.source) : failAll(filled.problems);
}

/** Returns the number that the service assigned, if the journal shows that the file was sent exactly once. */
async function numberOf(file: string, { connection, desk }: Sources): Promise<Result<string>> {
  const journal = connection.ok ? await desk.journal() : undefined;
  const known =
    connection.ok && journal?.ok && file !== "-"
      ? await journal.value.ofFile(connection.value.account, desk.output.absolute(file))
      : ok([]);
  if (!known.ok) return known;
  const sent = known.value.filter((each) => each.kind === "invoice");
  const [only, another] = sent;
  if (only && !another) return ok(documentName(only));
  const where = { file };
  if (!only) {
    const hint = "Write document_number as the service gave it, or name the invoice by its number or id.";
    return fail(
      problem("missing-field", "The invoice has no number, and was not sent from this file.", hint, { where }),
    );
  }
  const numbers = sent.map(documentName);
  const some = numbers.slice(0, 5).join(", ") + (numbers.length > 5 ? ", …" : "");
  const message = `This file was sent ${numbers.length} times: ${some}.`;
  return fail(problem("bad-usage", message, "Name the invoice by its number: --from NUMBER.", { where }));
}

async function inJournal(
  named: string,
  connection: Connection,
  desk: Desk,
): Promise<Result<CreatedDocument | undefined>> {
  const journal = await desk.journal();
  if (!journal.ok) return journal;
  const found = await journal.value.find(connection.account, named);
  if (!found.ok) return found;
  const invoices = found.value.filter((each) => each.kind === "invoice");
  if (found.value.length > 0 && invoices.length === 0) return fail(notAnInvoice(named));
  return oneDocument(named, invoices, journal.value, desk);
}

/** Fetches an invoice with the contract version that it was created with, unless the options give another. */
async function asCreated(
  created: CreatedDocument,
  { words, desk }: Sources,
  connection: Connection,
): Promise<Result<CreditedInvoice>> {
  const { service, profile } = connection;
  const spoken = words.serviceVersion ?? created.version;
  const then = spoken === profile.serviceVersion ? service : service.withVersion(spoken);
  const invoice = await fetched(created.id, then, desk);
  if (invoice.ok) wasSeen(connection);
  return invoice;
}

async function atService(named: string, { service }: Connection, desk: Desk): Promise<Result<CreditedInvoice>> {
  if (isUuid(named)) return fetched(named, service, desk);
  const page = await readAgain(() => service.list("invoice", { document_number: named }), desk);
  if (!page.ok) return page;
  const [first, another] = page.value.content.filter((each) => textNamed(each, "documentNumber") === named);
  const found = first && idOf(first);
  if (found && another === undefined) return fetched(found.id, service, desk);
  const message = `There is no file ${named}, and neither the journal nor the service knows an invoice of this number.`;
  return fail(problem("not-found", message, "Check the number and the profile, or name the invoice's file."));
}

async function fetched(id: string, service: Connection["service"], desk: Desk): Promise<Result<CreditedInvoice>> {
  const answer = await readAgain(() => service.document("invoice", id), desk);
  if (!answer.ok) return answer;
  // Without a number, an invoice is called by its id (Decision 171).
  const number = textNamed(answer.value, "documentNumber") ?? id;
  const document = fromAnswer(answer.value, "invoice");
  const wrong = checkFields(document, { kind: "invoice", version: "" }).find((each) => each.spoils !== undefined);
  if (wrong) {
    const message = `The service's answer about ${number} cannot be used, at ${wrong.path}: ${wrong.message}`;
    return fail(problem("read-failed", message, "Name the invoice's file."));
  }
  return ok({ document, number, status: overallStatusOf(answer.value) });
}

function notAnInvoice(named: string) {
  return problem("wrong-value", `${named} is a credit note.`, "A credit note starts from an invoice.");
}

function cannotShow(named: string) {
  const message = `The service of this profile does not show documents, so ${named} cannot be fetched.`;
  return problem("not-found", message, "Name the invoice's file: --from FILE.");
}
