import type { Desk } from "../../desk/index.ts";
import { type BusinessProfile, invoiceNumbersOf } from "../../document/index.ts";
import type { Journal, Past } from "../../journal/index.ts";
import { contentHash, type Prepared } from "../../prepare/index.ts";
import { ok, type Problem, problem, type Result } from "../../problem/index.ts";
import type { CreditedValue, Paper } from "../../report/index.ts";
import type { ServiceProfile } from "../../settings/index.ts";
import { toXml } from "../../ubl/index.ts";
import { ownTries } from "../follow/own-tries.ts";
import { approvedAs } from "./approved.ts";
import { creditedValue, type FoundValue } from "./credited-value.ts";
import type { PrintedPaper } from "./pressed.ts";

export interface FilePapers {
  readonly approved: boolean;
  readonly connect: () => ReturnType<Desk["connect"]>;
  readonly serviceVersion: string | undefined;
  readonly profile: ServiceProfile | undefined;
}

/**
 * Returns the page of a document in a file; with `approved`, as it was issued. Problems: any problem from `approvedAs`,
 * `journal-unusable`.
 */
export async function paperOfFile(
  prepared: Prepared,
  how: FilePapers,
  desk: Desk,
): Promise<Result<(PrintedPaper & { readonly problems: readonly Problem[] }) | undefined>> {
  const { document, calculation, kind, rateDate, file, tree } = prepared;
  if (document === undefined || calculation === undefined) return ok(undefined);
  const issued = await issuedAs(prepared, how, desk);
  if (!issued.ok) return issued;
  const { paper, customer, xml } = issued.value;
  const corrected = kind === "credit-note" ? await correctedBy(prepared, how.profile, desk) : ok(nothingCorrected);
  if (!corrected.ok) return corrected;
  const { credited, problems } = corrected.value;
  const preview = { file, kind, document, calculation, customer, rateDate, credited };
  const own = tree && new TextEncoder().encode(toXml(tree));
  return ok({ preview, paper, xml: xml ?? own, hasOwnXml: how.approved && xml === undefined, problems });
}

interface Corrected {
  readonly credited: CreditedValue | undefined;
  readonly problems: readonly Problem[];
}

const nothingCorrected: Corrected = { credited: undefined, problems: [] };

/**
 * Returns the value that the document corrects, or a warning if that value is uncertain. Problem: `journal-unusable`.
 */
async function correctedBy(
  prepared: Prepared,
  profile: ServiceProfile | undefined,
  desk: Desk,
): Promise<Result<Corrected>> {
  const { document, calculation, file, spot } = prepared;
  const invoiceNumbers = document ? invoiceNumbersOf(document) : [];
  if (invoiceNumbers.length === 0) return ok(nothingCorrected);
  const found = await inJournal(desk, async (journal): Promise<Result<FoundValue>> => {
    const account = await desk.account(profile);
    const isOwn = await ownTries(account, journal);
    if (!isOwn.ok) return isOwn;
    const isIt = (past: Past): boolean => (past.state === "created" || past.state === "in-doubt") && isOwn.value(past);
    // If the same content was sent already, ignore credit notes sent after it.
    const own = await journal.tries.last("content", contentHash(prepared), isIt);
    if (!own.ok) return own;
    const currency = calculation?.currency ?? "";
    return creditedValue({ account, invoiceNumbers, currency, record: own.value?.record }, journal);
  });
  if (!found.ok) return found;
  if ("credited" in found.value) return ok({ credited: found.value.credited, problems: [] });
  const message = `The page does not state the corrected value, because ${found.value.unknown}.`;
  const hint =
    "It states the difference and its tax, and refers to the invoice. Earlier credits: ask whoever sent them.";
  const where = spot?.("billing_reference") ?? { file };
  return ok({
    credited: undefined,
    problems: [problem("credits-uncounted", message, hint, { where, severity: "warning" })],
  });
}

/** Does not create a journal: an empty one would hide the fact that nothing is known about earlier runs. */
async function inJournal(
  desk: Desk,
  ask: (journal: Journal) => Promise<Result<FoundValue>>,
): Promise<Result<FoundValue>> {
  const isNew = await desk.journalIsNew();
  if (!isNew.ok) return isNew;
  if (isNew.value) return ok({ unknown: "nothing was sent from this computer yet" });
  const journal = await desk.journal();
  return journal.ok ? ask(journal.value) : journal;
}

interface Issued {
  readonly paper: Paper;
  readonly customer: BusinessProfile | undefined;
  /** XML as received from the service. */
  readonly xml?: Uint8Array | undefined;
}

/** Returns the stamp, the number and the buyer; for an approved document, the buyer stated in it. */
async function issuedAs(prepared: Prepared, how: FilePapers, desk: Desk): Promise<Result<Issued>> {
  const { profile } = how;
  const mark = profile?.sandbox ? "SANDBOX" : undefined;
  if (!how.approved) return ok({ paper: { mark: mark ?? "DRAFT" }, customer: profile?.businessProfile });
  const connection = await how.connect();
  if (!connection.ok) return connection;
  const approved = await approvedAs(prepared, connection.value, how.serviceVersion, desk);
  if (!approved.ok) return approved;
  const { documentNumber, customer, xml } = approved.value;
  return ok({ paper: { mark, documentNumber }, customer: customer ?? profile?.businessProfile, xml });
}

export function isError({ severity }: Problem): boolean {
  return severity === "error";
}
