/** The long lists, as sets of their codes. Each file names its list at the top and has one code per row, with its name if it has one. */
import allowanceReasons from "./allowance-reasons.txt?codes";
import chargeReasons from "./charge-reasons.txt?codes";
import countries from "./countries.txt?codes";
import currencies from "./currencies.txt?codes";
import endpoints from "./endpoint-schemes.txt?codes";
import identifiers from "./identifier-schemes.txt?codes";
import itemClassifications from "./item-classifications.txt?codes";
import references from "./references.txt?codes";
import units from "./units.txt?codes";

const setOf = (codes: string): ReadonlySet<string> => new Set(codes.split(" "));

export const allowanceReasonCodes = setOf(allowanceReasons);
export const chargeReasonCodes = setOf(chargeReasons);
export const countryCodes = setOf(countries);
export const currencyCodes = setOf(currencies);
export const endpointSchemes = setOf(endpoints);
export const icdSchemes = setOf(identifiers);
export const itemClassificationSchemes = setOf(itemClassifications);
export const referenceSchemes = setOf(references);
export const unitCodes = setOf(units);
