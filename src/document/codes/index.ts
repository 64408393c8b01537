/** Code lists as data. Values are facts of PINT AE Self-Billing 1.0.4; the words beside them are ours. */
export { allowanceReasonCodes } from "./allowance-reasons.ts";
export { chargeReasonCodes } from "./charge-reasons.ts";
export { countryCodes } from "./countries.ts";
export { currencyCodes } from "./currencies.ts";
export { endpointSchemes } from "./eas.ts";
export { icdSchemes } from "./icd.ts";
export { itemClassificationSchemes } from "./item-classification-schemes.ts";
export { referenceSchemes } from "./reference-schemes.ts";
export * from "./small-lists.ts";
export { unitCodes } from "./units.ts";
export { type UnitWords, usualUnits } from "./usual-units.ts";
