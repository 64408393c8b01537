import {
  checkFields,
  dateFault,
  dateHint,
  documentShapes,
  type FieldProblem,
  isDay,
  isNumberCode,
  isRecord,
  memberOf,
  nearest,
  type Party,
  type PaymentMeans,
  pathText,
  unknownFields,
} from "../document/index.ts";
import { JsonNumber } from "../json/index.ts";
import { type Problem, problem, type Spot, suggest } from "../problem/index.ts";
import { type NetworkWord, recordFault, recordNames, type TaxAnswer, type TrnCheck } from "./book-records.ts";

/**
 * An entry of the supplier book. The party and the payment means have the same fields as in a document. Every value is
 * a string, as written.
 */
export interface Supplier {
  /** The short name, which a document gives as `supplier`. */
  readonly supplier: string;
  /** The self-billing agreement. Days are YYYY-MM-DD. */
  readonly agreement_number?: string | undefined;
  readonly agreement_date?: string | undefined;
  readonly agreement_expiry?: string | undefined;
  /** The absolute path of the signed agreement, and its SHA-256 when it was recorded, in hexadecimal. */
  readonly agreement_file?: string | undefined;
  readonly agreement_sha256?: string | undefined;
  /** Day of the last yearly review. */
  readonly agreement_reviewed?: string | undefined;
  /** What stands for the supplier in numbers of a series with `{supplier}`. */
  readonly number_code?: string | undefined;
  /** `yes` for a member of a VAT group, which has the group's TRN and its own TIN; `no` otherwise. */
  readonly vat_group?: string | undefined;
  /** The record that the TRN was verified with the tax authority. */
  readonly trn_check?: TrnCheck | undefined;
  /** The record of whether the network delivers to the supplier's address. */
  readonly on_network?: NetworkWord | undefined;
  /** What goods of a kind are bought for, by the kind's name; it decides who accounts for their VAT. */
  readonly tax_answers?: Readonly<Record<string, TaxAnswer>> | undefined;
  /** Unusable values from a list, by short name; kept until the field is set. */
  readonly to_check?: Readonly<Record<string, string>> | undefined;
  readonly accounting_supplier_party?: Party | undefined;
  /** Used if an invoice has no payment means. */
  readonly payment_means?: readonly PaymentMeans[] | undefined;
}

/** The fields of an entry, in the order in which the book lists them. */
export const supplierFields = [
  "supplier",
  "agreement_number",
  "agreement_date",
  "agreement_expiry",
  "agreement_file",
  "agreement_sha256",
  "agreement_reviewed",
  "number_code",
  "vat_group",
  "trn_check",
  "on_network",
  "tax_answers",
  "to_check",
  "accounting_supplier_party",
  "payment_means",
] as const;

export interface JudgedSupplier {
  /** Undefined if the structure of the entry is wrong. */
  readonly supplier: Supplier | undefined;
  /**
   * Paths look like `accounting_supplier_party.tin`. Errors prevent storing the entry; warnings mean that its
   * documents will be incomplete.
   */
  readonly problems: readonly Problem[];
}

/** Checks an entry; `spot` returns the location of a path in it. */
export function judgeSupplier(value: unknown, spot: (path: string) => Spot): JudgedSupplier {
  const entry = textsOf(value);
  if (!isRecord(entry))
    return { supplier: undefined, problems: [wrong("A supplier must be a group of fields.", spot(""))] };
  const problems = [...strangers(entry, spot), ...ownFields(entry, spot)];
  if (problems.some((each) => each.where?.path === "supplier")) return { supplier: undefined, problems };
  const { accounting_supplier_party, payment_means } = entry;
  const document = withoutNothing({ accounting_supplier_party, payment_means }) as Parameters<typeof checkFields>[0];
  const fields = checkFields(document, { kind: "invoice", version: "" }).filter(isOfSupplier);
  for (const each of fields) problems.push(fieldProblem(each, spot));
  const broken =
    problems.some((each) => each.code === "unknown-field") || fields.some((each) => each.spoils === "structure");
  return { supplier: broken ? undefined : (inOrder(entry) as unknown as Supplier), problems };
}

