import { type Problem, problem, type Spot } from "../../problem/index.ts";
import type { Cell } from "../cell.ts";
import { type FieldPath, formOf } from "../field-path.ts";
import { currencyOf, someCurrency } from "../numbers/currency-text.ts";

/** The currencies that cells of a document show by their format or text; they must be that of the document. */
export class CellCurrencies {
  readonly #seen = new Map<string, { readonly where: Spot; readonly heading: string }>();

  note(cell: Cell | undefined, where: Spot, heading: string): void {
    const currency = currencyOf(cell);
    if (currency !== undefined && !this.#seen.has(currency)) this.#seen.set(currency, { where, heading });
  }

  differing(of: string | undefined): Problem[] {
    const currency = of ?? "AED";
    const others = [...this.#seen].filter(
      ([code]) => code !== currency && !(code === someCurrency && currency !== "AED"),
    );
    return others.map(([code, { where, heading }]) => {
      const named = code === someCurrency ? "another currency" : code;
      const message = `${heading}: the cell is in ${named}, and the document is in ${currency}.`;
      const hint = `Write the currency into a column Currency, or into the map below constants: document_currency_code: ${code === someCurrency ? "USD" : code}. If the amount is in ${currency}, change the format of the cell.`;
      return problem("wrong-value", message, hint, { where });
    });
  }
}

/** True for amounts of money, as opposed to quantities, percentages and exchange rates. */
export const isMoney = (field: FieldPath): boolean =>
  formOf(field) === "decimal" &&
  /^(?:amount|base_amount|prepaid_amount|payable_rounding_amount)$/.test(String(field.steps.at(-1)));
