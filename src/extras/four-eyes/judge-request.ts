import {
  type AskedDocument,
  delegatorOf,
  notIntact,
  openRequestFile,
  type Person,
  personWho,
  type RequestFile,
  type SignedDelegation,
  type SigningKey,
  supplierIsNew,
} from "../../approval/index.ts";
import { isWrong } from "../../commands/answer/submission-results.ts";
import { confirmOf } from "../../commands/create/check-documents.ts";
import type { Desk } from "../../desk/index.ts";
import { type Amount, countedOf, formatAmount, gulfDay } from "../../document/index.ts";
import { type Journal, noRight } from "../../journal/index.ts";
import { type Prepared, type PrepareOptions, prepare, type Sendable } from "../../prepare/index.ts";
import { fail, ok, type Problem, type ProblemCode, problem, problemTable, type Result } from "../../problem/index.ts";
import { decode } from "../../read/index.ts";
import type { Preview } from "../../report/index.ts";
import { parseRulesEdition } from "../../settings/index.ts";
import { type AccountCheck, type AccountRecords, accountRecords } from "./known-accounts.ts";
import { notApproved, personOfKey } from "./requester.ts";

export interface RequestDocuments {
  readonly documents: readonly JudgedDocument[];
  /** Warnings from both computers, changed suppliers first. */
  readonly warnings: readonly Problem[];
  /** Whether this computer has records to compare the documents with. */
  readonly comparedHere: boolean;
}

/** A request that the user may approve, in their own right or for another approver. */
export interface JudgedRequest extends RequestDocuments {
  readonly file: RequestFile;
  readonly person: Person;
  readonly key: SigningKey;
  /** Set if the key's holder acts for another approver. */
  readonly delegation: SignedDelegation | undefined;
}

interface HowJudged {
  readonly rejecting: boolean;
  readonly delegation: SignedDelegation | undefined;
}

export interface JudgedDocument {
  readonly asked: AskedDocument;
  readonly preview: Preview;
  readonly grossInAed: Amount;
  /** Amount that counts towards limits, in AED with VAT. */
  readonly counted: Amount;
  /** Result of the comparison with this computer's records. */
  readonly here: AccountCheck;
}

export interface NamedRequest {
  readonly name: string;
  readonly file: RequestFile;
}

/** Maximum size in bytes; a request may contain the attachments of many documents. */
export const mostRequestBytes = 512 * 1024 * 1024;

/** Verifies both signatures. Problems: `request-not-valid`, any file-reading problem. */
export async function openedRequest(name: string, desk: Desk): Promise<Result<RequestFile>> {
  const bytes = await desk.files.read(name, mostRequestBytes);
  if (!bytes.ok) return bytes;
  const text = decode(bytes.value, name);
  return text.ok ? openRequestFile(text.value, name) : text;
}

/**
 * Verifies the content of every document and checks the documents against the local rules. A request that is to be
 * rejected may contain errors. Does not check limits. Problems: `request-not-valid`, `key-unusable`,
 * `approval-invalid`, any problem with the documents.
 */
export async function judgedRequest(
  { name, file }: NamedRequest,
  key: SigningKey,
  { rejecting, delegation }: HowJudged,
  desk: Desk,
): Promise<Result<JudgedRequest>> {
  const older = await notInForce(file, name, delegation, desk);
  if (older) return fail(older);
  const { request, policy } = file;
  const requester = personWho(request.by, "request", policy.policy);
  if (typeof requester === "string") return fail(notIntact(name, requester));
  const person = delegation ? inPlaceOf(delegation, file, desk) : personOfKey(policy, key, "approve");
  if (!person.ok) return person;
  if ([person.value.key, key.publicKey].includes(requester.key)) return fail(ownRequest(requester));
  const read = await requestedDocuments(file, name, desk);
  if (!read.ok) return read;
  const { wrong, ...found } = read.value;
  const [first, ...more] = wrong;
  if (first && !rejecting) return { ok: false, problems: [first, ...more] };
  if (!rejecting && found.documents.length < request.documents.length)
    return fail(notIntact(name, "some of its documents cannot be shown"));
  return ok({ ...found, file, person: person.value, key, delegation });
}

function inPlaceOf(delegation: SignedDelegation, { policy, request }: RequestFile, desk: Desk): Result<Person> {
  const days = [gulfDay(desk.now())];
  const use = { policy: policy.policy, businessProfileId: request.business_profile, days, ended: new Map() };
  const approver = delegatorOf(delegation, use);
  return typeof approver === "string" ? fail(notApproved(approver)) : ok(approver);
}

/**
 * Returns the problem if the request or the approver does not count under this computer's journal, which may have a
 * newer policy than the request.
 */
async function notInForce(
  { policy, request }: RequestFile,
  name: string,
  delegation: SignedDelegation | undefined,
  desk: Desk,
): Promise<Problem | undefined> {
  const place = await desk.journalPlace();
  if (!place.ok || !place.value.exists) return undefined;
  const journal = await desk.journal();
  const chain = journal.ok ? await journal.value.policies.of(request.business_profile) : journal;
  if (!journal.ok) return journal.problems[0];
  if (!chain.ok) return chain.problems[0];
  const barred = delegation
    ? await endedHere(delegation, journal.value)
    : await journal.value.policies.team.mayNot(request.account, "approve");
  if (!barred.ok) return barred.problems[0];
  if (barred.value !== undefined) return delegation ? notApproved(barred.value) : noRight(barred.value, "approved");
  const { now, hashes, owner } = chain.value;
  if (now === undefined || now.hash === policy.hash) return undefined;
  const is = Number(policy.policy.number);
  const known = Number(now.policy.number);
  if (is < known || (hashes.includes(policy.hash) && is !== known))
    return notIntact(name, `it was made under policy ${is}, and policy ${known} is in force`);
  if (policy.by !== owner) return notIntact(name, "its policy is not signed by the owner that is known here");
  return undefined;
}

