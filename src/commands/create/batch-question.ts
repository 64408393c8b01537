import type { Connection, Desk } from "../../desk/index.ts";
import { type Amount, amount, isDecimalText, money } from "../../document/index.ts";
import type { Journal } from "../../journal/index.ts";
import type { Sendable } from "../../prepare/index.ts";
import { ok, type Problem, problem, type Result } from "../../problem/index.ts";
import { fitted, inSamePlace, renderBatch, renderProblems, safe } from "../../render/index.ts";
import type { Batch, Sum } from "../../report/index.ts";
import { reachesNow } from "../answer/reaches.ts";
import { samePlace } from "../answer/same-place.ts";
import { rare, text } from "../command.ts";
import type { Checked } from "./check-documents.ts";
import { showBeforeAsking } from "./show-before-asking.ts";

/** Safety limits of a run. */
export const limitOptions = {
  maxTotal: text("--max-total <aed>", "limit: send nothing if all together, with VAT, exceed it"),
  maxFiles: rare(text("--max-files <n>", "limit: send nothing if there are more documents than this")),
} as const;

interface SendLimits {
  readonly maxTotal: string | undefined;
  readonly maxFiles: string | undefined;
}

/** The problem of limits that are not numbers. */
export function wrongLimits({ maxTotal, maxFiles }: SendLimits): Problem | undefined {
  if (maxTotal !== undefined && (!isDecimalText(maxTotal) || maxTotal.startsWith("-")))
    return problem("bad-usage", `--max-total ${maxTotal} is not an amount.`, "Write --max-total 250000.00.");
  if (maxFiles !== undefined && !/^\d{1,9}$/.test(maxFiles))
    return problem("bad-usage", `--max-files ${maxFiles} is not a whole number.`, "Write --max-files 100.");
  return undefined;
}

/** What of a run is still to be sent, and what it comes to. Problem: `journal-unusable`. */
export async function batchOf(
  checked: readonly Checked[],
  { account }: Connection,
  journal: Journal,
  desk: Desk,
): Promise<Result<Batch>> {
  const seen = new Set<string>();
  const counts = { before: 0, twins: 0, wrong: 0 };
  const due: Checked[] = [];
  const isKnown = sentBefore(journal, account, desk);
  for (const each of checked) {
    const { hash, wrong, kept } = each;
    if (wrong || hash === undefined) counts.wrong += 1;
    else if (seen.has(hash)) counts.twins += 1;
    else {
      const known = kept ? ok(false) : await isKnown(each, hash);
      if (!known.ok) return known;
      if (known.value) counts.before += 1;
      else due.push(each);
    }
    if (hash !== undefined && !wrong) seen.add(hash);
  }
  return ok({ ...counts, ...sumsOf(due), count: due.length });
}

function sentBefore(
  journal: Journal,
  account: string,
  desk: Desk,
): (checked: Checked, hash: string) => Promise<Result<boolean>> {
  // A document that stands in no file of its own is known by its content alone.
  let loose: ReadonlySet<string | undefined> | undefined;
  return async ({ file, subject }, hash) => {
    if (subject.content !== undefined && loose) return ok(loose.has(hash));
    const path = subject.content === undefined ? desk.output.absolute(file) : "-";
    const sent = await journal.ofFile(account, path);
    if (!sent.ok) return sent;
    const hashes = new Set(sent.value.map(({ contentHash }) => contentHash));
    if (subject.content !== undefined) loose = hashes;
    return ok(hashes.has(hash));
  };
}

type Party = NonNullable<Checked["held"]["supplier"]>;

function sumsOf(
  due: readonly Checked[],
): Pick<Batch, "currencies" | "suppliers" | "netInAed" | "grossInAed" | "counted"> {
  const currencies = new Map<string, Sum>();
  const suppliers = new Map<string, Sum & Party>();
  let [netInAed, grossInAed, counted]: [Amount, Amount, Amount] = [money.zero, money.zero, money.zero];
  for (const { held, sums } of due) {
    if (sums === undefined) continue;
    const { currency = "AED", supplier = { name: "", trn: "" } } = held;
    currencies.set(currency, added(currencies.get(currency), currency, sums));
    const key = JSON.stringify([supplier.trn, supplier.name, currency]);
    suppliers.set(key, { ...supplier, ...added(suppliers.get(key), currency, sums) });
    netInAed = money.add(netInAed, sums.netInAed);
    grossInAed = money.add(grossInAed, sums.grossInAed);
    counted = money.add(counted, sums.counted);
  }
  const largestFirst = [...suppliers.values()].sort((a, b) => b.count - a.count);
  return { currencies: [...currencies.values()], suppliers: largestFirst, netInAed, grossInAed, counted };
}

