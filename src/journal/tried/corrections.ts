import type { KnownAccounts } from "../accounts/accounts.ts";
import { type ContentState, type Known, onlyAttempt, standingOf } from "../content/standing.ts";
import type { Intent } from "../store/records.ts";
import type { RecordsTable } from "../store/records-table.ts";
import type { Past } from "./past.ts";

/** Finds what blocks a correction: a document may be corrected by only one other. */
export class Corrections {
  readonly #tried: RecordsTable["tried"];
  readonly #accounts: Pick<KnownAccounts, "namesOf">;
  readonly #known: (account: string, key: string) => Known;

  constructor(
    { tried }: Pick<RecordsTable, "tried">,
    accounts: Pick<KnownAccounts, "namesOf">,
    known: (account: string, key: string) => Known,
  ) {
    this.#tried = tried;
    this.#accounts = accounts;
    this.#known = known;
  }

  /** Returns the ids of the documents that this one corrects, directly or through other corrections, in that order. */
  chainOf({ account, corrects }: Intent): string[] {
    const ids = new Set<string>();
    for (let id = corrects?.id; id !== undefined && !ids.has(id); ) {
      ids.add(id);
      id = this.#made(account, id)?.intent.corrects?.id;
    }
    return [...ids];
  }

  /**
   * Finds what prevents a document from being sent: the document that it corrects or replaces was already corrected by
   * another one, or the document that it corrects was sent again after the attempt `judged`. Call it inside a
   * transaction.
   */
  inTheWay(intent: Intent, judged: string | undefined): ContentState | undefined {
    const { account, corrects, replaces } = intent;
    const before = corrects === undefined ? undefined : this.#sentAgain(account, corrects.id, judged);
    if (before !== undefined) return before;
    for (const id of [corrects?.id, replaces]) {
      const found = id === undefined ? undefined : this.#correctedBy(id, intent);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #correctedBy(id: string, { account, key, replaces }: Intent): ContentState | undefined {
    for (const other of this.#named("corrects", account, id)) {
      // A document sent again after a failed validation remains the same document.
      const isItself = replaces !== undefined && (other.id === replaces || other.intent.replaces === replaces);
      if (isItself || (other.intent.account === account && other.intent.key === key)) continue;
      const stands = this.#standingOf(other);
      if (stands.is === "busy") return stands;
      if (stands.is === "in-doubt") return { is: "corrected", attempt: stands.attempt };
      if (stands.is !== "created") continue;
      return { is: "corrected", attempt: stands.attempt, id: stands.id, documentNumber: other.documentNumber };
    }
    return undefined;
  }

  /** Finds an attempt to send the document again that has no result yet. Call it inside a transaction. */
  openAgain(account: string, id: string): Extract<ContentState, { is: "busy" | "in-doubt" }> | undefined {
    for (const { attempt, intent } of this.#named("replaces", account, id)) {
      const stands = standingOf(onlyAttempt(this.#known(intent.account, intent.key), attempt));
      if (stands.is === "busy" || stands.is === "in-doubt") return stands;
    }
    return undefined;
  }

  #sentAgain(account: string, id: string, judged: string | undefined): ContentState | undefined {
    const open = this.openAgain(account, id);
    if (open !== undefined) return open.is === "busy" ? open : { is: "sent-again", attempt: open.attempt };
    const last = judged === undefined ? undefined : this.#made(account, id);
    return last === undefined || last.attempt === judged ? undefined : { is: "sent-again", attempt: last.attempt, id };
  }

  #standingOf({ intent: { account, key } }: Past): ContentState {
    return standingOf(this.#known(account, key));
  }

  /** Returns the attempt that determined the document's current content. */
  #made(account: string, id: string): Past | undefined {
    return this.#named("id", account, id).find(({ state }) => state === "created");
  }

  #named(by: "corrects" | "replaces" | "id", account: string, id: string): Past[] {
    const names = this.#accounts.namesOf(account);
    return [...this.#tried.named(by, id)].filter(({ intent }) => names.includes(intent.account));
  }
}
