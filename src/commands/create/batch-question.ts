import type { Connection, Desk } from "../../desk/index.ts";
import { type Amount, amount, money } from "../../document/index.ts";
import type { Journal } from "../../journal/index.ts";
import type { Sendable } from "../../prepare/index.ts";
import { bug, ok, type Problem, problem, type Result, suggest } from "../../problem/index.ts";
import { fitted, renderBatch, safe } from "../../render/index.ts";
import type { Batch, Sum } from "../../report/index.ts";
import { reachesNow } from "../answer/reaches.ts";
import { rare } from "../command.ts";
import { aed, whole } from "../kinds.ts";
import type { Checked } from "./check-documents.ts";
import { sayOldDates, showBeforeAsking } from "./show-before-asking.ts";

export const limitOptions = {
  maxTotal: aed("--max-total <aed>", "limit: send nothing if the sum with VAT exceeds it"),
  maxFiles: rare(whole("--max-files <n>", "limit: send nothing if there are more documents than this", { such: 100 })),
} as const;

interface SendLimits {
  readonly maxTotal: string | undefined;
  readonly maxFiles: number | undefined;
}

/**
 * Finds, counts and adds up the documents that are about to be sent, without those that were already sent. Problem:
 * `journal-unusable`.
 */
export async function batchOf(
  checked: readonly Checked[],
  { account }: Connection,
  journal: Journal,
  desk: Desk,
): Promise<Result<Omit<CompanyBatch, "connection">>> {
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
  return ok({ batch: { ...counts, ...sumsOf(due), count: due.length }, due });
}

function sentBefore(
  journal: Journal,
  account: string,
  desk: Desk,
): (checked: Checked, hash: string) => Promise<Result<boolean>> {
  // A document without its own file is identified by its content.
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

export interface CompanyBatch {
  readonly batch: Batch;
  /** The documents that were counted. */
  readonly due: readonly Checked[];
  readonly connection: Connection;
}

export function addedBatches(companies: readonly CompanyBatch[]): Batch {
  const [first, ...others] = companies.map(({ batch }) => batch);
  if (first === undefined) return bug("a run of no company");
  return others.reduce(
    (all, each) => ({
      before: all.before + each.before,
      twins: all.twins + each.twins,
      wrong: all.wrong + each.wrong,
      count: all.count + each.count,
      currencies: addedSums([...all.currencies, ...each.currencies], ({ currency }) => currency),
      suppliers: addedSums([...all.suppliers, ...each.suppliers], ({ trn, name, currency }) =>
        JSON.stringify([trn, name, currency]),
      ),
      netInAed: money.add(all.netInAed, each.netInAed),
      grossInAed: money.add(all.grossInAed, each.grossInAed),
      counted: money.add(all.counted, each.counted),
    }),
    first,
  );
}

/** Adds up sums with the same key; sorts by number of documents, largest first. */
function addedSums<S extends Sum>(sums: readonly S[], keyOf: (sum: S) => string): S[] {
  const all = new Map<string, S>();
  for (const each of sums) {
    const before = all.get(keyOf(each));
    const one = before && {
      ...before,
      count: before.count + each.count,
      net: money.add(before.net, each.net),
      vat: money.add(before.vat, each.vat),
      gross: money.add(before.gross, each.gross),
    };
    all.set(keyOf(each), one ?? each);
  }
  return [...all.values()].sort((a, b) => b.count - a.count);
}

export function overLimits(batch: Batch, { maxTotal, maxFiles }: SendLimits): Problem | undefined {
  const { count, grossInAed, counted } = batch;
  const hint = "Check which files were named; if this is intended, raise the limit.";
  if (maxFiles !== undefined && count > maxFiles) {
    const message = `Nothing was sent: the run has ${count} documents; the limit --max-files is ${maxFiles}.`;
    return problem("batch-too-big", message, hint);
  }
  if (maxTotal !== undefined && money.compare(counted, amount(maxTotal)) > 0) {
    const sum = money.forPeople(counted);
    const why = money.equal(counted, grossInAed)
      ? ""
      : ", each without its sign and at the lowest plausible exchange rate at least";
    const message = `Nothing was sent: the documents total AED ${sum} with VAT${why}; the limit --max-total is ${maxTotal}.`;
    return problem("batch-too-big", message, hint);
  }
  return undefined;
}

/**
 * Asks for a yes if there is one document, and for the number of documents if there are several. Returns the problem
 * if the user declines.
 */
export async function refusedBy(
  checked: readonly Checked[],
  companies: readonly CompanyBatch[],
  desk: Desk,
): Promise<Problem | undefined> {
  const [only] = checked;
  const [first] = companies;
  if (checked.length === 1 && only?.kept && first) {
    const sendable = only.kept as Sendable;
    await showBeforeAsking(sendable, first.connection.profile, desk);
    sayOldDates(checked, desk);
    const agreed = await desk.ask.confirm(`Send this document to ${whereTo(companies)}?`);
    if (!agreed.ok) return agreed.problems[0];
    return agreed.value ? undefined : declined("You said no: nothing was sent.");
  }
  const batch = addedBatches(companies);
  if (batch.count === 0) return undefined; // everything was sent before
  const going = companies.filter((each) => each.batch.count > 0);
  const practice = going.some(({ connection }) => connection.profile.sandbox);
  const due = companies.flatMap((each) => each.due);
  showWarnings(checked, desk);
  const named = going.map(({ batch: own, connection }) => ({ name: nameOf(connection), batch: own }));
  desk.say(renderBatch(batch, desk.talkStyle, named));
  await sayUnreached(due, practice, desk);
  sayOldDates(due, desk);
  const documents = batch.count === 1 ? "the document" : `the ${batch.count} documents`;
  const typed = await desk.ask.text(`Type ${batch.count} to send ${documents} to ${whereTo(going)}:`);
  if (!typed.ok) return typed.problems[0];
  return typed.value.trim() === String(batch.count)
    ? undefined
    : declined(`You did not type ${batch.count}: nothing was sent.`);
}

const nameOf = ({ company, profile }: Connection): string => company ?? profile.name ?? profile.origin;

function whereTo(companies: readonly CompanyBatch[]): string {
  const places = companies.map(({ connection: { profile } }) => (profile.sandbox ? "the sandbox" : profile.origin));
  const where = [...new Set(places)].join(" and ");
  if (companies.length > 1) return `${where} for ${companies.length} companies`;
  const company = companies[0]?.connection.company;
  return company === undefined ? where : `${where} for ${company}`;
}

const mostWarnings = 20;

function showWarnings(checked: readonly Checked[], desk: Desk): void {
  const found = checked.flatMap(({ wrong, held }) => (wrong ? [] : held.problems));
  desk.sayProblems(found.slice(0, mostWarnings));
  const more = found.length - mostWarnings;
  if (more > 0) desk.say(`… and ${more} more ${more === 1 ? "warning" : "warnings"}`);
}

const mostUnreached = 5;

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
    `the list of them: ${suggest`suppliers handover-list`}`;
  desk.say(fitted(says, desk.talkStyle));
}

function declined(message: string): Problem {
  return problem("declined", message, "Run the command again when you are ready.");
}
