import { fromAnswer, keptDocument } from "../../contract/index.ts";
import type { Connection, Desk } from "../../desk/index.ts";
import { type FollowedInvoice, invoiceNumbersOf, notFollowed, type SelfBilledDocument } from "../../document/index.ts";
import type { Journal, Past } from "../../journal/index.ts";
import type { Prepared } from "../../prepare/index.ts";
import { type Problem, problem } from "../../problem/index.ts";
import type { Checked } from "../create/check-documents.ts";
import { readAgain } from "../follow/read-again.ts";

/** Where the invoices are read, and whether differences are only told. */
export interface FollowSources {
  readonly connection: Connection;
  readonly journal: Journal | undefined;
  readonly desk: Desk;
  readonly sendAnyway: boolean;
}

const code = "invoice-differs";
const allTheSame = "If it is correct as it is, add --send-anyway.";

/**
 * Compares a credit note with the invoices that it names, as this journal or else the service has them. A difference
 * is an error where nobody can be asked, otherwise a warning that `refusedToDiffer` asks about. An invoice that cannot
 * be read is not compared; if the note names one, nothing is. Problem: `invoice-differs`.
 */
export async function notFollowing(
  { document = {}, spot }: Prepared,
  known: readonly { readonly number: string; readonly past: Past | undefined }[],
  sources: FollowSources,
): Promise<Problem[]> {
  const numbers = invoiceNumbersOf(document);
  const invoices: FollowedInvoice[] = [];
  for (const number of numbers) {
    const past = known.find((each) => each.number === number)?.past;
    const invoice = (await inJournal(past, sources)) ?? (await atService(number, sources));
    if (invoice === undefined) return [];
    invoices.push({ number, document: invoice });
  }
  const severity = sources.sendAnyway || sources.desk.ask.possible ? "warning" : "error";
  return notFollowed(document, invoices).map(({ path, message, change }) =>
    problem(code, message, `${change} ${allTheSame}`, { severity, where: spot?.(path) }),
  );
}

async function inJournal(past: Past | undefined, { journal }: FollowSources): Promise<SelfBilledDocument | undefined> {
  const text = past && journal ? await journal.kept(past.intent.bodyHash) : undefined;
  return past && text?.ok ? keptDocument(text.value, past.intent) : undefined;
}

/** Undefined if the service does not show documents, or has none or several with this number. */
async function atService(
  number: string,
  { connection: { service, profile }, desk }: FollowSources,
): Promise<SelfBilledDocument | undefined> {
  if (!profile.extras) return undefined;
  const page = await readAgain(() => service.list("invoice", { document_number: number }), desk);
  const [listed, another] = page.ok ? page.value.content.filter((each) => each.document_number === number) : [];
  if (typeof listed?.id !== "string" || another !== undefined) return undefined;
  const { id } = listed;
  const answer = await readAgain(() => service.document("invoice", id), desk);
  return answer.ok ? fromAnswer(answer.value, "invoice") : undefined;
}

/** Asks whether to send credit notes that differ from their invoices; the default answer is no. */
export async function refusedToDiffer(
  checked: readonly Checked[],
  sendAnyway: boolean,
  desk: Desk,
): Promise<Problem | undefined> {
  const found = checked.flatMap(({ wrong, held }) => (wrong ? [] : held.problems.filter((each) => each.code === code)));
  if (found.length === 0 || sendAnyway || !desk.ask.possible) return undefined;
  for (const { message, hint } of found) desk.say(`${message}\n  → ${hint}`);
  const agreed = await desk.ask.confirm("Send it with these differences?");
  if (!agreed.ok) return agreed.problems[0];
  if (agreed.value) return undefined;
  return problem("declined", "You said no: nothing was sent.", "Correct the credit note and run the command again.");
}
