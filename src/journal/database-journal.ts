import type { Database } from "../database/index.ts";
import { fail, ok, type Problem, type Result } from "../problem/index.ts";
import { accountsOf, knownAccounts, type UnderAllNames, underAllNames } from "./accounts/accounts.ts";
import { type ApprovalGate, approvalGate, policiesOf } from "./approving/approvals.ts";
import { Budget, type CountedRequest, windowWith } from "./budget.ts";
import { Contents } from "./content/contents.ts";
import { type Crediting, creditsOn, overCrediting } from "./content/crediting.ts";
import { contradiction } from "./content/known-id.ts";
import { settle, takeOver, unlessFound } from "./content/settle.ts";
import { type ContentState, mayHaveEnded } from "./content/standing.ts";
import type {
  Attempt,
  BeginOptions,
  Begun,
  Doubt,
  Journal,
  JournalOptions,
  NumberUse,
  Priority,
  RateLimitNotice,
  Settleable,
} from "./journal.ts";
import { newAttemptId } from "./keys/attempt-id.ts";
import { type MachineTime, machineTime, type SendingPlace, sendingPlace } from "./keys/machine-time.ts";
import { type NumberCheck, numberCheck } from "./numbering/number-check.ts";
import { backUp } from "./places/backup.ts";
import { openness } from "./places/closed.ts";
import type { Disk } from "./places/disk.ts";
import { inherit } from "./places/inherit.ts";
import { type Reads, readsOf } from "./reads.ts";
import type { Caller } from "./store/callers.ts";
import { type Chain, chainOf } from "./store/chain.ts";
import { keptTexts } from "./store/kept-texts.ts";
import { journalNotes } from "./store/notes.ts";
import type { AttemptResult, Intent, JournalNote, Resolution } from "./store/records.ts";
import { type RecordsTable, recordsTable } from "./store/records-table.ts";
import { seenStates } from "./store/seen-states.ts";
import { endFailure } from "./store/sent-again.ts";
import type { SentDocument } from "./store/sent-to.ts";
import { type Lent as LentTogether, together } from "./together/together.ts";
import { triesOf } from "./tried/tries.ts";
import { keepAside } from "./trouble/keep-aside.ts";
import { Access, ClaimLost } from "./trouble/lost.ts";
import { type Aside, damaged, isTooLate, isUnstorable, tooLate, unusable } from "./trouble/trouble.ts";
import { checkDaily } from "./verify/daily.ts";
import { unsoundness } from "./verify/integrity.ts";
import type { Verified } from "./verify/recorded.ts";
import { verifyJournal } from "./verify/verify.ts";
import { handOut } from "./verify/whole.ts";

export function journalOn(disk: Disk, options: JournalOptions = {}): Journal {
  const journal = new DatabaseJournal(disk, options);
  const whole = Object.assign(journal, journal.reads, { onlyReads: disk.onlyReads !== undefined });
  return Object.assign(whole, { together: together(whole, journal.lent) });
}

class DatabaseJournal implements Omit<Journal, keyof Reads | "together" | "onlyReads"> {
  readonly lent: LentTogether;
  readonly reads: Reads;
  readonly policies: Journal["policies"];
  readonly accounts: Journal["accounts"];
  readonly tries;
  readonly #disk: Disk;
  readonly #database: Database;
  readonly #chain: Chain;
  readonly #records: RecordsTable;
  readonly #kept: ReturnType<typeof keptTexts>;
  readonly #seen: ReturnType<typeof seenStates>;
  readonly #notes: ReturnType<typeof journalNotes>;
  readonly #open: ReturnType<typeof openness>;
  readonly #budget: Budget;
  readonly #numberCheck: NumberCheck;
  readonly #documents: UnderAllNames;
  readonly #contents: Contents;
  readonly #approvals: ApprovalGate;
  readonly #now: () => number;
  readonly #at = (): string => new Date(this.#now()).toISOString();
  readonly #machine: () => MachineTime;
  /** Attempts of this process that have no result yet. */
  readonly #underWay = new Set<string>();
  /** Attempts whose `armed` record could not be written, but may exist if the disk failed during the flush. */
  readonly #unarmed = new Set<string>();
  /** Attempts of this process whose result is not recorded yet; they are not in doubt. */
  readonly #aside = new Map<string, AttemptResult>();
  #owners: ReturnType<Disk["owners"]> | undefined;
  #side: ReturnType<Disk["reserve"]> | undefined;
  readonly #access: Access;

