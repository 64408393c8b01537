import {
  type CalculatedEntry,
  type CalculatedLine,
  type Calculation,
  codeInWords,
  codes,
  documentShapes,
  type Field,
  money,
  type TaxCategory,
  unitInWords,
} from "../../document/index.ts";
import { figure, type Html, html, joined, said } from "./escape.ts";
import { dated, period } from "./facts.ts";
import { arabic, both, pair } from "./words.ts";

/** A fixed-layout table takes its column widths from the first row, so they are set here. */
const columns = html`<colgroup>${["n", "item", "quantity", "price", "amount", "rate", "tax", "gross"].map((each) => html`<col class="${each}">`)}</colgroup>`;

/**
 * Shows a document's lines. In a foreign currency, also shows the VAT and total of each in AED, as the law requires.
 */
export function lines({ lines: all, currency }: Calculation): Html {
  return html`<section><table class="lines">${columns}<thead><tr>
<th class="n left">#</th><th class="item left">${both("item")}</th><th class="quantity">${both("quantity")}</th>
<th class="price">${both("unitPrice")} ${said(currency)}</th><th class="amount">${both("net")} ${said(currency)}</th><th class="rate">${both("vatRate")}</th>
<th class="tax">${both("vat")} ${said(currency)}</th><th class="gross">${both("gross")} ${said(currency)}</th></tr></thead><tbody>
${all.map((each, index) => line(each, index + 1, currency !== "AED"))}</tbody></table></section>`;
}

function line(each: CalculatedLine, number: number, foreign: boolean): Html {
  const { line: given } = each;
  const taxAed = foreign ? inAed(each.taxAmountInAed, 13) : undefined;
  const totalAed = foreign ? inAed(each.totalAmountInAed, 15) : undefined;
  return html`<tr><td class="left">${String(number)}</td><td class="left">${description(each)}</td>
<td>${quantity(given.quantity)} <small>${said(unitInWords(given.quantity ?? "", given.unit_code ?? ""))}</small></td><td>${price(each)}</td>
<td>${figure(money.forPeople(each.netAmount), 12)}${entries(each)}</td><td>${rate(given.classified_tax_category)}</td>
<td>${figure(money.forPeople(each.taxAmount), 10)}${taxAed}</td><td>${figure(money.forPeople(each.totalAmount), 12)}${totalAed}</td></tr>
`;
}

export function inAed(value: CalculatedLine["taxAmountInAed"], fits: number): Html {
  return html`<small>${figure(`AED ${money.forPeople(value)}`, fits)}</small>`;
}

const quantity = (text: string | undefined): Html => figure(text?.trim() ?? "", 8);

/** Line fields that have a label on the page. */
const labelledTexts = Object.entries<Field>(documentShapes.invoice.members.document_lines.item.members).flatMap(
  ([name, field]) => (field.kind === "leaf" && field.meta.page !== undefined ? [[name, field.meta.page] as const] : []),
);

function description({ line: given }: CalculatedLine): Html {
  const {
    commodity_classification: kind,
    order_line_reference: order,
    additional_item_property: properties = [],
  } = given;
  const numbers = [
    labelled("HS", kind?.item_classification_code),
    ...(given.additional_item_identification ?? []).map(({ id, scheme_id }) => labelled(scheme_id ?? "", id)),
    labelled("GTIN", given.standard_item_identification?.id),
    said(given.seller_item_identification?.id),
    said(given.buyer_item_identification?.id),
    ...labelledTexts.map(([name, label]) => labelled(label, given[name] as string | undefined)),
    labelled("Origin", country(given.origin_country?.identification_code)),
  ];
  const further = [
    labelled("Order", [order?.order_reference_id, order?.line_id].filter(Boolean).join(" / ")),
    labelled("Delivery note line", given.despatch_line_reference?.line_id),
    said(given.line_object_identifier),
    dated(given.document_reference),
    ...[properties].flat().map(({ name = "", value }) => labelled(name, value)),
    period(given.invoice_period),
    said(given.note),
  ];
  const same = given.description?.trim() === given.name?.trim();
  return html`<b>${said(given.name)}</b>${same ? undefined : small(said(given.description))}${small(joined(numbers, " · "))}${small(joined(further, " · "))}`;
}

const country = (code: string | undefined): string | undefined =>
  code === undefined ? undefined : codeInWords(codes.countryCodes, code);

function labelled(label: string, value: string | undefined): Html | undefined {
  const text = said(value);
  return text && html`${said(label)} ${text}`;
}

const small = (part: Html | undefined): Html | undefined => part && html`<small>${part}</small>`;

/**
 * Shows a line's price; if there is a discount, also the original price and the discount. Also shows the quantity that
 * the price applies to, unless that is 1.
 */
function price({ line: { price: given }, priceAmount, baseQuantity }: CalculatedLine): Html {
  const discount = given?.allowance?.amount;
  const from = discount?.trim() ? html`<small>${figure(`${given?.base_amount} − ${discount}`, 14)}</small>` : undefined;
  const per = baseQuantity.toFixed();
  return html`${figure(money.forPeople(priceAmount), 11)}${from}${per === "1" ? undefined : html`<small>${figure(`/ ${per}`, 14)}</small>`}`;
}

function entries({ allowances, charges }: CalculatedLine): Html {
  const shown =
    (sign: string) =>
    ({ entry, amount }: CalculatedEntry): Html =>
      html`<small>${figure(sign + money.forPeople(amount), 15)} ${said(entry.reason) ?? said(entry.reason_code)}</small>`;
  return html`${allowances.map(shown("−"))}${charges.map(shown("+"))}`;
}

/** Shows the rate, such as `5 %`, and the category unless it is the standard one. */
function rate(category: TaxCategory | undefined): Html {
  const { id = "", percent } = category ?? {};
  const shown = id === "E" || id === "O" || !percent?.trim() ? undefined : html`${said(percent)} %`;
  return html`${shown}${id === "S" ? undefined : html`<small>${categoryName(id)}</small>`}`;
}

/** Returns the name in both languages; an unknown code is returned unchanged. */
export function categoryName(id: string): Html {
  if (!Object.hasOwn(codes.vatCategories, id)) return html`${said(id)}`;
  const key = id as keyof typeof codes.vatCategories;
  return pair(codes.vatCategories[key], arabic.categories[key]);
}
