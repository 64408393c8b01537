import { documentName } from "../../document/index.ts";
import { documentIdOf, type Journal, type Past } from "../../journal/index.ts";
import { lastStatus, stageOf } from "../../life/index.ts";
import { mapAll, ok, type Problem, problem, type Result, suggest } from "../../problem/index.ts";
import { mayExist, stages } from "../../states/index.ts";
import { isCounted, type PeriodDocument, stateOf } from "./period-documents.ts";

/** Maximum number of documents named in a warning. */
const mostNamed = 5;

/**
 * Marks credit notes as not counted if none of their invoices is counted, because those amounts were never added. One
 * counted invoice is enough; unknown invoices are treated as counted. Problem: `journal-unusable`.
 */
export async function withCreditedInvoices(
  documents: readonly PeriodDocument[],
  journal: Journal,
  account: string | undefined,
): Promise<Result<PeriodDocument[]>> {
  const credits = documents.filter(({ kind }) => kind !== "invoice");
  if (credits.length === 0) return ok([...documents]);
  const isCredited = creditedIn(documents, journal, account);
  const judged = await mapAll(credits, async (each): Promise<Result<PeriodDocument>> => {
    const own = each.state === "credits-uncounted" ? { ...each, state: stateOf(each.status) } : each;
    if (!isCounted(own)) return ok(own);
    const found = await anyCounted(own.credits, isCredited);
    if (!found.ok) return found;
    const { value } = found;
    return ok({
      ...own,
      ...(value === false ? { state: "credits-uncounted" as const } : {}),
      ...(value === undefined && own.credits.length > 0 ? { invoiceUnknown: true as const } : {}),
    });
  });
  if (!judged.ok) return judged;
  const judgements = judged.value.values();
  return ok(documents.map((each) => (each.kind === "invoice" ? each : (judgements.next().value ?? each))));
}

/**
 * Warns about credit notes that are counted although their invoice is unknown. `hasLists` is false for a service whose
 * documents cannot be recorded from there.
 */
export function unknownInvoices(documents: readonly PeriodDocument[], hasLists: boolean): Problem[] {
  const all = documents.filter((each) => each.invoiceUnknown && isCounted(each));
  if (all.length === 0) return [];
  const named = all.slice(0, mostNamed).map(({ called, credits }) => `${called} (of ${credits.join(", ")})`);
  const more = all.length > named.length ? ` and ${all.length - named.length} more` : "";
  const message = `The invoices of these credit notes are not in this journal: ${named.join("; ")}${more}. The credit notes are subtracted.`;
  const check = "Check that the invoices are in your totals.";
  const hint = hasLists ? `${check} To record what the service has: ${suggest`reconcile --take-over`}` : check;
  return [problem("invoice-unknown", message, hint, { severity: "warning" })];
}

/** Whether the invoice with this number is counted; undefined if it is unknown. */
type IsCounted = (number: string) => Promise<Result<boolean | undefined>>;

/** Whether any of the invoices is counted; undefined if none is, but at least one is unknown. */
async function anyCounted(numbers: readonly string[], isCredited: IsCounted): Promise<Result<boolean | undefined>> {
  let unknown = numbers.length === 0;
  for (const number of numbers) {
    const found = await isCredited(number);
    if (!found.ok || found.value) return found;
    unknown ||= found.value === undefined;
  }
  return ok(unknown ? undefined : false);
}

function creditedIn(documents: readonly PeriodDocument[], journal: Journal, account: string | undefined): IsCounted {
  const known = new Map<string, boolean>();
  for (const each of documents)
    if (each.kind === "invoice" && each.number !== undefined)
      known.set(each.number, known.get(each.number) === true || isCounted(each));
  return async (number) => {
    const here = known.get(number);
    if (here !== undefined) return ok(here);
    const found = await inJournal(number, journal, account);
    if (found.ok && found.value !== undefined) known.set(number, found.value);
    return found;
  };
}

/** Looks up an invoice of another period in the journal. */
async function inJournal(
  number: string,
  journal: Journal,
  account: string | undefined,
): Promise<Result<boolean | undefined>> {
  const all = await journal.together.tries.called(number);
  if (!all.ok) return all;
  const whose = account === undefined ? undefined : await journal.accounts.accountFor(account);
  if (whose?.ok === false) return whose;
  const last = new Map<string, Past>();
  const isOurs = async (past: Past): Promise<Result<boolean>> => {
    const its = whose && (await journal.accounts.accountFor(past.intent.account));
    return its?.ok === false ? its : ok(its?.value === whose?.value);
  };
  for (const past of all.value) {
    const { intent, attempt } = past;
    const isMeant = intent.kind === "invoice" && documentName(past) === number;
    const ours = isMeant ? await isOurs(past) : ok(false);
    if (!ours.ok) return ours;
    if (!ours.value) continue;
    if (mayExist(past)) last.set(documentIdOf(past) ?? attempt, past);
  }
  let counted: boolean | undefined;
  for (const past of last.values()) {
    const seen = past.id === undefined ? ok([]) : await journal.together.seen(past.intent.account, past.id);
    if (!seen.ok) return seen;
    const { status } = lastStatus(past, seen.value);
    counted ||= stages[stageOf({ state: past.state, status, tellsStatus: true })].counted;
  }
  return ok(counted);
}
