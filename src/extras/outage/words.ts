import { basename } from "node:path";
import { amount, isDecimalText, money } from "../../document/index.ts";
import { gulfTime } from "../../render/index.ts";
import type { Affected, FailedFate } from "./fate.ts";
import type { FailedAttempt, Outage } from "./spans.ts";

/**
 * Returns the text for a report to the authority. It contains only what the journal proves: no local paths, no assumed
 * cause.
 */
export function reportText(outage: Outage, documents: readonly Affected[]): string {
  const { from, last, to } = outage;
  return [
    `From ${gulfTime(from)} to ${gulfTime(last)} ${whatHappened(outage)}`,
    attemptsOf(outage, documents),
    to === undefined
      ? "No later attempt to send was answered so far."
      : `The next attempt that was answered began at ${gulfTime(to)}.`,
    "Documents:",
    ...documents.map((each) => `- ${documentWords(each)}: ${fateWords(each.fate)}`),
  ].join("\n");
}

/** Says "could not send" only if no attempt reached the service. */
function whatHappened({ failures, putOff }: Outage): string {
  const { unsent, errors } = countsOf(failures);
  if (unsent === failures.length && putOff === 0)
    return "our system could not send electronic invoices or credit notes: none of its attempts reached the service of our provider. Whether our network or the service was the cause is not known.";
  if (errors === 0 && putOff === 0)
    return "the service of our provider did not answer our system's attempts to send electronic invoices or credit notes.";
  return "the service of our provider confirmed none of the electronic invoices or credit notes that our system tried to send.";
}

export function countsOf(failures: readonly FailedAttempt[]) {
  const count = (how: FailedAttempt["how"]): number => failures.filter((each) => each.how === how).length;
  return { unsent: count("not-sent"), unanswered: count("no-answer"), errors: count("server-error") };
}

/** Whether the document was not tried, because the service could not be reached for another. */
export const isUntried = ({ past }: Affected): boolean => past.record === undefined;

function attemptsOf({ failures, putOff }: Outage, documents: readonly Affected[]): string {
  const { unsent, unanswered, errors } = countsOf(failures);
  const statuses = [...new Set(failures.flatMap(({ past }) => past.result?.status ?? []))].sort();
  const ways = [
    ...(unsent > 0 ? [`${unsent} did not leave our system`] : []),
    ...(unanswered > 0 ? [`${unanswered} got no answer`] : []),
    ...(errors > 0 ? [`${errors} met a server error (${statuses.join(", ")})`] : []),
  ];
  const more = putOff > 0 ? ` ${plural(putOff, "further attempt")} met the service's rate limit (429).` : "";
  const untried = documents.filter(isUntried).length;
  const rest =
    untried > 0
      ? ` ${plural(untried, "further document")} waited and ${untried === 1 ? "was" : "were"} not tried.`
      : "";
  return `${plural(failures.length, "attempt")} for ${plural(documents.length - untried, "document")}: ${ways.join(", ")}.${more}${rest}`;
}

export function failureWords({ how, past }: FailedAttempt): string {
  if (how === "not-sent") return "no connection";
  return how === "no-answer" ? "no answer" : `server error ${past.result?.status ?? ""}`;
}

/** Returns the number, or else the id or the file name without its folder, followed by the supplier and amount. */
export function documentWords({ past: { documentNumber, id, intent } }: Pick<Affected, "past">): string {
  const { supplier, currency, totals, file } = intent;
  const payable = totals.payable_amount ?? "";
  const sum = isDecimalText(payable) ? `${currency} ${money.forPeople(amount(payable))}` : currency;
  const called = documentNumber ?? id ?? (file === "-" ? [] : basename(file.replaceAll("\\", "/")));
  return [called, supplier.name, sum].flat().join(", ");
}

export function fateWords(fate: FailedFate): string {
  switch (fate.is) {
    case "created":
      return `created later, ${gulfTime(Date.parse(fate.at))}`;
    case "found":
      return `was in doubt, found to exist ${gulfTime(Date.parse(fate.at))}`;
    case "in-doubt":
      return "in doubt, it may or may not exist";
    case "under-way":
      return "being sent now";
    case "not-created":
      return "not created";
  }
}

export function plural(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}
