import { isDay } from "../day.ts";
import type { DocumentLine, SelfBilledDocument } from "../shapes.ts";
import { type ItemKey, itemKeyOf, plainNumber } from "./item.ts";

/** What one line of a document bills. Texts are as `plainNumber` writes them; what a document does not state is absent. */
export interface SupplyLine {
  readonly name: string;
  readonly item: ItemKey;
  readonly unit: string;
  /** Exact text, as sent. */
  readonly quantity: string;
  readonly receipts?: readonly string[];
  readonly despatches?: readonly string[];
  readonly despatchLine?: string;
  readonly orders?: readonly string[];
  readonly orderLine?: string;
  /** Delivery date or period: first and last day. */
  readonly days?: readonly [string, string];
}

/** Everything that a document bills. Contracts and projects are left out: they are never a supply. */
export type Supply = readonly SupplyLine[];

/** Reads the supply from a document as sent; values that are not texts are skipped. Source: contract, Decision 63. */
export function billedSupplyOf(document: SelfBilledDocument): Supply {
  const whole = {
    receipts: numbersIn(document.receipt_document_reference?.id),
    despatches: numbersIn(document.despatch_document_reference?.id),
    orders: numbersIn(document.order_reference?.id),
  };
  const delivered = document.delivery?.actual_delivery_date;
  const lines = Array.isArray(document.document_lines) ? document.document_lines : [];
  return lines.map((line) => {
    const own = numbersIn(line.document_reference?.id);
    const order = numbersIn(line.order_line_reference?.order_reference_id);
    const days = isText(delivered) ? daysOf(delivered, delivered) : (periodOf(line) ?? periodOf(document));
    return stated({
      name: line.name ?? "",
      item: itemKeyOf(line),
      unit: line.unit_code?.trim() ?? "",
      quantity: line.quantity ?? "",
      receipts: ofLine(own, whole.receipts, whole.despatches.length === 0),
      despatches: ofLine(own, whole.despatches, false),
      despatchLine: plainNumber(line.despatch_line_reference?.line_id),
      orders: order.length > 0 ? order : whole.orders,
      orderLine: plainNumber(line.order_line_reference?.line_id),
      ...(days ? { days } : {}),
    });
  });
}

/** Reads what `supplyReferences` and the lines tell, for records of earlier versions whose content is not kept. */
export function supplyOfReferences(
  references: readonly string[],
  lines: readonly { readonly name: string; readonly unitCode: string; readonly quantity: string }[],
): Supply {
  const numbers = (what: string): string[] =>
    references.flatMap((each) => (each.startsWith(`${what} `) ? numbersIn(each.slice(what.length + 1)) : []));
  const [receipts, despatches, orders] = [numbers("goods received note"), numbers("delivery note"), numbers("order")];
  return lines.map(({ name, unitCode, quantity }) =>
    stated({ name, item: itemKeyOf({ name }), unit: unitCode.trim(), quantity, receipts, despatches, orders }),
  );
}

/** Returns a number of a supply as the document writes it: `GRN-5501`, not its plain form. Takes `supplyReferences`. */
export function numberAsWritten(references: readonly string[], number: string): string {
  const each = references.flatMap((text) => text.replace(beforeNumber, "").split(betweenNumbers));
  return each.find((text) => plainNumber(text) === number)?.trim() ?? number.toUpperCase();
}

const beforeNumber = /^(?:goods received note|delivery note|order of a line|document of a line|order) /;
/** One field may hold several numbers. A slash, a dash or a space may be part of a number. */
const betweenNumbers = /[,;\n&+]|\band\b/i;

/** A line may name one of the document's own numbers; only where the document has none is the line's own one taken. */
function ofLine(own: readonly string[], whole: readonly string[], isAlone: boolean): readonly string[] {
  const named = own.filter((each) => whole.includes(each));
  if (named.length > 0) return named;
  return whole.length > 0 || !isAlone ? whole : own;
}

function numbersIn(text: unknown): string[] {
  if (typeof text !== "string") return [];
  const each = text.split(betweenNumbers).map(plainNumber);
  return [...new Set(each.filter((number) => number !== ""))];
}

function periodOf({ invoice_period }: Pick<DocumentLine, "invoice_period">): readonly [string, string] | undefined {
  const { start_date: start, end_date: end } = invoice_period ?? {};
  return daysOf(start ?? end, end ?? start);
}

const isText = (text: unknown): text is string => typeof text === "string" && text.trim() !== "";

function daysOf(from: string | undefined, to: string | undefined): readonly [string, string] | undefined {
  return isText(from) && isText(to) && isDay(from) && isDay(to) ? [from, to] : undefined;
}

/** Leaves out empty members, because each document is recorded with its supply. */
function stated(line: SupplyLine): SupplyLine {
  const given = Object.entries(line).filter(
    ([, value]) => value !== "" && !(Array.isArray(value) && value.length === 0),
  );
  return { name: "", unit: "", quantity: "", ...Object.fromEntries(given) } as SupplyLine;
}