  constructor(disk: Disk, options: JournalOptions) {
    const { now: given, window: own, machine = disk.machine ?? machineTime } = options;
    const { database } = disk;
    const now = given ?? Date.now;
    const time = options.time ?? given ?? disk.time ?? now;
    this.#disk = disk;
    this.#database = database;
    this.#chain = chainOf(database);
    this.#access = new Access(disk, this.#chain, options.patience);
    const read = <T>(work: () => T) => this.#access.read(work);
    this.#records = recordsTable(database, this.#chain);
    this.#kept = keptTexts(database, this.#chain);
    this.#seen = seenStates(database, this.#chain);
    this.#notes = journalNotes(database, this.#chain);
    this.#open = openness(disk, this.#chain);
    this.#now = now;
    this.#numberCheck = numberCheck({ database, chain: this.#chain, records: this.#records, notes: this.#notes, now });
    const known = knownAccounts(database, this.#notes);
    const lives = (owner: string, id: string) => this.#lives(owner, id);
    this.#contents = new Contents(database, this.#records, this.#numberCheck, known, lives);
    this.#machine = machine;
    this.#budget = new Budget(database, time, own ?? windowWith(disk.margin));
    this.#documents = underAllNames(known, this.#records, this.#seen);
    this.accounts = accountsOf(known, {
      read,
      note: (type, data) => this.note(type, data),
      standing: (intent, keyIn) => this.#contents.standing(intent, false, { keyIn }),
      hasId: (account, id) => this.#records.find(account, id).some((each) => each.id === id),
      seriesOfOthers: (account) => this.#contents.seriesOfOthers(account),
    });
    const [notes, records, contents, kept] = [this.#notes, this.#records, this.#contents, this.#kept];
    const [documents, open, chain, seen] = [this.#documents, this.#open, this.#chain, this.#seen];
    const tables = { notes, records, contents, kept, documents, open, chain, seen, disk };
    this.reads = readsOf(tables, read);
    this.#approvals = approvalGate({ database, notes, records, contents, kept, now: time });
    this.policies = policiesOf(this.#approvals, {
      read,
      unless: (work) => this.#unless(work),
      at: this.#at,
    });
    this.tries = triesOf({
      database,
      records: this.#records,
      read,
      write: (work) => this.#access.write(work),
      namesOf: known.namesOf,
      inherit: () => this.#inherit(),
      isDoubt: (attempt) => !this.#aside.has(attempt) && this.#contents.doubtOf(attempt, this.#machine()) !== undefined,
    });
    const openAttempts = () => contents.openAttempts();
    this.lent = { ...tables, tries: this.tries, openAttempts, read };
  }

  sentFrom(home: string): SendingPlace {
    return sendingPlace(this.#machine(), home, this.#disk.path);
  }

  async readyToSend(): Promise<Result<void>> {
    if (this.#access.broken) return fail(this.#access.broken);
    if (this.#side) return ok(undefined);
    const unsound = await this.#access.read(() => unsoundness(this.#database, this.#now()));
    if (!unsound.ok) return unsound;
    if (unsound.value !== undefined) return fail(damaged(this.#disk.path, unsound.value));
    return this.#access.write(() => {
      if (this.#side) return; // another document of this run has already taken the name
      this.#inherit();
      this.#open.know(this.#at());
      this.#open.maySend();
      checkDaily({ database: this.#database, chain: this.#chain, notes: this.#notes }, this.#now());
      this.#open.maySend();
      this.#side = this.#disk.reserve(this.#me().name);
    });
  }

  async begin(intent: Intent, how: BeginOptions): Promise<Result<Begun>> {
    const { allowSimilar, body: given, cap, numbering, unlimited = false } = how;
    const ready = await this.readyToSend();
    if (!ready.ok) return ready;
    const claim = (): Begun => {
      this.#open.maySend();
      const standing = this.#contents.standing(intent, allowSimilar, how);
      if (standing.is !== "fresh") return standing;
      const verdict = this.#approvals.judge(intent, how.approval);
      if (verdict.is === "not-approved") return verdict;
      const over = intent.overridden?.includes("--send-anyway")
        ? undefined
        : overCrediting(intent, this.#documents, this.#contents.openAttempts(), cap);
      if (over) return { is: "over-credited", ...over };
      const named = numbering ? this.#contents.numberedUnlessInTheWay(intent, numbering) : { intent, body: given };
      if ("is" in named) return named;
      const start = this.#budget.take(intent.account, unlimited ? "unlimited" : "normal", how.caller);
      if (typeof start === "number") return { is: "wait", milliseconds: start };
      const attempt = this.#attemptOf(named.intent, start);
      this.#contents.claim(intent, this.#me().name, attempt.id);
      if (named.body !== undefined) this.#kept.keep(named.body);
      const approved = this.#approvals.keep(verdict, { ...named.intent, ...this.#signature });
      this.#records.addIntent(this.#stamp(intent, attempt.id), approved);
      this.#underWay.add(attempt.id);
      return { is: "begun", attempt, intent: approved };
    };
    const first = await this.#access.commit(claim);
    if (!first.ok || !mayHaveEnded.has(first.value.is)) return first;
    // Another process may have set aside a result that settles this doubt after this process opened the journal.
    const inherited = await this.#access.write(() => this.#inherit());
    return inherited.ok ? this.#access.commit(claim) : inherited;
  }

  async turn(account: string, priority: Priority, caller?: Caller): Promise<Result<number>> {
    if (this.#disk.onlyReads) return ok(0); // uncounted: only the service can hold this request back
    return this.#access.commit(() => this.#budget.turn(account, priority, caller));
  }

  async told(account: string, { holdOff }: RateLimitNotice, caller?: Caller): Promise<Result<void>> {
    if (this.#disk.onlyReads) return ok(undefined);
    return this.#access.commit(() => this.#budget.holdOff(account, holdOff, caller));
  }

  async doubts(): Promise<Result<readonly Doubt[]>> {
    return this.#access.read(() => {
      const open = this.#records.unsettled();
      if (open.length > 0) this.#inherit();
      const attempts = this.#records.unsettled().map((row) => String(row.attempt));
      return attempts
        .filter((each) => !this.#aside.has(each))
        .flatMap((each) => this.#contents.doubtOf(each, this.#machine()) ?? []);
    });
  }

  async resolve({ attempt, intent, last }: Settleable, resolution: Resolution): Promise<Result<void>> {
    return this.#unless(() => {
      const stamp = this.#stamp(intent, attempt);
      const found = settle(this.#records, stamp, last, resolution);
      if (!found) endFailure({ records: this.#records, seen: this.#seen }, stamp, resolution);
      return found;
    });
  }

  async takeOver(intent: Intent, resolution: Resolution, body: string): Promise<Result<void>> {
    const [stamp, keep] = [this.#stamp(intent, newAttemptId()), () => this.#kept.keep(body)];
    return this.#unless(() => takeOver(this.#records, stamp, { ...intent, ...this.#signature }, resolution, keep));
  }

  async standing(account: string, key: string): Promise<Result<ContentState>> {
    return this.#access.read(() => this.#unlessSetAside(() => this.#contents.standingOf(account, key, this.#aside)));
  }

  async sentTo(account: string, key: string, most: number): Promise<Result<readonly SentDocument[]>> {
    const { bySupplier } = this.#records;
    const made = await this.#once(() => !bySupplier.isMissing(), bySupplier.fill);
    return made.ok ? this.#access.read(() => this.#documents.sentTo(account, key, most)) : made;
  }

  async creditsOn(account: string, invoiceNumber: string): Promise<Result<readonly Crediting[]>> {
    return this.#access.read(() =>
      creditsOn(this.#documents, { account, invoiceNumber }, this.#contents.openAttempts()),
    );
  }

  async numbers(account: string): Promise<Result<readonly NumberUse[]>> {
    const { numbers } = this.#records;
    const made = await this.#once(() => this.#numberCheck.isComplete(account), this.#numberCheck.rebuild);
    if (!made.ok) return made;
    return this.#access.read(() => this.#contents.usesOf(account, numbers.all(account)));
  }

  async giveUpNumber(account: string, number: string, by: string): Promise<Result<boolean>> {
    return this.#access.commit(() => this.#contents.giveUp(account, number, by));
  }

  async saw(account: string, id: string, state: string): Promise<Result<void>> {
    if (this.#disk.onlyReads) return ok(undefined); // the next process that can write gets the same answer from the service
    return this.#access.commit(() => {
      this.#seen.add({ at: this.#at(), account, id, state });
      this.#records.tried.followSeen(account, id);
    });
  }

  async note(type: string, data: JournalNote["data"], ...texts: readonly string[]): Promise<Result<void>> {
    return this.#access.commit(() => {
      for (const text of texts) this.#kept.keepOnce(text);
      this.#notes.add({ at: this.#at(), type, data });
    });
  }

  async accept(by: string): Promise<Result<void>> {
    return this.#access.commit(() => this.#open.accept(this.#at(), by));
  }

  async holdDamaged(damage: string): Promise<Result<void>> {
    return this.#access.commit(() => this.#open.holdDamaged(this.#at(), damage));
  }

  async backUp(file: string): Promise<Result<Verified>> {
    return backUp(this.#database, file, { from: this.#disk.path, at: this.#at() });
  }

  async everything(take: (record: object) => Promise<boolean>): Promise<Result<void>> {
    return handOut(this.#database, (work) => this.#access.read(work), take);
  }

  async verify(noted?: string): Promise<Result<Verified>> {
    const ready = await this.tries.upToDate();
    return ready.ok ? this.#access.read(() => verifyJournal(this.#database, noted)) : ready;
  }

  close(): void {
    this.#side?.close();
    this.#owners?.release(this.#side?.isUsed ?? false);
    this.#side = undefined;
    this.#owners = undefined;
    this.#database.close();
  }

  #lives(owner: string, attempt: string): boolean {
    return owner === this.#me().name ? this.#underWay.has(attempt) : this.#me().isAlive(owner);
  }

  #attemptOf(intent: Intent, start: CountedRequest): Attempt {
    const id = newAttemptId();
    const claimed = this.#now();
    let [from, armedBy] = [0, 0];
    const leaves = (): Problem | undefined => {
      if (armedBy !== this.#access.connection)
        return unusable(new ClaimLost("the connection was lost since it was armed"));
      return this.#disk.time && isTooLate(from, this.#now()) ? tooLate() : undefined;
    };
    return {
      id,
      armed: async () => {
        from = this.#now();
        armedBy = this.#access.connection;
        const done = this.#access.writeNow(() =>
          this.#database.transaction(() => {
            this.#open.maySend();
            this.#contents.mustHold(intent, id);
            this.#me().mustLive?.();
            this.#records.addArmed(this.#stamp(intent, id), this.#machine());
            this.#budget.postpone(start, this.#now() - claimed);
          }),
        );
        if (!done.ok) this.#unarmed.add(id);
        return done.ok ? leaves() : done.problems[0];
      },
      leaves,
      result: async (result, answer) => this.#finish(this.#stamp(intent, id), result, answer),
    };
  }

  async #finish(
    record: Omit<Aside, "result">,
    result: AttemptResult,
    answer: string | undefined,
  ): Promise<Problem | undefined> {
    const add = (withText: boolean) => (): AttemptResult => {
      if (withText && answer !== undefined) this.#kept.keep(answer);
      const recorded = this.#records.addResult(record, result);
      endFailure({ records: this.#records, seen: this.#seen }, record, recorded);
      this.#contents.letGo(record.attempt);
      return recorded;
    };
    const whole = await this.#access.commit(add(true), true);
    // If the server cannot store the text of an answer, the result keeps only its hash.
    const isUnstored = !whole.ok && isUnstorable(whole.problems[0].cause);
    const done = isUnstored ? await this.#access.commit(add(false), true) : whole;
    this.#underWay.delete(record.attempt);
    if (!done.ok) return this.#keepAside({ ...record, result }, done.problems[0]);
    return contradiction(result, done.value, record.attempt);
  }

  #keepAside(aside: Aside, why: Problem): Problem | undefined {
    const records = this.#access.readNow(() => this.#records.ofAttempt(aside.attempt));
    const [isUnarmed, side] = [this.#unarmed.has(aside.attempt), this.#side];
    return keepAside(aside, why, { records, isUnarmed, side, kept: this.#aside, rescue: this.#disk.rescue });
  }

  /** Picks up what dead processes set aside, and removes their files. */
  #inherit(): void {
    inherit(this.#disk, this.#me(), this.#records);
  }

  /** Repeats the query if another process may have set aside a result that settles the doubt. */
  #unlessSetAside<T extends Begun | ContentState>(ask: () => T): T {
    const first = ask();
    if (!mayHaveEnded.has(first.is)) return first;
    this.#inherit();
    return ask();
  }

  get #signature(): Pick<Intent, "by"> {
    return this.#disk.by ? { by: this.#disk.by } : {};
  }

  #me(): ReturnType<Disk["owners"]> {
    this.#owners ??= this.#disk.owners();
    return this.#owners;
  }

  #stamp({ account, key }: Intent, attempt: string): Omit<Aside, "result"> {
    return { at: this.#at(), account, key, attempt };
  }

  /** Runs one transaction; writes nothing if `work` returns a problem. */
  async #unless(work: () => Problem | undefined): Promise<Result<void>> {
    return unlessFound(await this.#access.commit(() => this.#open.mustBeOpen() ?? work()));
  }

  /** Creates tables that earlier versions did not have. */
  async #once(isMade: () => boolean, make: () => void): Promise<Result<unknown>> {
    const made = await this.#access.read(isMade);
    return !made.ok || made.value ? made : this.#access.commit(make);
  }
}
