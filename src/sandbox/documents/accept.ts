import { fromWire, serviceVersions } from "../../contract/index.ts";
import {
  type BusinessProfile,
  checkFields,
  type DocumentKind,
  documentKinds,
  type FieldProblem,
  isPresent,
  isToldByName,
  onlyKnown,
  type SelfBilledDocument,
} from "../../document/index.ts";
import type { JsonObject } from "../../json/index.ts";
import type { IgnoredField } from "../reply.ts";
import { ignoredFields, unknownSentence } from "./ignored-fields.ts";

/** A document to store, or the errors in the body, keyed by field. */
export type Acceptance =
  | { readonly ok: true; readonly document: SelfBilledDocument; readonly ignored: readonly IgnoredField[] }
  | { readonly ok: false; readonly errors: Map<string, string>; readonly ignored: readonly IgnoredField[] };

/** Settings that determine whether a body is accepted. */
export interface AcceptanceRules {
  readonly kind: DocumentKind;
  readonly version: string;
  readonly profile: BusinessProfile;
  /** Also rejects bodies with a missing T2 field (Decision 1) or an unknown field (Decision 96). */
  readonly strict: boolean;
  /** Whether another document of the organization has this number. */
  readonly numberTaken: (number: string) => boolean;
}

/** Reports all field errors at once, as the service does. Source: contract §3–§6, Decisions 1, 3, 29. */
export function acceptDocument(body: JsonObject, rules: AcceptanceRules): Acceptance {
  const { document, problems } = fromWire(body, rules.kind);
  const found = [...problems, ...checkFields(document, rules)].filter((problem) => isRefused(problem, rules.strict));
  const errors = new Map<string, string>();
  for (const problem of found) if (!errors.has(problem.path)) errors.set(problem.path, sentenceOf(problem));
  for (const name of rules.strict ? derivable(rules.kind) : []) {
    if (!isPresent(document[name]) && !errors.has(name)) errors.set(name, `${name} is missing.`);
  }
  const number = document.document_number;
  if (typeof number === "string" && number.trim() && rules.numberTaken(number)) {
    errors.set("document_number", numberIsTaken(number));
  }
  const unknown = ignoredFields(document, rules.kind, errors);
  for (const field of rules.strict ? unknown : []) errors.set(field.path, unknownSentence(field));
  const ignored = rules.strict ? [] : unknown;
  return errors.size > 0
    ? { ok: false, errors, ignored }
    : { ok: true, document: completed(onlyKnown(document, rules.kind), rules), ignored };
}

export function numberIsTaken(number: string): string {
  return `The document number ${number.trim()} is already used.`;
}

/**
 * Fields that a strict service requires although it could derive them; selfbill leaves them to the service (Decisions
 * 1, 29).
 */
export function derivable(kind: DocumentKind) {
  return [documentKinds[kind].typeCodeField, "document_number"] as const;
}

/** Fields whose absence the service calls "mandatory" instead of "missing". Source: contract §12. */
const mandatory: ReadonlySet<string> = new Set(["profile_execution_id", "issue_date"]);

/**
 * Returns the service's message. Adds the remedy only for fields that must never be sent: these are the only remedies
 * that the service states; all others are selfbill's own.
 */
function sentenceOf({ code, path, absent, message, hint }: FieldProblem): string {
  if (absent && isToldByName(path)) {
    const name = path.replace(/^.*\./, "");
    return `${name} is ${mandatory.has(name) ? "mandatory" : "missing"}.`;
  }
  if (path === "invoice_period" && code === "scenario-field-missing") return `${message} (IBR-138-AE)`;
  return code === "never-send" ? `${message} ${hint}` : message;
}

function isRefused(problem: FieldProblem, strict: boolean): boolean {
  return problem.tier !== "T3" && (problem.tier === "T1" || problem.always || !problem.absent || strict);
}

/** Sets the values that the service adds; version 20260507 also overwrites a wrong type code (Decision 11). */
function completed(document: SelfBilledDocument, { kind, version }: AcceptanceRules): SelfBilledDocument {
  const { typeCode, typeCodeField } = documentKinds[kind];
  const overwrite = kind === "invoice" && version !== serviceVersions.stable;
  return {
    ...document,
    issue_time: document.issue_time ?? "00:00:00",
    document_currency_code: document.document_currency_code ?? "AED",
    [typeCodeField]: overwrite ? typeCode : (document[typeCodeField] ?? typeCode),
  };
}
