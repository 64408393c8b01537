/**
 * The first half of a document's story: file → read → check → UBL → check. What is right goes on to submit. Commands call it; it talks
 * to the world through the desk only.
 */
import { createHash } from "node:crypto";
import {
  buyerRules,
  type ChosenRules,
  check,
  checkDocument,
  type Finding,
  ownFaults,
  type Rule,
  type RuleChoice,
  rulesInForce,
} from "../check/index.ts";
import { limits, toWire } from "../contract/index.ts";
import type { Desk } from "../desk/index.ts";
import {
  type Calculation,
  calculate,
  checkFields,
  customerPartyOf,
  type DocumentKind,
  documentKinds,
  editionInForce,
  editionOf,
  type FieldProblem,
  gulfDay,
  isDay,
  type SelfBilledDocument,
  unknownFields,
} from "../document/index.ts";
import type { CreditCap } from "../journal/index.ts";
import { type JsonObject, writeJson } from "../json/index.ts";
import { ok, type Problem, problem, type Spot } from "../problem/index.ts";
import {
  attachFiles,
  type ExchangeRates,
  fileLimit,
  readDocument,
  type SourceDocument,
  SourceText,
  withRates,
  withSpots,
} from "../read/index.ts";
import type { Verdict } from "../report/index.ts";
import type { ServiceProfile } from "../settings/index.ts";
import { agreementProblems, emptyBook, type Filled, fillSupplier, namesSupplier } from "../suppliers/index.ts";
import { decodeXml, maxXmlBytes, readXml, toUbl, type UblElement } from "../ubl/index.ts";

/** A document that was read and judged. Without `document` the file could not be read that far. */
export interface Prepared {
  readonly file: string;
  readonly kind: DocumentKind;
  readonly document?: SelfBilledDocument;
  readonly calculation?: Calculation;
  readonly tree?: UblElement;
  readonly body?: JsonObject;
  readonly bodyText?: string;
  /** Where a field of the document stands in its file. */
  readonly spot?: SourceDocument["spot"];
  /** In file order; any of severity error means: must not be sent. */
  readonly problems: readonly Problem[];
  /** The rules that it was asked. */
  readonly chosen?: ChosenRules;
  /** Ids of the rules that could not be asked: the buyer is unknown, or the file is too broken for a tree. */
  readonly notChecked?: readonly string[];
  /** It was made here, and `file` is only a name for it. */
  readonly unsaved?: true;
  /** Name of the entry in the supplier book that filled in the supplier. */
  readonly supplier?: string;
  /** Of a credit note that was made from its invoice: that invoice, and what was credited of it elsewhere. */
  readonly cap?: CreditCap;
  /** Of a document in another currency: the day for which the exchange rate was published, where somebody said so. Never sent. */
  readonly rateDate?: string;
}

export interface PrepareOptions {
  /** Left out: the document's own word counts. */
  readonly kind?: DocumentKind;
  readonly version: string;
  /** Where known: its party completes the tree. */
  readonly profile?: ServiceProfile | undefined;
  /** Sends in spite of T2 and network findings; they become warnings (Decision 2). */
  readonly sendAnyway?: boolean;
  /** The document itself, in place of what stands in the file. */
  readonly content?: Uint8Array | undefined;
  /** Exchange rates for documents in another currency than AED, and the day they are of. */
  readonly rates?: ExchangeRates | undefined;
  readonly rateDate?: string | undefined;
  /** The invoice that the document takes back, for the cap of what is credited. */
  readonly cap?: CreditCap | undefined;
  /** The rules to ask; when left out all of the profile's edition, else of the one in force today. The fields are always checked. */
  readonly rules?: RuleChoice | undefined;
}

/** Reads and judges one file; never sends. All problems of the file at once. */
export async function prepare(file: string, options: PrepareOptions, desk: Desk): Promise<Prepared> {
  const prepared = await readAndJudge(file, options, desk);
  const capped = options.cap ? { ...prepared, cap: options.cap } : prepared;
  return options.content ? { ...capped, unsaved: true } : capped;
}

