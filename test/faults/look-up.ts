import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DocumentKind, SelfBilledDocument } from "../../src/document/index.ts";
import { writeYaml } from "../../src/read/index.ts";
import { openSandbox, type RunningSandbox } from "../../src/sandbox/index.ts";
import { creditNote, invoice, line } from "../support/documents.ts";
import { moveClock } from "../support/moved-clock.ts";
import { type Passing, passOn } from "../support/passing.ts";
import { type ListHabits, rewriting, rewritings, type Told } from "../support/rewriting.ts";
import { homeAt, openUser, type Shown, token, type User } from "./open/ask.ts";
import { Random } from "./random.ts";
import { type FaultOptions, type FaultReport, Tally } from "./report.ts";

/** One service in this many may be needlessly unclear, of those that rewrite and hide nothing. */
const mostUnclear = 50;

/**
 * Draws services that rewrite what they store and hide it from their lists, in accounts with up to 200 documents of
 * other computers. An answer is lost, the document is looked up, a person settles what stays unclear, and it is sent
 * again.
 */
export async function run({ count, seed, say, words }: FaultOptions): Promise<FaultReport> {
  const tally = new Tally();
  const scratch = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "selfbill-look-up-"));
  const clock = moveClock();
  const started = await openSandbox({ folder: join(scratch, "sandbox"), rate: 0, token });
  if (!started.ok) throw new Error(started.problems[0].message);
  const behind = new Behind(started.value);
  let change: (passing: Passing) => Promise<void> = async () => undefined;
  const front = await passOn(started.value.baseUrl, (passing) => change(passing));
  const from = Number(words.from ?? 0);
  let [plain, unclear] = [0, 0];
  try {
    for (let number = from; number < from + count && tally.violations.length < 20; number++) {
      clock.reset();
      await behind.call("POST", "/sandbox/reset");
      const drawn = drawAccount(new Random(seed * 1_000_003 + number));
      const rewrites = rewriting(behind, drawn.rewrite, drawn.habits);
      change = (passing) => {
        // The header of a server is not made by this process's clock.
        passing.date = new Date().toUTCString();
        return rewrites(passing);
      };
      const home = homeAt(scratch, number);
      const user = openUser(home, front.baseUrl, true, clock, {
        SELFBILL_PROFILE: "open",
        SELFBILL_BUSINESS_PROFILE_ID: started.value.businessProfileId,
      });
      const visit = new Visit(`seed ${seed}, service ${number}`, drawn, { behind, user, clock, home }, tally);
      const isUnclear = await visit.all();
      if (drawn.isPlain && !drawn.hasTwin) {
        plain += 1;
        if (isUnclear) unclear += 1;
      }
      rmSync(home, { recursive: true, force: true });
      if (number % 100 === 99) say(`  ${number + 1 - from} of ${count}, ${tally.violations.length} broken`);
    }
  } finally {
    front.close();
    await started.value.close();
    clock.restore();
    rmSync(scratch, { recursive: true, force: true });
  }
  tally.count("services that rewrite and hide nothing, without a twin of the document", plain);
  tally.count("of these, needlessly unclear", unclear);
  if (unclear * mostUnclear > plain)
    tally.violation("needlessDoubts", `${unclear} of ${plain} services that rewrite and hide nothing are unclear`);
  return tally.report("look-up", seed);
}

/** The sandbox, without the service that stands before it. */
class Behind {
  readonly #sandbox: RunningSandbox;

  constructor(sandbox: RunningSandbox) {
    this.#sandbox = sandbox;
  }

