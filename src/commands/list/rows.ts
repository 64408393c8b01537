import {
  all,
  handedOverShape,
  kind,
  listOf,
  maybe,
  names,
  one,
  partyShape,
  shape,
  text,
  the,
  words,
  yes,
} from "../../answers/index.ts";
import { type Amount, amount, type CreditSums, documentKinds, isDecimalText, money } from "../../document/index.ts";
import { isEffective, moneySources, type Related } from "../../life/index.ts";
import { stageFacts, stages, stageWord } from "../../states/index.ts";
import { cellsOf } from "../answer/columns.ts";
import { plainMoney, type Section } from "../answer/section.ts";
import { supplierAnswerMembers } from "../answer/supplier-answers.ts";
import type { DocumentRow } from "./documents.ts";

const belongs = {
  document_number: [text, ({ called }: Related) => called],
  stage: [words(...names(stages)), ({ stage }: Related) => stage],
} as const;

const answerShape = shape<NonNullable<DocumentRow["answer"]>>(supplierAnswerMembers);

/** Amounts are strings; those of credit notes are positive, as printed. */
export const listedShape = shape<DocumentRow>({
  document_number: [maybe, ({ number }) => number],
  id: [maybe, ({ id }) => id],
  kind: [kind, (each) => each.kind],
  supplier: the(partyShape, ({ supplier }) => supplier),
  issue_date: [text, ({ date }) => date],
  currency: [text, ({ currency }) => currency],
  net: [maybe, ({ net }) => net],
  vat: [maybe, ({ vat }) => vat],
  gross: [maybe, ({ total }) => total],
  payable: [maybe, ({ payable }) => payable],
  totals_from: [words("service", "here"), ({ totalsFrom }) => totalsFrom],
  stage: [words(...names(stages)), ({ stage }) => stage],
  overall_status: [maybe, ({ status }) => status],
  supplier_answer: one(answerShape, ({ answer }) => answer),
  copy_awaited: [yes, ({ copy }) => copy === "awaited"],
  handed_over: one(handedOverShape, ({ copy }) => (copy === "awaited" ? undefined : copy)),
  takes_back_from: [listOf(text), ({ takesBackFrom }) => takesBackFrom],
  credited_by: all(shape<Related>(belongs), ({ credits }) => credits),
  credited: [maybe, ({ credited }) => credited?.gross.toFixed()],
  left: [maybe, ({ credited }) => credited?.left.toFixed()],
  left_net: [maybe, ({ credited }) => credited?.rest?.net.toFixed()],
  left_vat: [maybe, ({ credited }) => credited?.rest?.vat.toFixed()],
  left_net_in_aed: [maybe, ({ credited }) => credited?.rest?.netInAed.toFixed()],
  left_vat_in_aed: [maybe, ({ credited }) => credited?.rest?.vatInAed.toFixed()],
  left_is_rounding: [yes, ({ credited }) => credited?.isRounding === true],
  stands_in_for: [maybe, ({ standsInFor }) => standsInFor],
  replaced_by: all(shape<Related>(belongs), ({ replacedBy }) => replacedBy),
  source: [words("journal", "service"), ({ source }) => source],
  // Present with --all-companies.
  company: [text.optional(), ({ company }) => company],
});

/** Returns every column, for piped output and files. */
export function fullSection(documents: readonly DocumentRow[], ofSeveral = false): Section {
  const cells = cellsOf(documents, {
    Number: "number",
    Kind: ({ kind: which }) => documentKinds[which].short,
    Supplier: ({ supplier }) => supplier.name,
    TRN: ({ supplier }) => supplier.trn,
    Date: ["day", "date"],
    Currency: "currency",
    Net: ["money", ({ net }) => digits(net)],
    VAT: ["money", ({ vat }) => digits(vat)],
    Total: ["money", ({ total }) => digits(total)],
    State: ({ stage }) => (stage === "in-doubt" ? "IN DOUBT" : stage.replace("-", " ")),
    Status: "status",
    "Supplier's answer": ({ answer }) => answer && `${answer.answer} ${answer.on}`,
    Credited: ["money", (each) => (isCredited(each) ? plainMoney(each.credited.gross) : "")],
    Left: ["money", (each) => (isCredited(each) ? plainMoney(each.credited.left) : "")],
    "Credited by": ({ credits }) => called(credits),
    "Takes back from": ({ takesBackFrom }) => takesBackFrom.join(" "),
    "Stands in for": "standsInFor",
    "Replaced by": ({ replacedBy }) => called(replacedBy),
    Id: "id",
    "Known from": "source",
    Copy: copySays,
    Company: ofSeveral && "company",
    "Amounts from": ({ totalsFrom }) => moneySources[totalsFrom],
    "Left net": ["money", (each) => restOf(each, "net")],
    "Left VAT": ["money", (each) => restOf(each, "vat")],
    "Left net in AED": ["money", (each) => restOf(each, "netInAed")],
    "Left VAT in AED": ["money", (each) => restOf(each, "vatInAed")],
  });
  return { name: "Documents", title: "Documents", ...cells };
}

