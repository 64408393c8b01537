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
import { isJsonObject, JsonNumber, type JsonObject } from "../json/index.ts";
import { fromWire } from "./wire.ts";

/**
 * An answer's document as a request would write it: what only answers carry is gone, prices have their request's name and gross
 * value again, what is null or empty is absent. Attachments are left out, for answers hold no bytes. Never fails: what an answer has in
 * an unexpected shape stays so, for checkFields to find. Source: contract §4.5, §7.1.
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
 * An answer tells the net price as price_amount, and a discount beside it that is 0 where there was none. The gross price is the sum
 * of both, exactly.
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
