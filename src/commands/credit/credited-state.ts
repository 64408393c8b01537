import type { Connection, Desk } from "../../desk/index.ts";
import { livesIn, replacesDocuments, stageOf } from "../../life/index.ts";
import type { Prepared } from "../../prepare/index.ts";
import { ok, type Problem, problem, type Result, suggest } from "../../problem/index.ts";
import { type Stage, statusName } from "../../states/index.ts";
import type { Checked } from "../create/check-documents.ts";
import { unasked } from "../follow/missing-calls.ts";
import { again, look, type ObservationAnswer } from "../follow/observe.ts";
import { acceptedByAuthority, recordState } from "../follow/record-state.ts";
import { findSubject } from "../follow/subject.ts";

/** Maximum number of invoices per run whose status is requested; for further invoices, the journal's status is used. */
const mostAsked = 50;

interface InvoiceState {
  readonly stage: Stage | undefined;
  /** Whether the tax authority accepted a rejected document; false if unknown. */
  readonly accepted: boolean;
}

export interface CreditWords {
  readonly creditRejected: boolean;
}

/** Finds invoices that never took effect; requests the status of each invoice only once. */
export class CreditedStates {
  readonly #connection: Result<Connection>;
  readonly #desk: Desk;
  readonly #words: CreditWords;
  readonly #known = new Map<string, Promise<Result<InvoiceState>>>();
  #saidUnknown = false;

  constructor(connection: Result<Connection>, desk: Desk, words: CreditWords) {
    this.#connection = connection;
    this.#desk = desk;
    this.#words = words;
  }

  /** Returns the problems of all invoices that a credit note names, each with the position of the reference. */
  async of({ kind, document, spot }: Prepared): Promise<readonly Problem[]> {
    const references = kind === "credit-note" ? (document?.billing_reference ?? []) : [];
    const found: Problem[] = [];
    for (const [at, { id }] of references.entries()) {
      const where = spot?.(`billing_reference[${at}].id`);
      for (const each of await this.ofInvoice(id?.trim() ?? "")) found.push({ ...each, ...(where ? { where } : {}) });
    }
    return found;
  }

  /** Records a status that is already known, so that it is not requested again. */
  heard(number: string, status: string | undefined): void {
    const stage = status === undefined ? undefined : stageOf({ state: "created", status, tellsStatus: true });
    if (stage === "approved" || stage === "pending")
      this.#known.set(number, Promise.resolve(ok({ stage, accepted: false })));
  }

