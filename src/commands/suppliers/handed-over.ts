import { handedOverMembers, maybe, membersOf, partyShape, shape, text, the } from "../../answers/index.ts";
import type { Desk } from "../../desk/index.ts";
import { documentName, gulfDay } from "../../document/index.ts";
import type { Journal } from "../../journal/index.ts";
import { type HandedOver, type Handovers, handedOverNote, lastStatus } from "../../life/index.ts";
import { fail, failAll, ok, type Problem, problem, type Result, suggest } from "../../problem/index.ts";
import type { Report } from "../../report/index.ts";
import { tableView } from "../answer/columns.ts";
import { handoversOf } from "../answer/handed-over.ts";
import { personOf } from "../answer/person.ts";
import { stoppedBy } from "../answer/stopped-by.ts";
import { documentsNamed, type NamedDocument } from "./named-documents.ts";

export interface HandoverWords {
  readonly names: readonly string[];
  readonly on: string | undefined;
  /** How the copies were handed over; required unless `withdraw` is set. */
  readonly by: string | undefined;
  /** Why an earlier record is wrong. */
  readonly withdraw: string | undefined;
}

/** Maximum length of a record, in characters. */
const longest = 300;

/**
 * Records that suppliers received copies of undelivered documents, or that such a record was wrong, for all documents
 * or none. The journal is append-only, and the last record counts. Problems: `bad-usage`, `not-found`,
 * `journal-unusable`.
 */
export async function recordHandedOver(words: HandoverWords, desk: Desk): Promise<Report> {
  const said = saidBy(words, desk);
  if (!said.ok) return stoppedBy(said.problems);
  const named = await documentsNamed(words.names, { on: said.value.on, means: "supplier got its copy" }, desk);
  if (!named.ok) return stoppedBy(named.problems);
  const { documents, journal } = named.value;
  const handovers = await handoversOf(journal);
  if (!handovers.ok) return stoppedBy(handovers.problems);
  const problems: Problem[] = [];
  for (const each of documents) {
    const refused = await refusalOf(each, said.value, handovers.value, journal);
    if (!refused.ok) return stoppedBy(refused.problems);
    if (refused.value) problems.push(refused.value);
  }
  if (problems.length > 0) return stoppedBy(failAll(problems).problems);
  for (const each of documents) {
    if (isKnown(said.value, handovers.value.last(each))) continue;
    const { type, data } = handedOverNote(each, said.value);
    const noted = await journal.note(type, data);
    if (!noted.ok) return stoppedBy(noted.problems);
  }
  return recordedReport(documents, said.value);
}

function saidBy({ on, by, withdraw }: HandoverWords, desk: Desk): Result<HandedOver> {
  const bad = (message: string, hint: string) => fail(problem("bad-usage", message, hint));
  const today = gulfDay(desk.now());
  const day = on ?? today;
  const how = (withdraw ?? by)?.trim() ?? "";
  const option = withdraw === undefined ? "--by" : "--withdraw";
  if (by !== undefined && withdraw !== undefined)
    return bad("--by and --withdraw exclude each other.", "--withdraw takes back what was recorded before.");
  if (day > today) return bad(`--on ${day} is in the future.`, "Write the day on which the supplier got its copy.");
  if (how === "")
    return withdraw === undefined
      ? bad("How the copy was handed over was not given.", "Add --by, such as --by mail, --by email or --by hand.")
      : bad("--withdraw needs a reason.", 'Write why: --withdraw "it was another document".');
  if (how.length > longest) return bad(`${option} has more than ${longest} characters.`, "Write it in a few words.");
  return ok({
    ...{ on: day, how, withdrawn: withdraw !== undefined },
    ...{ by: personOf(desk), recordedAt: desk.now().toISOString() },
  });
}

/** Returns the reason why a handover, or its withdrawal, cannot be recorded; undefined if it can. */
async function refusalOf(
  { past, ...document }: NamedDocument,
  { withdrawn }: HandedOver,
  handovers: Handovers,
  journal: Journal,
): Promise<Result<Problem | undefined>> {
  const called = documentName({ ...past, id: document.id });
  const no = (message: string, hint: string) => ok(problem("bad-usage", `${message} Nothing was recorded.`, hint));
  if (withdrawn)
    return handovers.last(document)
      ? ok(undefined)
      : no(`The journal does not say that ${called} was handed over.`, `See what it says: ${suggest`show ${called}`}`);
  const heard = handovers.delivery(document);
  if (heard?.delivered === false) return ok(undefined);
  if (heard?.delivered)
    return no(`${called} was delivered over Peppol: its supplier has it.`, `To see it: ${suggest`status ${called}`}`);
  const seen = await journal.seen(document.account, document.id);
  if (!seen.ok) return seen;
  const { status = "none" } = lastStatus(past, seen.value);
  return no(
    `Only a document that was not delivered is handed over, and the service did not say that of ${called} (last known status: ${status}).`,
    `Ask for its delivery, then try again if there was none: ${suggest`status ${called}`}`,
  );
}

/** Whether the last recorded handover is the same. */
function isKnown({ on, how, withdrawn }: HandedOver, last: HandedOver | undefined): boolean {
  return !withdrawn && last?.on === on && last.how === how;
}

export const recordedHandoverShape = shape<NamedDocument & { readonly said: HandedOver }>({
  document_number: [maybe, ({ past }) => past.documentNumber],
  id: [text, ({ id }) => id],
  supplier: the(partyShape, ({ past }) => past.intent.supplier),
  ...membersOf(handedOverMembers, ({ said }) => said),
});

function recordedReport(documents: readonly NamedDocument[], said: HandedOver): Report {
  const word = said.withdrawn ? "withdrawn: due again" : "handed over";
  const data = { recorded: documents.map((named) => recordedHandoverShape.json({ ...named, said })) };
  const shown = tableView(documents, {
    Number: ({ id, past }) => documentName({ ...past, id }),
    Supplier: ({ past }) => past.intent.supplier.name,
    Copy: () => word,
    On: () => said.on,
    [said.withdrawn ? "Why" : "How"]: () => said.how,
  });
  return {
    outcome: "done",
    sandbox: documents.every(({ account }) => account.startsWith("sandbox:")),
    view: { ...shown, data, empty: "" },
    problems: [],
  };
}