  // biome-ignore lint/suspicious/noExplicitAny: answers of any shape
  async call(method: string, path: string, body?: unknown): Promise<any> {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(this.#sandbox.baseUrl + path, { method, headers, ...sent });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, text, body: text === "" ? undefined : JSON.parse(text) };
  }

  async create(kind: DocumentKind, document: SelfBilledDocument): Promise<string> {
    const { status, body } = await this.call("POST", `${pathOf(kind)}/${this.#sandbox.businessProfileId}`, document);
    if (status !== 201) throw new Error(JSON.stringify(body));
    return body.id;
  }

  async ids(kind: DocumentKind): Promise<string[]> {
    const ids: string[] = [];
    for (let page = 0; ; page += 1) {
      const { body } = await this.call("GET", `${pathOf(kind)}?page=${page}&size=100`);
      ids.push(...body.content.map((each: Told) => String(each.id)));
      if (page + 1 >= body.total_pages) return ids;
    }
  }
}

const pathOf = (kind: DocumentKind): string => `/api/purchase-${kind === "invoice" ? "invoices" : "credit-notes"}`;

interface DrawnAccount {
  readonly rewrite: (document: Told) => void;
  readonly habits: ListHabits;
  readonly words: string;
  /** Whether the service rewrites and hides nothing. */
  readonly isPlain: boolean;
  readonly kind: DocumentKind;
  readonly document: SelfBilledDocument;
  /** Whether the service made the document before its answer was lost. */
  readonly isMade: boolean;
  readonly before: readonly SelfBilledDocument[];
  readonly after: readonly SelfBilledDocument[];
  /** Whether another computer made a document with this supplier, kind and amount. */
  readonly hasTwin: boolean;
  /**
   * Whether the document was sent without a number and another computer made a copy of it, equal to the last value.
   * Then the supply is billed, whoever sent it: a second document would bill it twice.
   */
  readonly hasCopy: boolean;
  /** Minutes before the send, and before the look-up. */
  readonly minutes: readonly [number, number];
}

function drawAccount(random: Random): DrawnAccount {
  const isPlain = random.oneIn(2);
  const names = Object.keys(rewritings) as [string, ...string[]];
  const chosen = isPlain ? [] : [random.pick(names), ...(random.oneIn(2) ? [random.pick(names)] : [])];
  const habits = isPlain ? {} : drawHabits(random);
  const kind = random.oneIn(4) ? "credit-note" : "invoice";
  const { document_number, ...unnumbered } = drawDocument(random, kind);
  const document = random.oneIn(3) ? unnumbered : { document_number, ...unnumbered };
  const others = random.pick([0, 0, 1, 5, 20, 60, 200]);
  const drawn = Array.from({ length: others }, (_, at) => drawOther(random, { kind, document }, at));
  const half = random.below(others + 1);
  const what = [...chosen, ...Object.entries(habits).map(([name, value]) => `${name} ${JSON.stringify(value)}`)];
  return {
    rewrite(told) {
      for (const name of chosen) rewritings[name]?.(told);
    },
    habits,
    words: what.join(", ") || "plain",
    isPlain,
    kind,
    document,
    isMade: random.oneIn(2),
    before: drawn.slice(0, half).map((each) => each.document),
    after: drawn.slice(half).map((each) => each.document),
    hasTwin: drawn.some(({ twin }) => twin !== undefined),
    hasCopy: document.document_number === undefined && drawn.some(({ twin }) => twin === "copy"),
    minutes: [5 + random.below(240), 7 + random.below(600)],
  };
}

function drawHabits(random: Random): ListHabits {
  return {
    ...(random.oneIn(3) ? { blind: [random.pick(["document_number", "billed_by_vat", "document_date"])] } : {}),
    ...(random.oneIn(4) ? { most: random.pick([1, 5, 50]) } : {}),
    ...(random.oneIn(4) ? { lacks: [random.pick(["ids", "status"] as const)] } : {}),
    ...(random.oneIn(4) ? { members: ["id", "document_number", "issue_date"] } : {}),
  };
}

/** A document that every rewriting changes. */
function drawDocument(random: Random, kind: DocumentKind): SelfBilledDocument {
  const each = line({
    name: "Tiles & بلاط",
    description: random.oneIn(2) ? "d".repeat(400) : "Tiles",
    quantity: `${1 + random.below(40)}.${random.below(10)}`,
    price: { base_amount: `${10 + random.below(900)}.${random.below(10)}`, base_quantity: "1" },
  });
  const tax_category = { id: "S", percent: "5", tax_scheme: "VAT" };
  const document_lines = random.oneIn(2) ? [each, each] : [each];
  const parts = {
    document_lines,
    ...(random.oneIn(3) ? { allowances: [{ amount: "4.5", reason: "Discount", tax_category }] } : {}),
    ...(random.oneIn(3) ? { charges: [{ amount: "12.25", reason: "Freight", tax_category }] } : {}),
  };
  const document_number = `SB-2026-${random.below(10_000)}`;
  return kind === "invoice" ? invoice({ ...parts, document_number }) : creditNote({ ...parts, document_number });
}

const otherParty = {
  ...invoice().accounting_supplier_party,
  tin: "1001112229",
  endpoint_id: "1001112229",
  party_tax_scheme: { company_id: "100111222900003", tax_scheme: "VAT" },
};

/**
 * A document of another computer. A twin has the supplier, kind and amount of the one that is sent: a copy has all its
 * values but the number, the other one bills other goods.
 */
function drawOther(
  random: Random,
  { kind, document }: { readonly kind: DocumentKind; readonly document: SelfBilledDocument },
  at: number,
): { readonly document: SelfBilledDocument; readonly twin?: "copy" | "other goods" } {
  const document_number = `E-${at}`;
  if (random.oneIn(400)) return { document: { ...document, document_number }, twin: "copy" };
  if (random.oneIn(400)) {
    const document_lines = (document.document_lines ?? []).map((each) => ({ ...each, name: "Planks & خشب" }));
    return { document: { ...document, document_lines, document_number }, twin: "other goods" };
  }
  const other = { ...drawDocument(random, kind), document_number };
  if (random.oneIn(2)) return { document: { ...other, accounting_supplier_party: otherParty } };
  // Far away in amount: the quantity is more than any rounding explains.
  const document_lines = (other.document_lines ?? []).map((each) => ({ ...each, quantity: `${1000 + at}` }));
  return { document: { ...other, document_lines } };
}

const valuesOf = (document: SelfBilledDocument): string =>
  JSON.stringify(document, (name, value) => (name === "document_number" ? undefined : value));

interface Around {
  readonly behind: Behind;
  readonly user: User;
  readonly clock: { move(milliseconds: number): void };
  readonly home: string;
}

const minute = 60_000;

/** What one service did, and what was said of it. */
class Visit {
  readonly #name: string;
  readonly #drawn: DrawnAccount;
  readonly #around: Around;
  readonly #tally: Tally;
  /** Documents that are not the one that is looked up. */
  readonly #others = new Set<string>();
  /** Of these, copies by another computer. */
  readonly #copies = new Set<string>();

