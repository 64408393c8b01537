import { join } from "node:path";
import type { DocumentKind } from "../../../src/document/index.ts";
import type { Files } from "../described.ts";
import type { Shown, User } from "../open/ask.ts";
import type { Tally } from "../report.ts";
import type { DescribedService } from "./draw.ts";
import type { CreatedAnswer } from "./draw-created.ts";
import { isInPath } from "./draw-id.ts";
import {
  createdAs,
  inOneLine,
  isFailed,
  isWordless,
  judgeAny,
  judgeLegs,
  judgeRows,
  judgeShow,
  judgeStatus,
  lacks,
  overallOf,
} from "./judge.ts";
import type { DescribedServer } from "./server.ts";
import { type keepSuggestions, stepsIn } from "./steps.ts";

const profile = ["--profile", "open"];

/** Runs all commands of a document's life against one service. */
export class Visit {
  readonly #service: DescribedService;
  readonly #server: DescribedServer;
  readonly #user: User;
  readonly #tally: Tally;
  readonly #kept: ReturnType<typeof keepSuggestions>;
  readonly #home: string;
  readonly #hasDot: boolean;
  readonly #carriedOut = new Set<string>();
  /** Documents of which nobody can say whether they exist. */
  readonly #openDoubts = new Set<DocumentKind>();

