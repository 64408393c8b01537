import type { Database } from "../../database/index.ts";
import type { KnownAccounts, RelatedAccount } from "../accounts/accounts.ts";
import type { Doubt, NumberUse } from "../journal.ts";
import { type KeyIn, sha256 } from "../keys/intent-key.ts";
import type { MachineTime } from "../keys/machine-time.ts";
import type { NumberCheck } from "../numbering/number-check.ts";
import type { HandedOut, NumberBook, Numbering } from "../numbering/numbers.ts";
import { seriesOwners } from "../numbering/series-owner.ts";
import { intentIn } from "../store/record-rows.ts";
import type { AttemptResult, Intent } from "../store/records.ts";
import type { RecordsTable } from "../store/records-table.ts";
import { Corrections } from "../tried/corrections.ts";
import { ClaimLost } from "../trouble/lost.ts";
import { BilledSupplies } from "./billed.ts";
import type { OpenAttempts } from "./crediting.ts";
import { doubtIn } from "./doubt.ts";
import { type ContentState, type Known, type StandsElsewhere, standingOf, withoutReplaced } from "./standing.ts";

export interface StandingBy {
  /** Numbers, ids or attempts of documents that bill another part of the same supply. */
  readonly partOf?: readonly string[] | undefined;
  readonly keyIn?: KeyIn | undefined;
  /** Whether the document itself names its issuer. */
  readonly isCompanySaid?: boolean | undefined;
  /** For a correction: the attempt of the corrected document that was checked before this send. */
  readonly judged?: string | undefined;
}

/** The states of a content itself, not of one that resembles it. */
const sameContent: ReadonlySet<ContentState["is"]> = new Set(["created", "in-doubt", "busy", "elsewhere"]);

/** What a person allowed. `isSister`: another company's account, whose supplies are its own. */
type Allowed = Pick<StandingBy, "partOf"> & { readonly allowSimilar: boolean; readonly isSister?: boolean };

export class Contents {
  readonly #database: Database;
  readonly #records: RecordsTable;
  readonly #numbers: NumberBook;
  readonly #numberCheck: NumberCheck;
  readonly #accounts: KnownAccounts;
  readonly #series: ReturnType<typeof seriesOwners>;
  readonly #corrections: Corrections;
  readonly #lives: (owner: string, attempt: string) => boolean;
  readonly #billed: BilledSupplies;

  /** `lives`: whether the named process is alive and working on this attempt. */
  constructor(
    database: Database,
    records: RecordsTable,
    numberCheck: NumberCheck,
    accounts: KnownAccounts,
    lives: (owner: string, attempt: string) => boolean,
  ) {
    this.#database = database;
    this.#records = records;
    this.#numbers = records.numbers;
    this.#numberCheck = numberCheck;
    this.#accounts = accounts;
    this.#series = seriesOwners(database, accounts);
    this.#lives = lives;
    this.#billed = new BilledSupplies(database, records);
    this.#corrections = new Corrections(records, accounts, (account, key) => this.known(account, key));
  }

  claimOf(account: string, key: string): { owner: string; attempt: string } | undefined {
    const row = this.#database.get("SELECT owner, attempt FROM claim WHERE account = ? AND key = ?", account, key);
    return row && { owner: String(row.owner), attempt: String(row.attempt) };
  }

  /** Records that the attempt claims the content. Must be called inside a transaction, like `letGo`. */
  claim({ account, key }: Pick<Intent, "account" | "key">, owner: string, attempt: string): void {
    const sql = `INSERT INTO claim (account, key, owner, attempt) VALUES (?, ?, ?, ?)
      ON CONFLICT (account, key) DO UPDATE SET owner = excluded.owner, attempt = excluded.attempt`;
    this.#database.run(sql, account, key, owner, attempt);
  }

  /** Throws if this attempt no longer holds the claim to the content. */
  mustHold({ account, key }: Pick<Intent, "account" | "key">, attempt: string): void {
    if (this.claimOf(account, key)?.attempt !== attempt)
      throw new ClaimLost("another process has taken this document over");
  }

  letGo(attempt: string): void {
    this.#database.run("DELETE FROM claim WHERE attempt = ?", attempt);
  }