function added(sum: Sum | undefined, currency: string, { net, vat, gross }: NonNullable<Checked["sums"]>): Sum {
  if (sum === undefined) return { currency, count: 1, net, vat, gross };
  return {
    currency,
    count: sum.count + 1,
    net: money.add(sum.net, net),
    vat: money.add(sum.vat, vat),
    gross: money.add(sum.gross, gross),
  };
}

/** The problem of a run that would send more than its limits allow. */
export function overLimits(batch: Batch, { maxTotal, maxFiles }: SendLimits): Problem | undefined {
  const { count, grossInAed, counted } = batch;
  const hint = "Check which files were named; if this is intended, raise the limit.";
  if (maxFiles !== undefined && count > Number.parseInt(maxFiles, 10)) {
    const message = `Nothing was sent: the run has ${count} documents; the limit --max-files is ${maxFiles}.`;
    return problem("batch-too-big", message, hint);
  }
  if (maxTotal !== undefined && money.compare(counted, amount(maxTotal)) > 0) {
    const sum = money.forPeople(counted);
    const why = money.equal(counted, grossInAed) ? "" : ", each at the lowest plausible exchange rate at least";
    const message = `Nothing was sent: the documents total AED ${sum} with VAT${why}; the limit --max-total is ${maxTotal}.`;
    return problem("batch-too-big", message, hint);
  }
  return undefined;
}

/** Shows what would be sent and asks, one document by a yes, several by their number; the problem when it is not agreed. */
export async function refusedBy(
  checked: readonly Checked[],
  batch: Batch,
  { profile, company }: Connection,
  desk: Desk,
): Promise<Problem | undefined> {
  const where = `${profile.sandbox ? "the sandbox" : profile.origin}${company === undefined ? "" : ` for ${company}`}`;
  const [only] = checked;
  if (checked.length === 1 && only?.kept) {
    const sendable = only.kept as Sendable;
    await showBeforeAsking(sendable, profile, desk);
    const agreed = await desk.ask.confirm(`Send this document to ${where}?`);
    if (!agreed.ok) return agreed.problems[0];
    return agreed.value ? undefined : declined("You said no: nothing was sent.");
  }
  if (batch.count === 0) return undefined; // the journal answers for all of them
  showWarnings(checked, desk);
  desk.say(renderBatch(batch, desk.talkStyle));
  await sayUnreached(checked, profile.sandbox, desk);
  const documents = batch.count === 1 ? "the document" : `the ${batch.count} documents`;
  const typed = await desk.ask.text(`Type ${batch.count} to send ${documents} to ${where}:`);
  if (!typed.ok) return typed.problems[0];
  return typed.value.trim() === String(batch.count)
    ? undefined
    : declined(`You did not type ${batch.count}: nothing was sent.`);
}

const mostWarnings = 20;

/** What was found in the right ones; much of it would hide the sums, and the results tell all of it. */
function showWarnings(checked: readonly Checked[], desk: Desk): void {
  const found = checked.flatMap(({ wrong, held }) => (wrong ? [] : held.problems));
  if (found.length > 0) desk.say(renderProblems(found.slice(0, mostWarnings), desk.talkStyle));
  const more = found.length - mostWarnings;
  if (more > 0) desk.say(`… and ${more} more ${more === 1 ? "warning" : "warnings"}`);
}

/** So many suppliers are named. */
const mostUnreached = 5;

/** Suppliers to whom the network does not deliver: what is sent to them is handed over by a person afterwards. */
async function sayUnreached(checked: readonly Checked[], practice: boolean, desk: Desk): Promise<void> {
  const reaches = await reachesNow(practice, desk);
  const names = new Set(
    checked.flatMap(({ wrong, to, held: { supplier } }) =>
      !wrong && reaches(to).answer === "no" ? [supplier?.name ?? "a supplier"] : [],
    ),
  );
  if (names.size === 0) return;
  const named = [...names].slice(0, mostUnreached).map(safe).join(", ");
  const more = names.size > mostUnreached ? ` and ${names.size - mostUnreached} more` : "";
  const says =
    `Not on the network: ${named}${more}. Their documents are reported to the tax authority, and you hand the copies over yourself; ` +
    "the list of them: selfbill suppliers handover-list";
  desk.say(fitted(inSamePlace(says, samePlace({ sandbox: practice, profile: undefined })), desk.talkStyle));
}

function declined(message: string): Problem {
  return problem("declined", message, "Run the command again when you are ready.");
}