  constructor(
    service: DescribedService,
    server: DescribedServer,
    user: User,
    tally: Tally,
    kept: ReturnType<typeof keepSuggestions>,
    home: string,
  ) {
    this.#service = service;
    this.#server = server;
    this.#user = user;
    this.#tally = tally;
    this.#kept = kept;
    this.#home = home;
    const { creates } = service;
    this.#hasDot = [creates.invoice, creates["credit-note"]].some(
      (each) => each.is === "created" && !isInPath(each.answer.idText),
    );
  }

  async all(files: Files): Promise<void> {
    this.#tally.count("services drawn");
    for (const each of this.#service.draws) this.#tally.fault(each);
    for (const kind of ["invoice", "credit-note"] as const) {
      const file = files[kind][this.#service.numbered ? "numbered" : "unnumbered"];
      await this.#sometimes("validate", file);
      const isThere = await this.#create(kind, file);
      const creates = this.#service.creates[kind];
      if (isThere && creates.is === "created" && creates.answer.becomes === "created")
        await this.#follow(kind, creates.answer, file);
    }
    for (const name of ["status", "due", "resolve"]) await this.#sometimes(name);
    await this.#sometimes("list", "--all");
    await this.#sometimes("history", "--verbose");
    await this.#sometimes("numbers");
    const archive = join(this.#home, "archive");
    if (this.#service.random.oneIn(8)) {
      const written = await this.#ask(["archive", "--month", "2026-06", "--out", archive, ...profile]);
      if (written?.code === 0) await this.#ask(["archive", "verify", archive]);
    }
    for (const call of this.#server.strangeCalls)
      this.#tally.violation("other", `${this.#service.name}: ${call} was asked, which is none of the six`);
  }

  /** Sends the file twice; returns whether the document exists and the journal knows it. */
  async #create(kind: DocumentKind, file: string): Promise<boolean> {
    const words = [`create-${kind}`, file, "--yes", ...profile];
    const creates = this.#service.creates[kind];
    const due = createdAs(creates);
    // A later status, if it was asked for now, would be shown when it is run again.
    const shown = await this.#ask(words, false);
    if (shown === undefined) return false;
    this.#tally.sends += 1;
    this.#tally.requests += this.#server.creates[kind];
    this.#tally.verdict(`${kind}: ${due.is}, exit code ${shown.code}`);
    if (this.#server.creates[kind] === 0) return this.#heldBack(kind, shown);
    if (!due.codes.includes(shown.code))
      this.#broken(
        "wrongVerdicts",
        shown,
        `exit code ${shown.code}, in place of ${due.codes.join(" or ")} (${due.is})`,
      );
    if (creates.is === "created") this.#judgeFirst(kind, shown, creates.answer);
    if (due.is === "refused") return false;
    const isSettled = due.is !== "in doubt" || (await this.#settle(kind));
    const before = this.#server.creates[kind];
    const again = await this.#ask([...words, "--verbose"]);
    if (again === undefined) return false;
    const isMade = creates.is === "created" || creates.makes;
    if (isMade && this.#server.creates[kind] !== before) this.#broken("duplicates", again, "it left again");
    if (creates.is !== "created") return isSettled;
    const codes = due.is === "in doubt" ? [isSettled ? 0 : 23] : due.codes;
    if (!codes.includes(again.code))
      this.#broken("wrongVerdicts", again, `exit code ${again.code} when run again, in place of ${codes.join(" or ")}`);
    if (due.is === "created") this.#judgeCreated(again, creates.answer, "verbose");
    if (!isSettled) this.#openDoubts.add(kind);
    return isSettled;
  }

  /** What must be told of the answer itself, and is not repeated when it is run again. */
  #judgeFirst(kind: DocumentKind, shown: Shown, answer: CreatedAnswer): void {
    const text = inOneLine(shown.pipe);
    for (const word of answer.warns)
      if (!text.includes(word)) this.#broken("lost", shown, `it does not warn of another ${word}`);
    if (answer.becomes === "in doubt") {
      if (!text.includes(inOneLine(answer.idText).trim()))
        this.#broken("lost", shown, `the id ${answer.idText} of a doubt`);
      return;
    }
    this.#judgeCreated(shown, answer, "text");
    for (const each of lacks(shown, answer.findings, "json")) this.#broken("lost", shown, each);
    const sent = this.#server.sentNumber[kind];
    const told = answer.number(sent);
    if (sent !== undefined && told !== undefined && told !== sent && !(text.includes(told) && text.includes(sent)))
      this.#broken("lost", shown, `${sent} became ${told}, and it does not say both`);
    if (answer.isThin && !text.includes("Not compared"))
      this.#broken("lost", shown, "it does not say what it did not compare");
  }

  /** A credit note of an invoice that failed, or of which nobody knows, is not sent; everything else is. */
  #heldBack(kind: DocumentKind, shown: Shown): boolean {
    const { invoice } = this.#service.creates;
    const isFailure = invoice.is === "created" && createdAs(invoice).codes.includes(26);
    const isIdle = kind === "credit-note" && (isFailure || this.#openDoubts.has("invoice"));
    if (!isIdle || shown.code === 0) this.#broken("wrongVerdicts", shown, `it was not sent, exit code ${shown.code}`);
    return false;
  }

  #judgeCreated(shown: Shown, answer: CreatedAnswer, place: "text" | "verbose"): void {
    if (isFailed(answer.overall) && /✓/.test(shown.pipe))
      this.#broken("wrongVerdicts", shown, `✓ of ${answer.overall}`);
    for (const each of lacks(shown, answer.marked, place)) this.#broken("lost", shown, each);
    const text = inOneLine(`${shown.pipe} ${shown.screen}`);
    const isNew = !isWordless(answer.overall) && answer.overall !== "PENDING";
    if (isNew && !text.includes(answer.overall)) this.#broken("lost", shown, `it does not say ${answer.overall}`);
    if (answer.overall === "APPROVED" && /checks run now/.test(text))
      this.#broken("wrongVerdicts", shown, "the checks run now, of an approved one");
  }

  /** Looks the doubt up, and then says what is there; false if nobody can say it, so that the doubt stays. */
  async #settle(kind: DocumentKind): Promise<boolean> {
    const creates = this.#service.creates[kind];
    const listed = await this.#ask(["resolve", ...profile]);
    await this.#ask(["resolve", "--check", ...profile]);
    if (listed === undefined) return false;
    const { doubts = [] } = JSON.parse(listed.json) as { doubts?: { id: string }[] };
    const attempt = doubts.at(-1)?.id;
    if (attempt === undefined) {
      this.#broken("other", listed, "nothing is listed as in doubt");
      return false;
    }
    const made = creates.is === "created" ? creates.answer.idText : /"id":"(made-[^"]*)"/.exec(creates.reply.body)?.[1];
    if (made !== undefined && !inOneLine(listed.pipe).includes(inOneLine(made).trim()))
      this.#broken("lost", listed, `the id ${made} is not shown`);
    // An answer that names no id: only the service knows the document, so the doubt stays.
    if (creates.is === "created" && made === "") return false;
    // An id inside of an error is no answer of the service: where it tells no status yet, the user must be sure.
    const sure = creates.is === "created" ? [] : ["--yes"];
    const word = made === undefined ? ["--not-created", "--yes"] : [`--created=${made}`, ...sure];
    const said = await this.#ask(["resolve", attempt, ...word, ...profile]);
    if (said !== undefined && said.code !== 0) this.#broken("other", said, `exit code ${said.code} of resolve`);
    return true;
  }

  /** Asks everything about a document that exists. */
  async #follow(kind: DocumentKind, answer: CreatedAnswer, file: string): Promise<void> {
    const sent = this.#server.sentNumber[kind];
    const number = answer.number(sent);
    const isInvoice = kind === "invoice";
    const called = number ?? answer.idText;
    const told = overallOf(answer, this.#service, isInvoice);
    const show = await this.#status(kind, answer, called);
    await this.#due(kind, answer, called);
    if (!isInvoice) {
      await this.#xml(answer.idText);
      await this.#logs(answer.idText);
    }
    if (sent !== undefined && number !== sent)
      await this.#findBoth(answer, [sent, ...(number === undefined ? [] : [number])]);
    await this.#sometimes("history", "--", called);
    await this.#sometimes("correct", "--out", join(this.#home, `${kind}-copy.yaml`), "--", called);
    await this.#sometimes("evidence", "--out", join(this.#home, `${kind}-evidence`), "--", called);
    const credit = join(this.#home, "credit.yaml");
    if (isInvoice)
      await this.#sometimes("create-credit-note", "--from", file, "--reason", "DL8.61.1.D", "--out", credit);
    if (show === undefined || !this.#service.random.oneIn(2)) return;
    const offline = await this.#ask(["show", "--offline", ...profile, "--", called]);
    const list = await this.#ask(["list", "--all", ...profile]);
    const report = await this.#ask(["report", "2026-06", ...profile]);
    const all = [show, offline, list, report].filter((each) => each !== undefined);
    for (const each of judgeRows(all, answer.idText, told)) this.#broken("wrongVerdicts", show, each);
  }

  /** Asks for the status, and shows the document; returns what was shown. */
  async #status(kind: DocumentKind, answer: CreatedAnswer, called: string): Promise<Shown | undefined> {
    const isInvoice = kind === "invoice";
    const status = await this.#ask(["status", "--verbose", ...profile, "--", called]);
    if (status === undefined) return undefined;
    this.#tally.verdict(`status of ${kind}: exit code ${status.code}`);
    for (const each of judgeStatus(status, answer, this.#service, isInvoice))
      this.#broken("wrongVerdicts", status, each);
    const { later } = this.#service;
    const isAsked = !isInvoice && later.status.status === 200 && isInPath(answer.idText);
    const told = isAsked ? later.statusMarked : answer.marked;
    if (isAsked && later.hasLegs && this.#service.random.oneIn(2)) {
      const plain = await this.#ask(["status", ...profile, "--", called]);
      for (const each of plain === undefined ? [] : judgeLegs(plain, later)) this.#broken("lost", status, each);
    }
    if (
      !isInPath(answer.idText) &&
      !isInvoice &&
      !/cannot (?:stand in|be part of) a path|in a path/.test(inOneLine(status.pipe))
    )
      this.#broken("lost", status, "it does not say that this id cannot stand in a path");
    // A call that fails tells nothing of the document, unless the journal has its final word.
    const isSilent = status.code === 4 || status.code === 22;
    for (const each of isSilent ? [] : lacks(status, told, "verbose")) this.#broken("lost", status, each);
    this.#count(told);
    const show = await this.#ask(["show", ...profile, "--", answer.idText]);
    if (show === undefined) return undefined;
    const both = { ...show, json: show.json + status.json };
    for (const each of lacks(both, [...answer.marked, ...told], "json")) this.#broken("lost", show, each);
    for (const each of judgeShow(show, overallOf(answer, this.#service, isInvoice)))
      this.#broken("wrongVerdicts", show, each);
    return show;
  }

  /** Both the number that was sent and the service's own find the document. */
  async #findBoth(answer: CreatedAnswer, numbers: readonly string[]): Promise<void> {
    for (const each of numbers) {
      const found = await this.#ask(["show", "--offline", ...profile, "--", each]);
      const text = JSON.stringify(answer.idText);
      if (found !== undefined && !found.json.includes(`"id":${text}`))
        this.#broken("lost", found, `${each} does not find ${answer.idText}`);
    }
  }

  /** What failed is due until somebody dealt with it. */
  async #due(kind: DocumentKind, answer: CreatedAnswer, called: string): Promise<void> {
    const due = await this.#ask(["due", ...profile]);
    const told = overallOf(answer, this.#service, kind === "invoice");
    const names = [called, this.#server.sentNumber[kind] ?? called];
    if (
      due !== undefined &&
      isFailed(told) &&
      !names.some((each) => inOneLine(due.pipe).includes(inOneLine(each).trim()))
    )
      this.#broken("lost", due, `${told} of ${called} is not due`);
  }

  /** The document within the status, in whatever form it came. */
  async #xml(id: string): Promise<void> {
    const { status, xml } = this.#service.later;
    const shown = await this.#ask(["status", "--xml", "document", ...profile, "--", id]);
    if (shown === undefined || status.status !== 200 || xml === "absent" || !isInPath(id)) return;
    if (!shown.pipe.includes("<CreditNote")) this.#broken("lost", shown, `the document as XML (${xml})`);
  }

  async #logs(id: string): Promise<void> {
    const logs = await this.#ask(["logs", ...profile, "--", id]);
    if (logs === undefined || this.#service.later.logs.status !== 200 || !isInPath(id)) return;
    this.#count(this.#service.later.logsMarked);
    for (const place of ["text", "json"] as const)
      for (const each of lacks(logs, this.#service.later.logsMarked, place)) this.#broken("lost", logs, each);
  }

  /** Asks what needs not be asked of every service: a run has thousands of them. */
  async #sometimes(name: string, ...words: readonly string[]): Promise<void> {
    if (this.#service.random.oneIn(3)) await this.#ask([name, ...profile, ...words]);
  }

  #count(marked: readonly unknown[]): void {
    this.#tally.count("values looked for", marked.length);
  }

  /** Runs a command and judges what any output must keep; an internal error counts as a violation. */
  async #ask(words: readonly string[], carriesOut = true): Promise<Shown | undefined> {
    const shown = await this.#run(words);
    if (shown === undefined) return undefined;
    for (const step of await stepsIn(shown, this.#kept.taken())) {
      if (this.#carriedOut.has(step.text)) continue;
      this.#carriedOut.add(step.text);
      this.#tally.count("suggested commands");
      if (step.problem !== undefined) this.#broken("other", shown, `it suggests “${step.text}”: ${step.problem}`);
      else if (step.isRead && carriesOut && this.#service.random.oneIn(3)) await this.#carryOut(step.words, shown);
    }
    return shown;
  }

  async #carryOut(words: readonly string[], from: Shown): Promise<void> {
    const shown = await this.#run(words);
    this.#kept.taken();
    if (shown === undefined) return;
    this.#tally.count("suggested commands carried out");
    const dead = /"code":"(bad-usage|not-offered|not-found|document-unknown|number-unknown)"|has no call for/.exec(
      shown.json,
    )?.[0];
    // The first answer is shown, and that an id cannot stand in a path is said beside it.
    const isSaidBeside = shown.json.includes("cannot stand in a path");
    if (dead !== undefined && words[0] !== "show" && !isSaidBeside)
      this.#broken(
        "other",
        from,
        `it suggests “${words.join(" ")}”, which ends with ${dead}: ${inOneLine(shown.pipe).slice(0, 200)}`,
      );
  }

  async #run(words: readonly string[]): Promise<Shown | undefined> {
    this.#tally.count("commands");
    try {
      const shown = await this.#user.ask(...words);
      for (const each of judgeAny(shown, this.#hasDot)) this.#broken("other", shown, each);
      return shown;
    } catch (error) {
      const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
      this.#tally.violation("other", `${this.#service.name}, ${words.join(" ")}: ${what.slice(0, 600)}`);
      return undefined;
    }
  }

  #broken(kind: Parameters<Tally["violation"]>[0], { words, pipe }: Shown, what: string): void {
    this.#tally.violation(
      kind,
      `${this.#service.name}, ${words.join(" ")}: ${what} | ${inOneLine(pipe).slice(0, 1500)}`,
    );
  }
}