async function readAndJudge(file: string, options: PrepareOptions, desk: Desk): Promise<Prepared> {
  const kind = options.kind ?? "invoice";
  const bytes = options.content ? ok(options.content) : await desk.files.read(file);
  if (!bytes.ok) return { file, kind, problems: bytes.problems };
  const read = readDocument(bytes.value, file, options.kind);
  if (!read.ok) return { file, kind, problems: read.problems };
  const other = options.kind && read.value.kindHint;
  if (other && other !== kind) return { file, kind, problems: [wrongKind(read.value, other)] };
  const rated = withRates(read.value, options.rates ?? { of: {} });
  const filled = await withSupplier(rated.source, desk);
  const attached = await attachFiles(filled.source, desk.files);
  // The rules would miss all of the supplier; what can be said without it are the fields.
  const known = filled.supplier !== undefined || filled.problems.length === 0;
  const chosen = rulesFor(read.value.document.issue_date, options, desk);
  const judged = judge(
    attached.ok ? attached.value : filled.source,
    known ? chosen : { ...chosen, rules: [] },
    options,
  );
  const found = [...filled.problems, ...rated.problems];
  if (attached.ok && found.every(({ severity }) => severity === "warning")) {
    const facts = { chosen, ...named(filled), ...dated(judged, options) };
    return { ...judged, ...facts, problems: [...judged.problems, ...found].sort(byPlace) };
  }
  // Neither a missing attachment nor an unknown supplier must hide what else is wrong.
  const hidden = [...(attached.ok ? [] : ["attachments"]), ...(filled.supplier ? [] : ofSupplier)];
  const others = judged.problems.filter((each) => !hidden.some((field) => each.where?.path?.startsWith(field)));
  const problems = [...found, ...(attached.ok ? [] : attached.problems), ...others].sort(byPlace);
  const { document, spot } = judged;
  return { file, kind, problems, ...(document && spot ? { document, spot } : {}) };
}

/** The rules that a document of this issue date is asked. */
function rulesFor(issueDate: string | undefined, { rules, profile }: PrepareOptions, desk: Desk): ChosenRules {
  if (rules) return rules.of(issueDate);
  const chosen = profile?.rulesEdition === undefined ? undefined : editionOf(profile.rulesEdition);
  return rulesInForce(chosen ?? editionInForce(gulfDay(desk.now())));
}

function named({ supplier }: Filled): Pick<Prepared, "supplier"> {
  return supplier === undefined ? {} : { supplier: supplier.supplier };
}

/** A document in AED has no rate, and so no day of one. */
function dated({ calculation }: Prepared, { rateDate }: PrepareOptions): Pick<Prepared, "rateDate"> {
  const foreign = calculation !== undefined && calculation.currency !== "AED";
  return rateDate === undefined || !foreign ? {} : { rateDate };
}

const ofSupplier = ["accounting_supplier_party", "payment_means"];

/** Looks the supplier up that a document names, and says what is to be said of the agreement with it. */
async function withSupplier(source: SourceDocument, desk: Desk): Promise<Filled> {
  if (!namesSupplier(source)) return { source, problems: [] };
  const book = await desk.suppliers();
  if (!book.ok) return { ...fillSupplier(source, emptyBook()), problems: book.problems };
  const filled = fillSupplier(source, book.value);
  if (filled.supplier === undefined) return filled;
  const today = gulfDay(desk.now());
  const day = isDay(source.document.issue_date ?? "") ? (source.document.issue_date as string) : today;
  const said = agreementProblems(filled.supplier, day, today, source.spot("supplier"));
  return { ...filled, problems: [...filled.problems, ...said] };
}

/** Judges one file and keeps nothing else of it: a document in YAML or JSON as `prepare` does, an XML file by the rules. */
export async function examine(file: string, options: PrepareOptions, desk: Desk): Promise<Verdict> {
  const bytes = await desk.files.read(file, /\.(?:ya?ml|json)$/i.test(file) ? fileLimit : maxXmlBytes);
  const unread = rulesFor(undefined, options, desk);
  if (!bytes.ok) return { file, problems: bytes.problems, notChecked: idsOf(unread.rules), chosen: unread };
  if (isXml(bytes.value, file)) return examineXml(bytes.value, file, (day) => rulesFor(day, options, desk));
  const found = await prepare(file, { ...options, content: bytes.value }, desk);
  const chosen = rulesFor(found.document?.issue_date, options, desk);
  return { file, problems: found.problems, notChecked: found.notChecked ?? idsOf(chosen.rules), chosen };
}

