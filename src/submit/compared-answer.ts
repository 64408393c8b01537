import { cutShort, memberNamed, objectNamed, textNamed, totalNames, totalsOf } from "../contract/index.ts";
import { amount, type DocumentKind, documentKinds, isDecimalText, money } from "../document/index.ts";
import { isJsonObject, type JsonObject, type JsonValue, writeJson } from "../json/index.ts";
import type { Sendable } from "../prepare/index.ts";

/** The answer to create, compared with the document that was sent. */
export interface ComparedAnswer {
  /** Why the answer cannot be about this document; empty if nothing contradicts it. */
  readonly other: readonly string[];
  /** Whether it echoes nothing and has no member that only documents have, so it may be a place in a queue. */
  readonly isTicket: boolean;
  /** Differences that do not make it another document, but that a person must look at: date, lines, account. */
  readonly changed: readonly string[];
  /** What could not be compared, because the answer lacks it or tells it in another form. */
  readonly unread: readonly string[];
}

interface Part {
  readonly name: string;
  /** Undefined if it could not be compared; otherwise the difference in words, or "" if there is none. */
  readonly difference: string | undefined;
}

/** Members that only the answer to create has, apart from the echo. */
const ofDocuments = ["documentNumber", "documentSequence", "totals", "metaInfo", ...totalNames];
const echoed = ["accountingSupplierParty", "documentLines", "issueDate", "documentCurrencyCode", "paymentMeans"];
const kindNames = ["invoiceTypeCode", "creditNoteTypeCode"];

/**
 * Compares what identifies a document and what moves money. Names, addresses, descriptions, units and numbers may be
 * rewritten by a service and contradict nothing. `isWhole` is false for an answer that was cut. Source: Decision 162.
 */
export function comparedAnswer(answer: JsonObject, sent: Sendable, isWhole: boolean): ComparedAnswer {
  const { document, calculation, kind } = sent;
  const parts = [
    part("supplier's TRN", trnIn(answer), document.accounting_supplier_party?.party_tax_scheme?.company_id, bare),
    part("kind", kindIn(answer), kind, (each) => documentKinds[each as DocumentKind]?.says ?? each),
    part("currency", textNamed(answer, "documentCurrencyCode"), calculation.currency, bare),
  ];
  const date = part("issue date", dayIn(answer), document.issue_date, bare);
  const lines = isWhole
    ? part("number of lines", linesIn(answer), String(document.document_lines?.length ?? 0), bare)
    : none("number of lines");
  const amounts = amountsPart(answer, sent);
  const account = part("bank account", accountsIn(answer), accountsIn(document as unknown as JsonObject), bare);
  const differences = (some: readonly Part[]): string[] => some.flatMap((each) => each.difference || []);
  const some = differences([date, lines, amounts]);
  const errors = memberNamed(answer, "errors");
  return {
    other: [
      ...differences(parts),
      ...(some.length > 1 ? some : []),
      ...(isSaying(errors) ? [`it reports errors: ${cutShort(writeJson(errors), 300)}`] : []),
    ],
    isTicket: isWhole && ![...ofDocuments, ...echoed, ...kindNames].some((name) => isSaid(memberNamed(answer, name))),
    changed: some.length > 1 ? [] : differences([date, lines, account]),
    unread: [...parts, date, lines, amounts].flatMap(({ name, difference }) =>
      difference === undefined ? [name] : [],
    ),
  };
}

const none = (name: string): Part => ({ name, difference: undefined });

function part(name: string, theirs: string | undefined, ours: string | undefined, as: (text: string) => string): Part {
  if (theirs === undefined || ours === undefined || ours.trim() === "") return none(name);
  const [there, here] = [as(theirs), as(ours)];
  return {
    name,
    difference: there === here ? "" : `${name}: ${ours.trim()} was sent, the service has ${cutShort(theirs, 80)}`,
  };
}

/** Letters and digits alone, in upper case: spaces, dashes and case are ways of writing. */
const bare = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, "").toUpperCase();

/** A TRN; any other text, such as a name in its place, is not compared. */
function trnIn(answer: JsonObject): string | undefined {
  const party = objectNamed(answer, "accountingSupplierParty");
  const scheme = party && objectNamed(party, "partyTaxScheme");
  return scheme && textNamed(scheme, "companyId");
}

function kindIn(answer: JsonObject): DocumentKind | undefined {
  const [invoice, credit] = kindNames.map((name) => textNamed(answer, name)?.trim());
  if (invoice !== undefined && credit !== undefined) return undefined;
  const code = invoice ?? credit;
  if (code === undefined) return undefined;
  // The member's name tells the kind, unless the code in it is that of the other kind.
  if (/^(?:261|381|396)$/.test(code)) return "credit-note";
  if (/^(?:389|380)$/.test(code)) return "invoice";
  return undefined;
}

/** A day written YYYY-MM-DD, also at the start of a time; any other form is not compared. */
function dayIn(answer: JsonObject): string | undefined {
  return /^\d{4}-\d{2}-\d{2}(?=$|T)/.exec(textNamed(answer, "issueDate")?.trim() ?? "")?.[0];
}

function linesIn(answer: JsonObject): string | undefined {
  const lines = memberNamed(answer, "documentLines");
  return Array.isArray(lines) && lines.length > 0 ? String(lines.length) : undefined;
}

/** The bank accounts in the document's order; undefined if there is none. */
function accountsIn(document: JsonObject): string | undefined {
  const means = memberNamed(document, "paymentMeans");
  const all = (Array.isArray(means) ? means : [means]).filter(isJsonObject).flatMap((each) => {
    const account = objectNamed(each, "payeeFinancialAccount");
    return (account && textNamed(account, "id")) ?? [];
  });
  return all.length === 0 ? undefined : all.join(", ");
}

function amountsPart(answer: JsonObject, { calculation }: Sendable): Part {
  const name = "amounts";
  const theirs = totalsOf(answer);
  const known = Object.entries(calculation.totals).flatMap(([total, ours]) => {
    const text = theirs[total as keyof typeof theirs];
    return text !== undefined && isDecimalText(text) ? [{ text, ours }] : [];
  });
  const { payable_amount: payable, tax_inclusive_amount: gross } = theirs;
  const other = known.find(({ text, ours }) => !money.equal(amount(text), ours));
  if (other !== undefined)
    return { name, difference: `${name}: ${money.forPeople(other.ours)} was sent, the service has ${other.text}` };
  return payable === undefined && gross === undefined ? none(name) : { name, difference: "" };
}

function isSaid(value: JsonValue | undefined): boolean {
  return value !== undefined && value !== null && value !== "";
}

/** Whether there is anything in it; services that follow the description send `errors` only with a refusal. */
function isSaying(value: JsonValue | undefined): value is JsonValue {
  if (!isSaid(value) || value === false) return false;
  return typeof value === "object" && value !== null ? Object.keys(value).length > 0 : true;
}
