import type { Connection, Desk } from "../../desk/index.ts";
import { type BusinessProfile, businessProfileSchema, documentName } from "../../document/index.ts";
import { type CreatedDocument, intentKey, type Journal } from "../../journal/index.ts";
import { contentHash, type Prepared } from "../../prepare/index.ts";
import { fail, ok, type Problem, problem, type Result, suggest } from "../../problem/index.ts";
import { gulfTime } from "../../render/index.ts";
import { statusName } from "../../states/index.ts";
import { createdBy } from "../../submit/index.ts";
import { fetchDocument } from "../follow/fetch-document.ts";
import { readAgain } from "../follow/read-again.ts";

export interface Approved {
  readonly documentNumber: string;
  /** The buyer as stated in the issued document. */
  readonly customer: BusinessProfile | undefined;
  /** UBL from the service. */
  readonly xml: Uint8Array;
}

/**
 * Finds an approved document by content, regardless of where its file is now and whether it came from a file or a
 * row. Problems: `not-found` if the journal does not have the content or the document is not approved,
 * `still-in-doubt`, any problem from finding or reading the document.
 */
export async function approvedAs(
  prepared: Prepared,
  connection: Connection,
  serviceVersion: string | undefined,
  desk: Desk,
): Promise<Result<Approved>> {
  const journal = await desk.journal();
  if (!journal.ok) return journal;
  const found = await createdFrom(prepared, connection, journal.value, desk);
  if (!found.ok) return found;
  const { id } = found.value;
  const fetched = await fetchDocument(id, { serviceVersion }, connection, desk);
  if (!fetched.ok) return fetched;
  const { overallStatus, document, subject, kind } = fetched.value;
  const documentNumber = documentName(found.value);
  if (overallStatus !== statusName.approved) {
    const message = `${documentNumber} is not approved: its status is ${overallStatus ?? "not known"}.`;
    return fail(problem("not-found", message, `For more: ${suggest`status ${documentNumber}`}`));
  }
  const buyer = businessProfileSchema.safeParse(document.accounting_customer_party);
  const xml = await readAgain(() => subject.service.xml(kind, subject.id), desk);
  if (!xml.ok) return xml;
  return ok({ documentNumber, customer: buyer.success ? buyer.data : undefined, xml: xml.value });
}

interface Found {
  readonly id: string;
  readonly documentNumber?: string | undefined;
}

async function createdFrom(
  prepared: Prepared,
  { account, businessProfileId }: Connection,
  journal: Journal,
  desk: Desk,
): Promise<Result<Found>> {
  const { file, kind, body, corrects } = prepared;
  if (body === undefined)
    return fail(problem("not-found", `${file} is not valid, so it cannot be a document that was sent.`, leaveOut));
  const standing = await journal.standing(account, intentKey({ account, businessProfileId, kind }, body, corrects));
  if (!standing.ok) return standing;
  switch (standing.value.is) {
    case "created": {
      const { attempt, id } = standing.value;
      const created = await createdBy(journal, account, attempt);
      if (!created.ok) return created;
      const replacement = await replacedSince(journal, account, attempt, id);
      return replacement ? fail(replacement) : ok(created.value);
    }
    case "in-doubt": {
      const { attempt, at } = standing.value;
      const message = `${file} was sent at ${gulfTime(Date.parse(at))} and may or may not have been created, so it is not known whether it is approved.`;
      return fail(problem("still-in-doubt", message, `Resolve it first: ${suggest`resolve ${attempt} --check`}`));
    }
    case "busy":
      return fail(
        problem(
          "being-sent",
          `Another selfbill process is sending ${file}.`,
          "Wait until it has ended, then try again.",
        ),
      );
    default: {
      // Journals from earlier versions contain the file name and the body, but no content key.
      const ofFile = prepared.unsaved ? ok([]) : await journal.ofFile(account, desk.output.absolute(file));
      if (!ofFile.ok) return ofFile;
      const same = ofFile.value.find((each) => each.contentHash === contentHash(prepared));
      return same ? ok(same) : fail(notSent(file, ofFile.value));
    }
  }
}

const leaveOut = "Leave --approved out to see it as a draft.";

/**
 * Returns a problem if the document was sent again with different content after a failed validation, because the
 * first content was never valid.
 */
async function replacedSince(
  journal: Journal,
  account: string,
  attempt: string,
  id: string,
): Promise<Problem | undefined> {
  const records = await journal.attempt(attempt);
  const sent = (records.ok ? records.value : []).find((each) => each.type === "intent");
  const documents = await journal.find(account, id);
  if (!documents.ok) return documents.problems[0];
  const now = documents.value.find((each) => each.id === id);
  if (sent?.type !== "intent" || now?.contentHash === undefined || now.contentHash === sent.data.contentHash)
    return undefined;
  const message = `This content was sent as ${documentName(now)}, and replaced by other content since (${suggest`resubmit`}).`;
  return problem("not-found", message, `Name the file of the corrected document: ${now.file}`);
}

function notSent(file: string, ofFile: readonly CreatedDocument[]): Problem {
  const [last] = ofFile;
  const message =
    last === undefined
      ? `The journal has no document with the content of ${file}: it was not sent from here as it is now.`
      : `${file} was sent as ${documentName(last)} on ${gulfTime(Date.parse(last.createdAt))} and edited since. The file as it is now was not sent.`;
  return problem("not-found", message, leaveOut);
}