  known(account: string, key: string): Known {
    const claim = this.claimOf(account, key);
    const ownerAlive = claim !== undefined && this.#lives(claim.owner, claim.attempt);
    return { records: this.#records.ofKey(account, key), ownerAlive };
  }

  /**
   * Returns whether the document may be sent. Considers this account and every account that may belong to the same
   * buyer or a sister company.
   */
  standing(intent: Intent, allowSimilar: boolean, by: StandingBy = {}): ContentState {
    const asTyped = by.keyIn?.asTyped;
    if (asTyped !== undefined) {
      const found = this.#standing({ ...intent, key: asTyped(intent.account) }, true, { ...by, keyIn: asTyped });
      if (sameContent.has(found.is)) return found;
    }
    return this.#standing(intent, allowSimilar, by);
  }

  #standing(intent: Intent, allowSimilar: boolean, { keyIn, judged, isCompanySaid, partOf }: StandingBy): ContentState {
    const again = intent.replaces && this.#corrections.openAgain(intent.account, intent.replaces);
    if (again) return again;
    const own = this.#standingHere(intent, { allowSimilar, partOf });
    const corrected =
      own.is === "fresh" || own.is === "similar" ? this.#corrections.inTheWay(intent, judged) : undefined;
    if (corrected !== undefined) return corrected;
    if (own.is !== "fresh" || keyIn === undefined) return own;
    for (const related of this.#accounts.related(intent.account)) {
      const there = { ...intent, account: related.account, key: keyIn(related.account) };
      const found = this.#standingThere(there, related, { allowSimilar, partOf });
      const isNumberAlone = found?.is === "elsewhere" && !found.sameBuyer && byNumber.has(found.found.is);
      if (found !== undefined && !(isCompanySaid && isNumberAlone)) return found;
    }
    return own;
  }