function examineXml(bytes: Uint8Array, file: string, rulesOn: (day?: string) => ChosenRules): Verdict {
  const root = readXml(bytes, file);
  let source: SourceText | undefined; // a right file needs no second look at its text
  const sourceText = (): SourceText => {
    if (source) return source;
    const text = decodeXml(bytes, file);
    source = new SourceText(file, text.ok ? text.value : "");
    return source;
  };
  const withExcerpt = (where: Spot): Spot => ({ ...where, ...sourceText().excerptOf(where) });
  if (!root.ok) {
    const problems = root.problems.map((each) => ({ ...each, where: withExcerpt(each.where ?? { file }) }));
    const chosen = rulesOn();
    return { file, problems, notChecked: idsOf(chosen.rules), chosen };
  }
  const chosen = rulesOn(root.value.first("cbc:IssueDate")?.text.trim());
  const findings = check(root.value, { edition: chosen.edition.id, rules: chosen.rules, most: mostFindings });
  const problems = findings.map((finding) =>
    broken(finding, withExcerpt({ file, line: finding.line, column: finding.column })),
  );
  problems.sort(byPlace);
  const all = findings.length < mostFindings ? problems : [...problems, tooMany(file)];
  return { file, problems: all, notChecked: [], chosen };
}

/** A document of 20,000 lines with five faults in each; beyond that the file is made to do harm. */
const mostFindings = 100_000;

function tooMany(file: string): Problem {
  const message = `The file has more than ${mostFindings.toLocaleString("en")} findings; no more are looked for.`;
  return problem("too-many-findings", message, "Put right what is shown, then check again.", { where: { file } });
}

/** By its ending, else by its first sign: XML begins with <, whatever its encoding. */
function isXml(bytes: Uint8Array, file: string): boolean {
  if (/\.xml$/i.test(file)) return true;
  const begins = Buffer.from(bytes.subarray(0, 200)).toString("latin1");
  return begins
    .replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, "")
    .replaceAll("\0", "")
    .trimStart()
    .startsWith("<");
}

function wrongKind(source: SourceDocument, says: DocumentKind): Problem {
  const field = source.document.credit_note_type_code
    ? "credit_note_type_code"
    : says === "invoice"
      ? "invoice_type_code"
      : "discrepancy_response";
  return problem(
    "wrong-value",
    `This document says that it is a ${documentKinds[says].says}.`,
    `Use selfbill create-${says}.`,
    {
      where: source.spot(source.document.invoice_type_code && says === "credit-note" ? "invoice_type_code" : field),
    },
  );
}

function judge(
  source: SourceDocument,
  { edition, rules }: Pick<ChosenRules, "edition" | "rules">,
  options: PrepareOptions,
): Prepared {
  const { version, profile } = options;
  const { document, file, kind } = source;
  const customer = profile?.businessProfile;
  const context = { kind, version, profile: customer };
  const fields = checkFields(document, context);
  if (fields.some((each) => each.spoils === "structure"))
    return { file, kind, problems: ofFields(source, fields, options) };
  const calculation = calculate(document);
  const body = toWire(document, kind);
  const bodyText = writeJson(body);
  const uuid = uuidFrom(bodyText);
  const buyer = customer && customerPartyOf(customer);
  const treeOf = (asked: SelfBilledDocument, calculated: Calculation): UblElement =>
    toUbl(asked, { kind, customer: buyer, uuid, calculation: calculated });
  const tree = treeOf(document, calculation);
  const ask = (asked: SelfBilledDocument, root: UblElement): Finding[] =>
    [...check(root, { edition: edition.id, rules, most: mostFindings }), ...checkDocument(asked, kind, rules)].filter(
      ({ id }) => customer !== undefined || !buyerRules.has(id),
    );
  const told = new Set(fields.map((each) => each.path));
  const spoilt = fields.some((each) => each.spoils === "amounts");
  const findings = (spoilt ? [] : ask(document, tree)).filter(({ path }) => path === undefined || !told.has(path));
  // Who sends in spite of the findings wants to see what the network will say.
  const own = options.sendAnyway
    ? { fields, findings }
    : ownFaults({ fields, findings }, document, context, (mended) => ask(mended, treeOf(mended, calculate(mended))));
  const problems = [
    ...ofFields(source, own.fields, options),
    ...own.findings.map((finding) => findingProblem(finding, source, options)),
    ...sizeProblems(document, bodyText, file, numberRoom(document, kind, profile)),
  ].sort(byPlace);
  const notChecked = spoilt ? idsOf(rules) : customer === undefined ? buyerIdsOf(rules) : [];
  return { file, kind, document, calculation, tree, body, bodyText, spot: source.spot, problems, notChecked };
}

const idsOf = (rules: readonly Rule[]): string[] =>
  rules.flatMap(({ id, unreachable }) => (unreachable === undefined ? [id] : []));

/** Ids of the rules about the buyer, found once for all files of a run. */
const aboutBuyer = new WeakMap<readonly Rule[], readonly string[]>();