  constructor(name: string, drawn: DrawnAccount, around: Around, tally: Tally) {
    this.#name = `${name} (${drawn.words}; ${drawn.isMade ? "made" : "not made"})`;
    this.#drawn = drawn;
    this.#around = around;
    this.#tally = tally;
  }

  /** Returns whether the look-up could not tell. */
  async all(): Promise<boolean> {
    const { kind, document, isMade, minutes, words, hasCopy } = this.#drawn;
    const { clock, behind } = this.#around;
    for (const word of words.split(", ")) this.#tally.fault(word);
    await this.#known();
    clock.move(minutes[0] * minute);
    await this.#made(this.#drawn.before);
    await behind.call("POST", "/sandbox/faults", { faults: [{ fault: "close", method: "POST", processed: isMade }] });
    const lost = await this.#send("lost", document);
    this.#tally.requests += 1;
    if (lost.code !== 23) this.#broken("wrongVerdicts", `the lost answer ends with ${lost.code}`, lost);
    await this.#made(this.#drawn.after);
    clock.move(minutes[1] * minute);
    const verdict = await this.#lookedUp();
    this.#tally.verdict(`${isMade ? "made" : "not made"}: ${verdict.word}`);
    const again = await this.#send("lost", document);
    const there = await this.#ids();
    if (there.length > 1) this.#broken("duplicates", `it is there ${there.length} times`, again);
    else if (there.length === 0 && !(hasCopy && verdict.word === "exists"))
      this.#broken("lost", `it could not be brought to an end: ${again.code}`, again);
    else if (again.code !== 0) this.#broken("wrongVerdicts", `it is there, and it ends with ${again.code}`, again);
    this.#tally.count(`${kind === "invoice" ? "invoices" : "credit notes"} brought to an end`);
    return verdict.word === "cannot tell";
  }

  /** An earlier document, by which the service and its lists are known. */
  async #known(): Promise<void> {
    const { kind } = this.#drawn;
    const earlier = kind === "invoice" ? invoice({ document_number: "SB-1" }) : creditNote({ document_number: "SB-1" });
    const said = await this.#send("earlier", { ...earlier, issue_date: "2026-04-14" });
    if (said.code !== 0) throw new Error(`${this.#name}: ${said.screen}`);
    for (const id of await this.#ids()) this.#others.add(id);
  }

  async #made(documents: readonly SelfBilledDocument[]): Promise<void> {
    for (const each of documents) {
      const id = await this.#around.behind.create(this.#drawn.kind, each);
      this.#others.add(id);
      if (valuesOf(each) === valuesOf(this.#drawn.document)) this.#copies.add(id);
    }
    this.#tally.count("documents of other computers", documents.length);
  }

  /** The documents that are the one that was sent. */
  async #ids(): Promise<string[]> {
    return (await this.#around.behind.ids(this.#drawn.kind)).filter((id) => !this.#others.has(id));
  }

  async #send(name: string, document: SelfBilledDocument): Promise<Shown> {
    const { kind } = this.#drawn;
    const { home, user } = this.#around;
    mkdirSync(home, { recursive: true });
    const file = join(home, `${name}.yaml`);
    writeFileSync(file, writeYaml(document, kind));
    this.#tally.sends += 1;
    return user.ask(`create-${kind}`, file, "--yes", "--allow-similar");
  }

  /** Looks the document up; what stays unclear is settled by a person who looks at the service. */
  async #lookedUp(): Promise<{ readonly word: "exists" | "does not exist" | "cannot tell" }> {
    const { user } = this.#around;
    const said = await user.ask("resolve", "--check");
    const { resolved, doubts } = JSON.parse(said.json) as Record<"resolved" | "doubts", readonly Told[]>;
    const [id] = await this.#ids();
    const [settled] = resolved;
    if (settled?.verdict === "not-created") {
      if (id !== undefined) this.#broken("wrongVerdicts", `${id} exists and is said not to`, said);
      return { word: "does not exist" };
    }
    if (settled !== undefined) {
      if (id === undefined && this.#drawn.hasCopy && this.#copies.has(String(settled.created_id)))
        this.#tally.count("copies of another computer taken for it");
      else if (settled.created_id !== id)
        this.#broken("wrongVerdicts", `said to be ${settled.id}, it is ${id ?? "nowhere"}`, said);
      return { word: "exists" };
    }
    const attempt = String(doubts[0]?.id);
    await user.ask("resolve", attempt, ...(id === undefined ? ["--not-created"] : ["--created", id]), "--yes");
    return { word: "cannot tell" };
  }

  #broken(kind: Parameters<Tally["violation"]>[0], words: string, { screen }: Shown): void {
    this.#tally.violation(kind, `${this.#name}: ${words}\n${screen.slice(0, 800)}`);
  }
}