  /** Undefined if nothing in the other account blocks this document. */
  #standingThere(intent: Intent, related: RelatedAccount, allowed: Allowed): ContentState | undefined {
    const { account, relation, sameBuyer } = related;
    if (relation === "other" || (!sameBuyer && allowed.allowSimilar)) return undefined;
    const found = this.#standingHere(intent, sameBuyer ? allowed : { allowSimilar: true, isSister: true });
    if (found.is === "fresh") return undefined;
    if (found.is === "busy" || (sameBuyer && relation === "same")) return found;
    return { is: "elsewhere", account, sameBuyer, found: found as StandsElsewhere["found"] };
  }

  /** Considers only the intent's own account. The document that this one replaces does not block it. */
  #standingHere(intent: Intent, allowed: Allowed): ContentState {
    const { account, key, replaces } = intent;
    const instead = replaces === undefined ? [] : [replaces];
    const known = (other: string): Known => withoutReplaced(this.known(account, other), instead);
    const corrected = [...instead, ...this.#corrections.chainOf(intent)];
    const others = (keys: readonly string[]): Known[] =>
      keys.map((other) => withoutReplaced(this.known(account, other), corrected));
    const twins = this.#records.keysOfTwins(intent);
    const standing = standingOf({
      ...known(key),
      sameNumber: this.#records.keysOfNumber(intent).map(known),
      similar: others(twins).filter(
        (each) => this.#mayBeTwin(intent, each) && !this.#isOtherPart(intent, each, allowed),
      ),
      allowSimilar: allowed.allowSimilar,
    });
    if (standing.is === "created" && replaces !== undefined) return { ...standing, is: "content-used" };
    if (standing.is !== "fresh" && standing.is !== "similar") return standing;
    const candidates = allowed.isSister ? [] : others([...new Set([...twins, ...this.#billed.keysOf(intent)])]);
    const billed = intent.kind === "invoice" ? this.#billedBy(intent, candidates, allowed) : undefined;
    if (billed !== undefined) return billed;
    if (standing.is === "similar" && standing.id !== undefined)
      return { ...standing, documentNumber: this.#records.find(account, standing.id)[0]?.documentNumber };
    return standing.is === "fresh" && !allowed.allowSimilar ? (this.#before(intent) ?? standing) : standing;
  }

  /** Returns a document of the number that is older than the records. */
  #before({ account, kind, documentNumber, replaces }: Intent): ContentState | undefined {
    const before = documentNumber === undefined ? undefined : this.#records.knownBefore(account, kind, documentNumber);
    if (before === undefined || before.id === replaces) return undefined;
    return { is: "similar", attempts: [], id: before.id, documentNumber: before.documentNumber };
  }

  /** Whether a document with the same supplier, date and amounts may bill the same: references and items may say no. */
  #mayBeTwin(intent: Intent, { records }: Known): boolean {
    const other = intentIn(records);
    if (other === undefined || intent.supply === undefined) return true;
    const relation = this.#billed.relation(intent, other);
    // What documents with a reference in common bill is judged by the supply, not by their amounts.
    if (relation.is === "unknown") return relation.items === "alike";
    return relation.is === "same" && intent.kind === "credit-note";
  }

  /** Whether a person said of a credit note that this one takes back another part. */
  #isOtherPart({ kind }: Intent, { records }: Known, { partOf = [] }: Allowed): boolean {
    if (kind !== "credit-note" || partOf.length === 0) return false;
    const said = new Set(partOf.map((each) => each.trim().toLowerCase()));
    const standing = standingOf({ records, ownerAlive: false });
    if (standing.is !== "created") return false;
    const { id } = standing;
    const its = intentIn(records);
    const number = (id && this.#records.find(its?.account ?? "", id)[0]?.documentNumber) || its?.documentNumber;
    return [id, number].some((name) => name !== undefined && said.has(name.toLowerCase()));
  }

  /** Returns the newest document that bills what this one bills, unless a person said that it is another part. */
  #billedBy(intent: Intent, others: readonly Known[], { partOf = [] }: Allowed): ContentState | undefined {
    const said = new Set(partOf.map((each) => each.trim().toLowerCase()));
    const isSaid = (name: string | undefined): boolean => name !== undefined && said.has(name.toLowerCase());
    for (const other of others.toReversed()) {
      const standing = standingOf({ ...other, sameNumber: [] });
      const { records } = other;
      const its = intentIn(records);
      if (standing.is === "fresh" || its === undefined) continue;
      const id = standing.is === "created" ? standing.id : undefined;
      if (id !== undefined && this.#billed.isWithoutEffect(its.account, id, records)) continue;
      const billed = this.#billed.shared(intent, its, id);
      if (billed === undefined) continue;
      const attempt = records.at(-1)?.attempt ?? "";
      const documentNumber = (id && this.#records.find(its.account, id)[0]?.documentNumber) || its.documentNumber;
      if ([attempt, id, documentNumber].some(isSaid)) continue;
      if (standing.is === "busy") return standing;
      return { is: "similar", attempts: [attempt], billed, ...(id === undefined ? {} : { id, documentNumber }) };
    }
    return undefined;
  }

  /** Ignores the number and possible duplicates. `aside`: results that could not be recorded yet, keyed by attempt. */
  standingOf(account: string, key: string, aside: ReadonlyMap<string, AttemptResult>): ContentState {
    const known = this.known(account, key);
    return standingOf({ ...known, cameBack: aside.get(known.records.at(-1)?.attempt ?? "") });
  }

  isSent(account: string, key: string): boolean {
    const { is } = standingOf({ records: this.#records.ofKey(account, key), ownerAlive: false });
    return is === "created" || is === "in-doubt";
  }

  /** Attempts in all accounts that may have been sent or are being worked on by live processes. */
  openAttempts(): OpenAttempts {
    const claims = this.#database
      .all("SELECT owner, attempt FROM claim")
      .filter((row) => this.#lives(String(row.owner), String(row.attempt)))
      .map((row) => String(row.attempt));
    const alive = new Set(claims);
    const left = this.#records.unsettled().map((row) => String(row.attempt));
    return [...new Set([...claims, ...left])].map((attempt) => ({ attempt, isAlive: alive.has(attempt) }));
  }

  /**
   * Gives the intent the number that its content already has, or the next one in the series. Must be called inside a
   * transaction.
   */
  numbered(intent: Intent, { series, bodyWith, isUsedElsewhere }: Numbering): { intent: Intent; body: string } {
    this.#numberCheck.beforeNumbering(intent, series);
    const related = this.#accounts
      .related(intent.account)
      .filter((each) => each.sameBuyer && each.relation !== "other");
    const accounts = [intent.account, ...related.map(({ account }) => account)];
    const isFree = (number: string): boolean =>
      !isUsedElsewhere?.(number) &&
      accounts.every((account) => this.#records.find(account, number).length === 0) &&
      !this.#hasOther(intent, number, accounts) &&
      !this.numberInTheWay({ ...intent, documentNumber: number });
    const found = this.#numbers.numberFor(intent, series, isFree);
    const body = bodyWith(found.number);
    const place = { series: found.series, counter: found.counter };
    return { intent: { ...intent, documentNumber: found.number, series: place, bodyHash: sha256(body) }, body };
  }

  /** Whether other content was tried with this number, for any supplier: numbers are unique per organization. */
  #hasOther({ key }: Intent, number: string, accounts: readonly string[]): boolean {
    for (const { intent } of this.#records.tried.named("number", number))
      if (accounts.includes(intent.account) && intent.key !== key) return true;
    return false;
  }

  /**
   * Returns the intent with its number, or the obstacle: the document that has the number this content was given
   * earlier, or the other company that owns the series.
   */
  numberedUnlessInTheWay(intent: Intent, numbering: Numbering) {
    const named = this.numbered(intent, numbering);
    const isNew = this.#numbers.ofKey(intent.account, intent.key) === undefined;
    const other = isNew ? this.#series.otherOwner(intent.account, numbering.series) : undefined;
    if (other !== undefined) return { is: "series-used", account: other, series: numbering.series } as const;
    const inTheWay = this.numberInTheWay(named.intent);
    if (inTheWay === undefined) return named;
    return inTheWay.is === "busy" ? inTheWay : { ...inTheWay, ofSeries: named.intent.documentNumber };
  }

  seriesOfOthers(account: string) {
    return this.#series.seriesOfOthers(account);
  }

  numberInTheWay(intent: Intent): Extract<ContentState, { is: "number-used" | "number-open" | "busy" }> | undefined {
    const sameNumber = this.#records.keysOfNumber(intent).map((key) => this.known(intent.account, key));
    const standing = standingOf({ records: [], ownerAlive: false, sameNumber, allowSimilar: true });
    return standing.is === "number-used" || standing.is === "number-open" || standing.is === "busy"
      ? standing
      : undefined;
  }

  /**
   * For lists: runs a few statements per page, and does not check rows against the chain. Use `useOf` before taking a
   * number away.
   */
  usesOf(account: string, handed: readonly HandedOut[]): NumberUse[] {
    const rows = this.#database.all("SELECT key, owner, attempt FROM claim WHERE account = ?", account);
    const claims = new Map(
      rows.map(({ key, owner, attempt }) => [String(key), [String(owner), String(attempt)] as const]),
    );
    const uses: NumberUse[] = [];
    for (let at = 0; at < handed.length; at += page) {
      const some = handed.slice(at, at + page);
      const records = this.#records.ofKeys(
        account,
        some.flatMap(({ key }) => key ?? []),
      );
      for (const each of some) {
        const claim = claims.get(each.key ?? "");
        const ownerAlive = claim !== undefined && this.#lives(...claim);
        uses.push(useWith(each, { records: records.get(each.key ?? "") ?? [], ownerAlive }));
      }
    }
    return uses;
  }

  useOf(account: string, handed: HandedOut): NumberUse {
    return useWith(
      handed,
      handed.key === undefined ? { records: [], ownerAlive: false } : this.known(account, handed.key),
    );
  }

  /** Undefined if the attempt is not in doubt. */
  doubtOf(attempt: string, now: MachineTime): Doubt | undefined {
    return doubtIn(this.#records.ofAttempt(attempt), (account, key) => this.known(account, key), now);
  }

  /**
   * Takes a number away from content that was not created, based on a person's statement. Returns false if that is
   * impossible. Call it inside a transaction.
   */
  giveUp(account: string, number: string, by: string): boolean {
    const found = this.#numbers.all(account).find((each) => each.number === number);
    if (!found || this.useOf(account, found).state !== "not-created") return false;
    this.#numbers.giveUp(account, found);
    this.#numberCheck.noteGivenUp(account, found, by);
    return true;
  }
}

const page = 500;

function useWith(handed: HandedOut, known: Known): NumberUse {
  if (handed.key === undefined) return { ...handed, state: "used-elsewhere" };
  const { is } = standingOf(known);
  const intent = intentIn(known.records);
  const state = is === "created" || is === "in-doubt" ? is : is === "busy" ? "under-way" : "not-created";
  return { ...handed, state, kind: intent?.kind, file: intent?.file };
}

/** States in which other content has the number. */
const byNumber: ReadonlySet<string> = new Set<ContentState["is"]>(["number-used", "number-open"]);