/**
 * True for a problem in the entry's party or account. A missing account is not one: an entry is complete without it.
 */
function isOfSupplier({ path, absent }: FieldProblem): boolean {
  return /^(?:accounting_supplier_party|payment_means)(?:$|[.[])/.test(path) && !(path === "payment_means" && absent);
}

/** Makes a missing value a warning, because it can be added later, and an invalid one an error in any document. */
function fieldProblem({ path, code, message, hint }: FieldProblem, spot: (path: string) => Spot): Problem {
  const absent = code === "missing-field" || code === "scenario-field-missing";
  return problem(code, message, hint, { where: spot(path), severity: absent ? "warning" : "error" });
}

/** Maximum number of unknown names reported for one entry. */
const mostStrangers = 1_000;

/** Reports unknown names: nothing would use their values, and they are usually typing errors. */
function strangers(entry: Record<string, unknown>, spot: (path: string) => Spot): Problem[] {
  const { accounting_supplier_party, payment_means, ...own } = entry;
  const known: readonly string[] = supplierFields;
  const here = Object.keys(own)
    .filter((name) => !known.includes(name))
    .slice(0, mostStrangers)
    .map((name) => ({ path: pathText([name]), name, didYouMean: nearest(name, known) }));
  const parts = withoutNothing({ accounting_supplier_party, payment_means });
  const inside = unknownFields(parts, "invoice", { most: mostStrangers }).first;
  return [...here, ...inside].map(({ path, name, didYouMean }) => {
    const hint = didYouMean === undefined ? "Remove it, or correct the field's name." : `Did you mean ${didYouMean}?`;
    return problem("unknown-field", `${name} is not a field of a supplier.`, hint, { where: spot(path) });
  });
}

function ownFields(entry: Record<string, unknown>, spot: (path: string) => Spot): Problem[] {
  const problems: Problem[] = [];
  const refuse = (path: string, message: string, hint: string): void => {
    problems.push(problem("wrong-value", message, hint, { where: spot(path) }));
  };
  const name = entry.supplier;
  if (name === undefined)
    refuse("supplier", "The supplier has no short name.", "Write supplier: and a short name, such as desert-lime.");
  else if (typeof name !== "string" || !isSupplierName(name))
    refuse(
      "supplier",
      `${JSON.stringify(name)} cannot be the name of a supplier.`,
      "Use up to 80 letters, digits, spaces and signs such as - . & on one line.",
    );
  for (const field of ["agreement_date", "agreement_expiry", "agreement_reviewed"] as const) {
    const day = entry[field];
    if (day !== undefined && typeof day !== "string")
      refuse(field, `${field} must be a single value.`, dateHint("", "2026-12-31"));
    else if (day !== undefined && !isDay(day)) refuse(field, dateFault(day), dateHint(day, "2026-12-31"));
  }
  const { agreement_number: number, agreement_date: from, agreement_expiry: to } = entry;
  const { agreement_file: file, agreement_sha256: hash } = entry;
  if (file !== undefined && typeof file !== "string")
    refuse("agreement_file", "agreement_file must be a single value.", "Write the path of the file.");
  if (hash !== undefined && (typeof hash !== "string" || !/^[0-9a-f]{64}$/.test(hash)))
    refuse("agreement_sha256", "This is not a SHA-256.", `${suggest`suppliers agreement NAME --file FILE`} writes it.`);
  if (number !== undefined && typeof number !== "string")
    refuse("agreement_number", "agreement_number must be a single value.", "Write the number of the agreement.");
  for (const record of recordNames) {
    const fault = entry[record] === undefined ? undefined : recordFault(record, entry[record]);
    if (fault) refuse(fault[0] === "" ? record : `${record}.${fault[0]}`, fault[1], fault[2]);
  }
  const codeFault = numberCodeFault(entry.number_code);
  if (codeFault) refuse("number_code", codeFault, "Write up to 12 capital letters and digits, such as DLT.");
  const { to_check: check, vat_group: group, tax_answers: answers = {} } = entry;
  for (const fault of taxAnswerFaults(answers)) refuse(...fault);
  if (group !== undefined && group !== "yes" && group !== "no")
    refuse(
      "vat_group",
      `vat_group is ${typeof group === "string" ? `“${group}”` : "a group of fields"}, not yes or no.`,
      "Write yes where the TRN is that of a VAT group, otherwise no.",
    );
  if (check !== undefined && !(isRecord(check) && Object.values(check).every((each) => typeof each === "string")))
    refuse(
      "to_check",
      "to_check must hold one text for each field.",
      `Remove it: ${suggest`suppliers import`} writes it.`,
    );
  if (problems.length === 0 && typeof from === "string" && typeof to === "string" && to < from)
    refuse(
      "agreement_expiry",
      `The agreement would end (${to}) before it begins (${from}).`,
      "Check both dates in the agreement.",
    );
  return problems;
}

function numberCodeFault(code: unknown): string | undefined {
  if (code === undefined || (typeof code === "string" && isNumberCode(code.toUpperCase()))) return undefined;
  return `${typeof code === "string" ? `“${code}”` : "What is not a single value"} cannot stand for the supplier in numbers.`;
}

function taxAnswerFaults(answers: unknown): Array<readonly [path: string, message: string, hint: string]> {
  if (!isRecord(answers))
    return [["tax_answers", "tax_answers must be a group of answers.", `${suggest`suppliers answer NAME`} writes it.`]];
  return Object.entries(answers).flatMap(([subject, answer]) => {
    const fault = recordFault("tax_answer", answer);
    if (fault === undefined) return [];
    const [member, message, hint] = fault;
    return [[["tax_answers", subject, member].filter((each) => each !== "").join("."), message, hint] as const];
  });
}

/** True for a single visible line of at most 80 characters, without leading or trailing spaces. */
export function isSupplierName(name: string): boolean {
  return /^(?!\s)[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}]{1,80}(?<!\s)$/u.test(name);
}

