import {
  type AskedDocument,
  notIntact,
  openRequestFile,
  overLimit,
  type Person,
  personWho,
  type RequestFile,
  type SigningKey,
} from "../../approval/index.ts";
import type { Desk } from "../../desk/index.ts";
import { type Amount, countedOf, formatAmount, money } from "../../document/index.ts";
import { type PrepareOptions, prepare, type Sendable } from "../../prepare/index.ts";
import { fail, ok, type Problem, type ProblemCode, problem, problemTable, type Result } from "../../problem/index.ts";
import { decode } from "../../read/index.ts";
import type { Preview } from "../../report/index.ts";
import { parseRulesEdition } from "../../settings/index.ts";
import { isWrong } from "../answer/submission-results.ts";
import { confirmOf } from "../create/check-documents.ts";
import { personOfKey } from "./requester.ts";
import { aboveLimit } from "./sign-request.ts";

/** A request that may be approved by a person, with its documents as this program read them. */
export interface JudgedRequest {
  readonly file: RequestFile;
  readonly person: Person;
  readonly key: SigningKey;
  readonly documents: readonly JudgedDocument[];
  /** AED with VAT, of all. */
  readonly grossInAed: Amount;
  /** What was found there and here, a changed supplier first. */
  readonly warnings: readonly Problem[];
}

interface JudgedDocument {
  readonly preview: Preview;
  readonly grossInAed: Amount;
  /** To limits, AED with VAT. */
  readonly counted: Amount;
}

/** Attachments of many documents may be in one request. */
const mostBytes = 512 * 1024 * 1024;

/**
 * Reads a request, verifies both signatures and every content, and judges the documents by the rules of this program. One that is rejected need
 * not be valid, nor within the limits. Problems: `request-not-valid`, `key-unusable`, `approval-invalid`, those of the documents.
 */
export async function judgedRequest(
  name: string,
  key: SigningKey,
  { rejecting }: { readonly rejecting: boolean },
  desk: Desk,
): Promise<Result<JudgedRequest>> {
  const bytes = await desk.files.read(name, mostBytes);
  if (!bytes.ok) return bytes;
  const text = decode(bytes.value, name);
  if (!text.ok) return text;
  const file = openRequestFile(text.value, name);
  if (!file.ok) return file;
  const older = await notInForce(file.value, name, desk);
  if (older) return fail(older);
  const { request, policy } = file.value;
  const requester = personWho(request.by, "request", policy.policy);
  if (typeof requester === "string") return fail(notIntact(name, requester));
  const person = personOfKey(policy, key, "approve");
  if (!person.ok) return person;
  if (person.value.key === requester.key) return fail(ownRequest(person.value));
  const read = await documentsOf(file.value, name, rejecting, desk);
  if (!read.ok) return read;
  const { documents } = read.value;
  const day = desk.now().toISOString().slice(0, 10);
  for (const each of rejecting ? [] : documents) {
    // What was approved today counts when it is sent: the journal there knows it.
    const over = overLimit(person.value, { grossInAed: formatAmount(each.counted) }, { day, spent: () => money.zero });
    if (over !== undefined) return fail(aboveLimit(each.preview.file, over));
  }
  const grossInAed = money.sum(documents.map((each) => each.grossInAed));
  return ok({ file: file.value, person: person.value, key, documents, grossInAed, warnings: read.value.warnings });
}

/** A request under a policy that the journal here, where there is one, knows better. */
async function notInForce({ policy, request }: RequestFile, name: string, desk: Desk): Promise<Problem | undefined> {
  const place = await desk.journalPlace();
  if (!place.ok || !place.value.exists) return undefined;
  const journal = await desk.journal();
  const chain = journal.ok ? await journal.value.policies.of(request.business_profile) : journal;
  if (!chain.ok) return chain.problems[0];
  const { now, hashes, owner } = chain.value;
  if (now === undefined || now.hash === policy.hash) return undefined;
  const is = Number(policy.policy.number);
  const known = Number(now.policy.number);
  if (is < known || (hashes.includes(policy.hash) && is !== known))
    return notIntact(name, `it was made under policy ${is}, and policy ${known} is in force`);
  if (policy.by !== owner) return notIntact(name, "its policy is not signed by the owner that is known here");
  return undefined;
}

/** The documents of a request: each is exactly what was signed, and valid. */
async function documentsOf(
  { request, contents }: RequestFile,
  name: string,
  rejecting: boolean,
  desk: Desk,
): Promise<Result<Pick<JudgedRequest, "documents" | "warnings">>> {
  const documents: JudgedDocument[] = [];
  const found: Problem[] = [];
  const wrong: Problem[] = [];
  for (const [at, asked] of request.documents.entries()) {
    const content = new TextEncoder().encode(contents[at]);
    const how: PrepareOptions = { ...howOf(request), kind: asked.kind, content };
    const prepared = await prepare(`${asked.file.replace(/\.json$/i, "")}.json`, how, desk);
    if (confirmOf(prepared, request.account) !== asked.key)
      return fail(notIntact(name, `the content of ${asked.file} is not what was requested`));
    const problems = prepared.problems.map((each) => ({ ...each, where: { ...each.where, file: asked.file } }));
    wrong.push(...problems.filter(({ severity }) => severity === "error"));
    if (isWrong(prepared) && !rejecting) continue;
    const { document, calculation, kind } = prepared as Sendable;
    const grossInAed = calculation.taxInclusiveAmountInAed;
    if (calculation === undefined || formatAmount(grossInAed) !== asked.gross_aed)
      return fail(notIntact(name, `the amount of ${asked.file} is not what was requested`));
    // Findings of rules are found here again.
    const ours = asked.warnings.filter((each) => !/^[A-Z]/.test(each.code));
    const told = ours.flatMap((each) => toldThere(each, asked.file) ?? []);
    if (told.length < ours.length) return fail(notIntact(name, "a newer selfbill wrote it: update this one"));
    found.push(...told, ...problems.filter((each) => each.severity !== "error" && !isTold(each, told)));
    const preview = { file: asked.file, kind, document, calculation, customer: request.buyer };
    documents.push({ preview, grossInAed, counted: countedOf(calculation) });
  }
  const [first, ...more] = wrong;
  if (first && !rejecting) return { ok: false, problems: [first, ...more] };
  const changed = found.filter(({ code }) => code === "supplier-changed");
  return ok({ documents, warnings: [...changed, ...found.filter((each) => !changed.includes(each))] });
}

const isTold = ({ message }: Problem, told: readonly Problem[]): boolean =>
  told.some((each) => each.message === message);

/** What was found where it was requested: there the journal and the supplier book are. Undefined for a code that is not known here. */
function toldThere({ code, message }: AskedDocument["warnings"][number], file: string): Problem | undefined {
  if (!Object.hasOwn(problemTable, code)) return undefined;
  const hint =
    code === "supplier-changed"
      ? "Call the supplier on a telephone number that you knew before, before you approve it."
      : "This was found where the document was requested.";
  return problem(code as ProblemCode, message, hint, { where: { file }, severity: "warning" });
}

/** The same rules and the same buyer as there. */
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
