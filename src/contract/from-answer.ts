import {
  amount,
  type DocumentKind,
  type DocumentLine,
  formatAmount,
  isDecimalText,
  isRecord,
  money,
  onlyKnown,
  type Price,
  type SelfBilledDocument,
} from "../document/index.ts";
import { isJsonObject, JsonNumber, type JsonObject, numbersAsText, parseJson } from "../json/index.ts";
import { fromWire } from "./wire.ts";

/**
 * Removes members that occur only in answers, restores the names and gross values of prices, and drops null and empty
 * members. Attachments are left out, because answers do not contain their bytes. Never fails: members of an unexpected
 * shape are kept, so that checkFields reports them. Source: contract §4.5, §7.1.
 */
export function fromAnswer(answer: JsonObject, kind: DocumentKind): SelfBilledDocument {
  const { document } = fromWire(answer, kind);
  const { attachments: _, ...kept } = onlyKnown(document, kind);
  const sent = Array.isArray(answer.document_lines) ? answer.document_lines : [];
  const lines = Array.isArray(kept.document_lines) ? kept.document_lines : [];
  if (lines.length === 0) return kept;
  return { ...kept, document_lines: lines.map((line, at) => (isRecord(line) ? withPrice(line, sent[at]) : line)) };
}

/**
 * Reads the text stored in the journal for a document: the body that was sent or, if the document was taken over, the
 * service's answer. Undefined if there is no text, or if it is not a JSON object.
 */
export function keptDocument(
  text: string | undefined,
  { kind, takenOver }: { readonly kind: DocumentKind; readonly takenOver?: true | undefined },
): SelfBilledDocument | undefined {
  const body = text === undefined ? undefined : parseJson(text);
  if (!body?.ok || !isJsonObject(body.value)) return undefined;
  return takenOver ? fromAnswer(body.value, kind) : (numbersAsText(body.value) as SelfBilledDocument);
}

/**
 * An answer gives the net price as price_amount, and a discount, which is 0 if there was none; the gross price is the
 * exact sum of the two.
 */
function withPrice(line: DocumentLine, answered: unknown): DocumentLine {
  const told = isJsonObject(answered) && isJsonObject(answered.price) ? answered.price.price_amount : undefined;
  const net = told instanceof JsonNumber ? told.text : told;
  if (!isRecord(line.price) || typeof net !== "string") return line;
  const { allowance, ...rest } = line.price;
  const discount: unknown = allowance?.amount;
  if (typeof discount !== "string" || !isDecimalText(discount) || !isDecimalText(net) || money.isZero(amount(discount)))
    return { ...line, price: priced(net, rest.base_quantity) };
  const gross = formatAmount(money.add(amount(net), amount(discount)));
  return {
    ...line,
    price: { ...priced(gross, rest.base_quantity), allowance: { amount: discount, base_amount: gross } },
  };
}

function priced(base_amount: string, base_quantity: string | undefined): Price {
  return { base_amount, ...(base_quantity === undefined ? {} : { base_quantity }) };
}