  /**
   * Returns an error if the invoice failed validation. If it was rejected, returns a warning if the user agreed or can
   * be asked, otherwise an error.
   */
  async ofInvoice(number: string): Promise<readonly Problem[]> {
    if (number === "" || !this.#connection.ok) return [];
    const journal = await this.#desk.journal();
    if (!journal.ok) return journal.problems;
    const connection = await unasked(this.#connection.value, journal.value, this.#desk);
    const asked = this.#known.get(number) ?? this.#ask(number, connection);
    this.#known.set(number, asked);
    const state = await asked;
    if (!state.ok) return state.problems;
    const { stage, accepted } = state.value;
    if (stage === "failed") return [neverLeft(number, await replacesDocuments(connection, journal.value))];
    if (stage !== "rejected" || accepted) return this.#unknown(connection);
    const severity = this.#words.creditRejected || this.#desk.ask.possible ? "warning" : "error";
    return [neverCounted(number, severity)];
  }

  /** Warns once per run that a service without the extras reports no status for invoices. */
  #unknown({ profile }: Connection): readonly Problem[] {
    if (profile.extras || this.#saidUnknown) return [];
    this.#saidUnknown = true;
    const message =
      "Whether the credited invoice was rejected is not known: this service has no call for the status of an invoice.";
    return [problem("status-unknown", message, "Look in the service's own web pages.", { severity: "warning" })];
  }

  async #ask(number: string, connection: Connection): Promise<Result<InvoiceState>> {
    const recorded = await this.#recorded(number, connection);
    if (!recorded.ok || recorded.value.stage === "approved" || !connection.profile.extras) return recorded;
    if (this.#known.size >= mostAsked) return recorded;
    const seen = await this.#look(number, connection);
    // Fall back to the last known status.
    if (!seen?.ok) return recorded;
    await recordState(seen.value, this.#desk);
    const { overallStatus: status } = seen.value;
    const stage = stageOf({ state: "created", status, tellsStatus: true });
    return ok({ stage, accepted: acceptedByAuthority(seen.value) ?? recorded.value.accepted });
  }

  /** Requests the status, and the legs only if it is unclear whether the tax authority accepted a rejected invoice. */
  async #look(number: string, connection: Connection): Promise<ObservationAnswer | undefined> {
    const subject = await findSubject(number, { invoice: true, serviceVersion: undefined }, connection, this.#desk);
    if (!subject.ok) return undefined;
    const seen = await look(subject.value, again(this.#desk), { legs: false });
    const isOpen =
      seen.ok && seen.value.overallStatus === statusName.rejected && acceptedByAuthority(seen.value) === undefined;
    return isOpen ? look(subject.value, again(this.#desk), { legs: true }) : seen;
  }

  async #recorded(number: string, { account, profile }: Connection): Promise<Result<InvoiceState>> {
    const journal = await this.#desk.journal();
    if (!journal.ok) return journal;
    const documents = await journal.value.find(account, number);
    if (!documents.ok) return documents;
    const id = documents.value.find((each) => each.kind === "invoice")?.id;
    const past = id === undefined ? ok(undefined) : await journal.value.tries.last("id", id, isCreated);
    if (!past.ok) return past;
    if (past.value === undefined) return ok({ stage: undefined, accepted: false });
    const now = this.#desk.now().getTime();
    const lives = await livesIn(journal.value, { now, tellsStatus: () => profile.extras });
    const life = lives.ok ? await lives.value.of(past.value) : lives;
    if (!life.ok) return life;
    return ok({ stage: life.value.stage, accepted: life.value.authorityAccepted === true });
  }
}

const isCreated = ({ state }: { readonly state: string }): boolean => state === "created";

/** `resubmits`: whether the service can replace it. */
function neverLeft(number: string, resubmits: boolean): Problem {
  const message = `Nothing was sent: the invoice ${number} is ${statusName.failed}. It never reached the supplier or the tax authority, so there is nothing to credit.`;
  const next = resubmits
    ? `Correct it and send it again: ${suggest`resubmit ${number}`}`
    : `Write its corrected copy, which is a new document: ${suggest`correct ${number}`}`;
  const hint = `Reverse it in your books if it is booked. ${next}`;
  return problem("invoice-not-valid", message, hint);
}

const code = "invoice-rejected";

function neverCounted(number: string, severity: "error" | "warning"): Problem {
  const start = severity === "error" ? `Nothing was sent: the invoice` : "The invoice";
  const message = `${start} ${number} is REJECTED, and the tax authority did not accept it, as far as is known. It never counted, so a credit note would take back nothing.`;
  const hint = `Reverse it in your books if it is booked; the corrected copy: ${suggest`correct ${number}`}. If it must be credited all the same, add --credit-rejected.`;
  return problem(code, message, hint, { severity });
}

/** Asks whether to credit the invoices anyway; the default answer is no. */
export async function refusedToCredit(
  checked: readonly Checked[],
  { creditRejected }: CreditWords,
  desk: Desk,
): Promise<Problem | undefined> {
  const found = checked.flatMap(({ wrong, held }) => (wrong ? [] : held.problems.filter((each) => each.code === code)));
  if (found.length === 0 || creditRejected) return undefined;
  for (const { message, hint } of found) desk.say(`${message}\n  → ${hint}`);
  const what = found.length === 1 ? "this invoice" : `these ${found.length} invoices`;
  const agreed = await desk.ask.confirm(`Credit ${what} all the same?`);
  if (!agreed.ok) return agreed.problems[0];
  if (agreed.value) return undefined;
  return problem("declined", "You said no: nothing was sent.", `See what to do: ${suggest`due`}`);
}
