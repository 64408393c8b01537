import { exemptionReasons, vatCategories } from "../codes/index.ts";
import type { LeafField } from "./fields.ts";

/** Fields that say who is taxed or paid, in which currency, or what kind of supply it is. */
const numbers =
  /(?:^|\.)(?:\w*currency_code|tin|endpoint_id|company_id|profile_execution_id|id|primary_account_number_id|nature_code)$|(?:^|\.)\w*(?:account|mandate)\b/;

/** Whether an amount, a rate, a currency, a tax category, or the number of a party or account is written there. */
export function isSensitive(path: string, { meta: { wire, form } }: LeafField): boolean {
  const list = form?.is === "code" ? form.list : undefined;
  return wire === "number" || list === vatCategories || list === exemptionReasons || numbers.test(path);
}