/** Returns, in words, why the delegation no longer counts; undefined if it does. Problem: `journal-unusable`. */
async function endedHere(
  { hash, delegation: { by, to } }: SignedDelegation,
  { policies }: Journal,
): Promise<Result<string | undefined>> {
  const ended = await policies.delegations.ended([hash]);
  if (!ended.ok) return ended;
  const why = ended.value.get(hash);
  return ok(why && `the delegation of ${by.name} to ${to.name} does not count: ${why}`);
}

/**
 * Returns the documents as signed. `wrong` contains the errors found by the local rules; documents that cannot be
 * parsed are omitted. Problem: `request-not-valid`.
 */
export async function requestedDocuments(
  { request, contents }: RequestFile,
  name: string,
  desk: Desk,
): Promise<Result<RequestDocuments & { readonly wrong: readonly Problem[] }>> {
  const documents: JudgedDocument[] = [];
  const found: Problem[] = [];
  const wrong: Problem[] = [];
  const records = await accountRecords(request.account, desk);
  for (const [at, asked] of request.documents.entries()) {
    const content = new TextEncoder().encode(contents[at]);
    const how: PrepareOptions = { ...howOf(request), kind: asked.kind, content };
    const prepared = await prepare(`${asked.file.replace(/\.json$/i, "")}.json`, how, desk);
    if (confirmOf(prepared, request.account) !== asked.key)
      return fail(notIntact(name, `the content of ${asked.file} is not what was requested`));
    const problems = prepared.problems.map((each) => ({ ...each, where: { ...each.where, file: asked.file } }));
    wrong.push(...problems.filter(({ severity }) => severity === "error"));
    if (prepared.document === undefined || prepared.calculation === undefined) continue;
    const one = await judged(prepared, asked, request, records);
    if (!isWrong(prepared) && formatAmount(one.grossInAed) !== asked.gross_aed)
      return fail(notIntact(name, `the amount of ${asked.file} is not what was requested`));
    // Rule findings are omitted, because the local check reports them again.
    const ours = asked.warnings.filter((each) => !/^[A-Z]/.test(each.code) && each.code !== supplierIsNew);
    const told = ours.flatMap((each) => toldThere(each, asked.file) ?? []);
    if (told.length < ours.length) return fail(notIntact(name, "a newer selfbill wrote it: update this one"));
    const changes = one.here.changes.map((each) => ({ ...each, where: { file: asked.file } }));
    found.push(
      ...bySource(told, changes, request.by.name),
      ...problems.filter((each) => each.severity !== "error" && !isTold(each, told)),
    );
    documents.push(one);
  }
  const changed = found.filter(({ code }) => code === "supplier-changed");
  const warnings = [...changed, ...found.filter((each) => !changed.includes(each))];
  return ok({ documents, warnings, wrong, comparedHere: records.hasAny });
}

async function judged(
  prepared: Prepared,
  asked: AskedDocument,
  { buyer }: RequestFile["request"],
  records: AccountRecords,
): Promise<JudgedDocument> {
  const { document, calculation, kind, corrects } = prepared as Sendable;
  const preview = { file: asked.file, kind, document, calculation, customer: buyer, corrects };
  const amounts = { grossInAed: calculation.taxInclusiveAmountInAed, counted: countedOf(calculation) };
  const here = await records.check(prepared);
  return { asked, preview, ...amounts, here: { ...here, isNew: here.isNew && records.hasAny } };
}

/** Names the computer if only one of the two reports a change. */
function bySource(there: readonly Problem[], here: readonly Problem[], requester: string): Problem[] {
  const said = (whose: string, each: Problem): Problem => ({ ...each, message: `${whose}: ${each.message}` });
  return [
    ...there.map((each) =>
      each.code !== "supplier-changed" || isTold(each, here) ? each : said(`By the records of ${requester}`, each),
    ),
    ...here.filter((each) => !isTold(each, there)).map((each) => said("By your own records", each)),
  ];
}

const isTold = ({ message }: Problem, told: readonly Problem[]): boolean =>
  told.some((each) => each.message === message);

/** Converts a finding from the requester's computer; undefined for an unknown code. */
function toldThere({ code, message }: AskedDocument["warnings"][number], file: string): Problem | undefined {
  if (!Object.hasOwn(problemTable, code)) return undefined;
  const hint =
    code === "supplier-changed"
      ? "Call the supplier on a telephone number that you knew before, before you approve it."
      : "This was found where the document was requested.";
  return problem(code as ProblemCode, message, hint, { where: { file }, severity: "warning" });
}

function howOf(request: RequestFile["request"]): PrepareOptions {
  const edition = request.rules_edition === undefined ? undefined : parseRulesEdition(request.rules_edition);
  return {
    version: request.service_version,
    sendAnyway: request.send_anyway === "yes",
    profile: {
      baseUrl: "",
      origin: "",
      sandbox: request.account.startsWith("sandbox:"),
      businessProfileId: request.business_profile,
      serviceVersion: request.service_version,
      versionHeader: "",
      rulesEdition: edition?.ok ? edition.value : undefined,
      extras: false,
      businessProfile: request.buyer,
      sources: { name: "default", baseUrl: "default", businessProfileId: "default", serviceVersion: "default" },
    },
  };
}

function ownRequest({ name }: Person): Problem {
  const message = `Nothing was approved: ${name} requested these documents and cannot approve them.`;
  return problem("approval-invalid", message, "Hand the request to another person of the policy.");
}