/** Returns only the columns that fit on a screen. */
export function shownSection(
  documents: readonly DocumentRow[],
  {
    title,
    notes,
    ofSeveral = false,
  }: { readonly title: string; readonly notes: readonly string[]; readonly ofSeveral?: boolean },
): Section {
  const cells = cellsOf(documents, {
    Company: ofSeveral && "company",
    Number: "called",
    Supplier: ({ supplier }) => supplier.name,
    Date: "date",
    Total: ["money", signedTotal],
    State: ({ stage, copy }) => stageWord(stage, copy !== undefined),
    Remarks: (each) => remarksOf(each).join("; "),
  });
  return { name: "Documents", title, ...cells, notes };
}

function signedTotal({ kind: which, total, currency }: DocumentRow): string {
  const people = forPeople(total);
  return `${which === "invoice" || people === "" ? "" : "-"}${people} ${currency}`.trim();
}

/** Adds up amounts by currency. Subtracts credit notes, and omits documents that are rejected, failed or in doubt. */
export function listTotals(documents: readonly DocumentRow[]): string[] {
  const idle = new Set(documents.filter(({ stage }) => !stages[stage].counted).map(({ called }) => called));
  const counted = documents.filter(
    ({ stage, takesBackFrom }) =>
      stages[stage].counted && (takesBackFrom.length === 0 || takesBackFrom.some((each) => !idle.has(each))),
  );
  const left = documents.length - counted.length;
  const without = left === 0 ? "" : `, without ${left} that ${left === 1 ? "does" : "do"} not count`;
  const minus = counted.some(({ kind: which }) => which !== "invoice") ? ", credit notes subtracted" : "";
  return [...new Set(counted.map(({ currency }) => currency))].map((currency) => {
    const own = counted.filter((each) => each.currency === currency);
    const sum = (of: "net" | "vat" | "total"): string =>
      money.forPeople(own.reduce((all, each) => addTo(all, each, each[of]), money.zero));
    return `Total ${currency} ${sum("total")} (net ${sum("net")}, VAT ${sum("vat")})${minus}${without}`;
  });
}

function addTo(sum: Amount, { kind: which }: DocumentRow, text: string | undefined): Amount {
  if (text === undefined || !isDecimalText(text)) return sum;
  return which === "invoice" ? money.add(sum, amount(text)) : money.subtract(sum, amount(text));
}

const called = (documents: readonly Related[]): string => documents.map((each) => each.called).join(" ");
const forPeople = (digits: string | undefined): string =>
  digits !== undefined && isDecimalText(digits) ? money.forPeople(amount(digits)) : "";
const digits = (sum: string | undefined): string =>
  sum !== undefined && isDecimalText(sum) ? plainMoney(amount(sum)) : "";

function restOf(document: DocumentRow, name: keyof CreditSums): string {
  const rest = isCredited(document) ? document.credited.rest : undefined;
  return rest === undefined ? "" : plainMoney(rest[name]);
}

type Credited = DocumentRow & { readonly credited: NonNullable<DocumentRow["credited"]> };

function isCredited(document: DocumentRow): document is Credited {
  return document.credited !== undefined && document.credits.some(isEffective);
}

/**
 * Returns the remarks shown for a document; for a credit note, the first one names its kind and the credited invoices.
 */
function remarksOf(document: DocumentRow): string[] {
  const { kind: which, answer, credits, takesBackFrom, standsInFor, replacedBy, source } = document;
  const by = credits.filter(isEffective);
  const without = credits.filter((each) => !isEffective(each));
  return [
    ...(which === "invoice" ? [] : [["credit note", takesBackFrom.join(", ")].filter(Boolean).join(" on ")]),
    ...(answer === undefined ? [] : [`${answer.answer === "accepted" ? "accepted" : "OBJECTED TO"} ${answer.on}`]),
    ...(copySays(document) === "" ? [] : [copySays(document)]),
    ...(by.length === 0 ? [] : [`${creditSays(document)} by ${called(by)}`]),
    ...without.map((each) => `${each.called} ${stageFacts(each.stage).noEffect ?? "has no effect"}`),
    ...(standsInFor === undefined ? [] : [`stands in for ${standsInFor}`]),
    ...(replacedBy.length === 0 ? [] : [`replaced by ${called(replacedBy)}`]),
    ...(source === "service" ? ["not in this journal"] : []),
  ];
}

function copySays({ copy }: DocumentRow): string {
  if (copy === undefined) return "";
  return copy === "awaited" ? "not delivered: needs a copy" : `handed over ${copy.on} (${copy.how})`;
}

function creditSays(document: DocumentRow): string {
  if (!isCredited(document)) return "credited";
  const { gross, left, isRounding } = document.credited;
  if (isRounding) return `credited in full but for ${money.forPeople(left)} by rounding`;
  return money.isPositive(left) ? `credited ${money.forPeople(gross)}` : "credited in full";
}