function buyerIdsOf(rules: readonly Rule[]): readonly string[] {
  const known = aboutBuyer.get(rules);
  if (known) return known;
  const ids = idsOf(rules.filter(({ id }) => buyerRules.has(id)));
  aboutBuyer.set(rules, ids);
  return ids;
}

function byPlace(a: Problem, b: Problem): number {
  return (a.where?.line ?? 0) - (b.where?.line ?? 0) || (a.where?.column ?? 0) - (b.where?.column ?? 0);
}

/** Problems of fields that are told of one file; a person corrects them and checks again. */
const mostTold = 1_000;

/**
 * What is wrong with the fields, in file order; of very many the first and how many more there are. --send-anyway turns T2 problems into
 * warnings, never T1.
 */
function ofFields(source: SourceDocument, fields: readonly FieldProblem[], options: PrepareOptions): Problem[] {
  const unknown = unknownFields(source.document, source.kind);
  const tiers = new Map(fields.map(({ path, tier }) => [path, tier]));
  const all = withSpots([...unknown.slice(0, mostTold), ...fields], source).map((each): Problem => {
    const softened = options.sendAnyway && each.severity === "error" && tiers.get(each.where?.path ?? "") === "T2";
    return softened ? { ...each, severity: "warning" } : each;
  });
  // A warning never takes the place of what must be corrected.
  const byWeight = all.toSorted((a, b) => Number(a.severity !== "error") - Number(b.severity !== "error"));
  const cut = new Set(byWeight.slice(mostTold));
  const told = all.filter((each) => !cut.has(each));
  const more = cut.size + Math.max(0, unknown.length - mostTold);
  if (more === 0) return told;
  const message = `And ${more.toLocaleString("en")} more problems of its fields, which are not listed.`;
  const severity = [...cut].some((each) => each.severity === "error") ? "error" : "warning";
  const hint = "Correct what is shown, then check again.";
  return [...told, problem("too-many-findings", message, hint, { where: { file: source.file }, severity })];
}

function findingProblem(finding: Finding, source: SourceDocument, options: PrepareOptions): Problem {
  const where = finding.path === undefined ? { file: source.file } : source.spot(finding.path);
  const found = broken(finding, where);
  return options.sendAnyway ? { ...found, severity: "warning" } : found;
}

/** A finding as a problem, under the rule's own id. */
function broken({ id, flag, text, hint, location }: Finding, where: Spot): Problem {
  const severity = flag === "warning" ? "warning" : "error";
  return { ...problem("rule-broken", text, hint, { where: { ...where, location }, severity }), code: id };
}

/** Bytes that the number of a series may add to the body: the counter can outgrow its zeros, and the braces of the pattern are shorter. */
function numberRoom(
  { document_number: own }: SelfBilledDocument,
  kind: DocumentKind,
  profile?: ServiceProfile,
): number {
  const series = profile?.numberSeries?.[kind];
  return series === undefined || own?.trim() ? 0 : series.length + 40;
}

function sizeProblems(document: SelfBilledDocument, bodyText: string, file: string, added: number): Problem[] {
  const bytes = Buffer.byteLength(bodyText) + added;
  if (bytes <= limits.warnBodyBytes) return [];
  const biggest = [...(document.attachments ?? [])].sort(
    (a, b) => (b.file_content?.length ?? 0) - (a.file_content?.length ?? 0),
  )[0];
  const named = biggest ? ` The biggest attachment is ${biggest.file_name ?? "unnamed"}.` : "";
  const size = `The request has ${bytes} bytes; the service takes ${limits.bodyBytes}.${named}`;
  const where = { file };
  return bytes > limits.bodyBytes
    ? [
        problem(
          "body-too-big",
          size,
          "Leave an attachment out or make it smaller: Base64 makes a file a third bigger.",
          { where },
        ),
      ]
    : [problem("body-large", size, "It can be sent, but is near the limit.", { where, severity: "warning" })];
}

/** A UUID out of the content, so that the same document has the same one before it is created (Decision 26). */
function uuidFrom(content: string): string {
  const hex = createHash("sha256").update(content).digest("hex");
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

type Maybe = "unsaved" | "supplier" | "rateDate" | "cap";

/** A document that may be sent: everything a submission needs is there. */
export type Sendable = Required<Omit<Prepared, Maybe>> & Pick<Prepared, Maybe>;

/** Tells whether a file still says what was sent. */
export function contentHash(bodyText: string): string {
  return createHash("sha256").update(bodyText).digest("hex");
}
