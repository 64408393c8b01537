import { join } from "node:path";
import type { DocumentKind } from "../../../src/document/index.ts";
import type { Files } from "../described.ts";
import type { Shown, User } from "../open/ask.ts";
import type { Tally } from "../report.ts";
import type { DescribedService } from "./draw.ts";
import type { CreatedAnswer } from "./draw-created.ts";
import { createdAs, inOneLine, isFailed, judgeAny, judgeShow, judgeStatus, lacks, overallOf } from "./judge.ts";
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
  readonly #carriedOut = new Set<string>();

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
  }

  async all(files: Files): Promise<void> {
    this.#tally.count("services drawn");
    for (const each of this.#service.draws) this.#tally.fault(each);
    for (const kind of ["invoice", "credit-note"] as const) {
      const file = files[kind][this.#service.numbered ? "numbered" : "unnumbered"];
      const isThere = await this.#create(kind, file);
      const creates = this.#service.creates[kind];
      if (isThere && creates.is === "created") await this.#follow(kind, creates.answer, file);
    }
    for (const name of ["status", "due", "resolve"]) await this.#sometimes(name);
    await this.#sometimes("list", "--all");
    await this.#sometimes("history", "--verbose");
    await this.#sometimes("report", "2026-06");
    for (const call of this.#server.strangeCalls)
      this.#tally.violation("other", `${this.#service.name}: ${call} was asked, which is none of the six`);
  }

  /** Sends the file twice; returns whether the document exists and the journal knows it. */
  async #create(kind: DocumentKind, file: string): Promise<boolean> {
    const words = [`create-${kind}`, file, "--yes", ...profile];
    const creates = this.#service.creates[kind];
    const due = createdAs(creates);
    const shown = await this.#ask(words);
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
    if (creates.is === "created") this.#judgeCreated(shown, creates.answer);
    if (due.is === "in doubt") await this.#settle(kind);
    if (due.is === "refused") return false;
    const before = this.#server.creates[kind];
    const again = await this.#ask(words);
    if (again === undefined) return false;
    const isMade = creates.is === "created" || creates.makes;
    if (isMade && this.#server.creates[kind] !== before) this.#broken("duplicates", again, "it left again");
    if (creates.is === "created" && !due.codes.includes(again.code))
      this.#broken(
        "wrongVerdicts",
        again,
        `exit code ${again.code} when run again, in place of ${due.codes.join(" or ")}`,
      );
    if (creates.is === "created") this.#judgeCreated(again, creates.answer);
    return true;
  }

  /** A credit note of an invoice that failed is not sent; everything else is. */
  #heldBack(kind: DocumentKind, shown: Shown): boolean {
    const { invoice } = this.#service.creates;
    const isIdle = kind === "credit-note" && invoice.is === "created" && isFailed(invoice.answer.overall);
    if (!isIdle || shown.code === 0) this.#broken("wrongVerdicts", shown, `it was not sent, exit code ${shown.code}`);
    return false;
  }

  #judgeCreated(shown: Shown, answer: CreatedAnswer): void {
    if (isFailed(answer.overall) && /✓/.test(shown.pipe))
      this.#broken("wrongVerdicts", shown, `✓ of ${answer.overall}`);
    for (const each of lacks(shown, answer.marked, "text")) this.#broken("lost", shown, each);
    const text = inOneLine(`${shown.pipe} ${shown.screen}`);
    const isNew = !["absent", "meta null", "null", "PENDING"].includes(answer.overall);
    if (isNew && !text.includes(answer.overall)) this.#broken("lost", shown, `it does not say ${answer.overall}`);
    if (answer.overall === "APPROVED" && /checks run now/.test(text))
      this.#broken("wrongVerdicts", shown, "the checks run now, of an approved one");
  }

  /** Looks the doubt up, and then says what is there. */
  async #settle(kind: DocumentKind): Promise<void> {
    const creates = this.#service.creates[kind];
    if (creates.is === "created") return;
    const listed = await this.#ask(["resolve", ...profile]);
    await this.#ask(["resolve", "--check", ...profile]);
    if (listed === undefined) return;
    const { doubts = [] } = JSON.parse(listed.json) as { doubts?: { id: string }[] };
    const attempt = doubts[0]?.id;
    if (attempt === undefined) return this.#broken("other", listed, "nothing is listed as in doubt");
    const id = /"id":"(made-[^"]*)"/.exec(creates.reply.body)?.[1];
    if (creates.makes && !inOneLine(listed.pipe).includes(id ?? ""))
      this.#broken("lost", listed, `the id ${id} is not shown`);
    await this.#ask([
      "resolve",
      attempt,
      ...(creates.makes ? ["--created", id ?? ""] : ["--not-created", "--yes"]),
      ...profile,
    ]);
  }

  /** Asks everything about a document that exists. */
  async #follow(kind: DocumentKind, answer: CreatedAnswer, file: string): Promise<void> {
    const number = answer.number(this.#server.sentNumber[kind]);
    const isInvoice = kind === "invoice";
    const called = number ?? answer.idText;
    const status = await this.#ask(["status", "--verbose", ...profile, "--", called]);
    if (status !== undefined) {
      this.#tally.verdict(`status of ${kind}: exit code ${status.code}`);
      for (const each of judgeStatus(status, answer, this.#service, isInvoice))
        this.#broken("wrongVerdicts", status, each);
      const { later } = this.#service;
      const told = isInvoice || later.status.status !== 200 ? answer.marked : later.statusMarked;
      // A call that fails tells nothing of the document, unless the journal has its final word.
      const isSilent = status.code === 4 || status.code === 22;
      for (const each of isSilent ? [] : lacks(status, told, "text")) this.#broken("lost", status, each);
      this.#count(told);
      const show = await this.#ask(["show", ...profile, "--", answer.idText]);
      if (show !== undefined) {
        const both = { ...show, json: show.json + status.json };
        for (const each of lacks(both, [...answer.marked, ...told], "json")) this.#broken("lost", show, each);
        for (const each of judgeShow(show, overallOf(answer, this.#service, isInvoice)))
          this.#broken("wrongVerdicts", show, each);
        if (show.code !== 0) this.#broken("wrongVerdicts", show, `exit code ${show.code} of show`);
      }
    }
    await this.#due(kind, answer, called);
    if (!isInvoice) {
      await this.#xml(answer.idText);
      await this.#logs(answer.idText);
    }
    await this.#sometimes("show", "--offline", "--", called);
    await this.#sometimes("history", "--", called);
    await this.#sometimes("correct", "--out", join(this.#home, `${kind}-copy.yaml`), "--", called);
    const credit = join(this.#home, "credit.yaml");
    if (isInvoice)
      await this.#sometimes("create-credit-note", "--from", file, "--reason", "DL8.61.1.D", "--out", credit);
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
    if (shown === undefined || status.status !== 200 || xml === "absent") return;
    if (!shown.pipe.includes("<CreditNote")) this.#broken("lost", shown, `the document as XML (${xml})`);
  }

  async #logs(id: string): Promise<void> {
    const logs = await this.#ask(["logs", ...profile, "--", id]);
    if (logs === undefined || this.#service.later.logs.status !== 200) return;
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
  async #ask(words: readonly string[]): Promise<Shown | undefined> {
    const shown = await this.#run(words);
    if (shown === undefined) return undefined;
    for (const step of await stepsIn(shown, this.#kept.taken())) {
      if (this.#carriedOut.has(step.text)) continue;
      this.#carriedOut.add(step.text);
      this.#tally.count("suggested commands");
      if (step.problem !== undefined) this.#broken("other", shown, `it suggests “${step.text}”: ${step.problem}`);
      else if (step.isRead && this.#service.random.oneIn(3)) await this.#carryOut(step.words, shown);
    }
    return shown;
  }

  async #carryOut(words: readonly string[], from: Shown): Promise<void> {
    const shown = await this.#run(words);
    this.#kept.taken();
    if (shown === undefined) return;
    this.#tally.count("suggested commands carried out");
    const dead = /"code":"(bad-usage|not-offered|not-found|document-unknown|number-unknown)"/.exec(shown.json)?.[1];
    if (dead !== undefined)
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
      for (const each of judgeAny(shown)) this.#broken("other", shown, each);
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
      `${this.#service.name}, ${words.join(" ")}: ${what} | ${inOneLine(pipe).slice(0, 500)}`,
    );
  }
}