/** Puts the fields in the order used in a document. */
function inOrder(entry: Record<string, unknown>): Record<string, unknown> {
  const { invoice } = documentShapes;
  return withoutNothing(
    Object.fromEntries(supplierFields.map((name) => [name, ordered(entry[name], memberOf(invoice, name))])),
  );
}

function ordered(value: unknown, field: ReturnType<typeof memberOf>): unknown {
  if (Array.isArray(value)) return field?.kind === "list" ? value.map((each) => ordered(each, field.item)) : value;
  if (!isRecord(value) || field?.kind !== "object") return value;
  return withoutNothing(
    Object.fromEntries(Object.entries(field.members).map(([name, member]) => [name, ordered(value[name], member)])),
  );
}

function withoutNothing(group: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(group).filter(([, value]) => value !== undefined));
}

/**
 * Converts values to the form used in the supplier book: scalars become strings; null and blank values are omitted.
 */
export function textsOf(value: unknown): unknown {
  if (value === null || value === undefined) return undefined;
  if (typeof value === "string") return value.trim() === "" ? undefined : value.trim();
  if (value instanceof JsonNumber || typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return value.map(textsOf).filter((each) => each !== undefined);
  if (!isRecord(value)) return value;
  return withoutNothing(Object.fromEntries(Object.entries(value).map(([name, member]) => [name, textsOf(member)])));
}

function wrong(message: string, where: Spot): Problem {
  return problem("wrong-value", message, `Write its fields below it, as ${suggest`suppliers show`} prints them.`, {
    where,
  });
}
