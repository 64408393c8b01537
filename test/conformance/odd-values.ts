/** Odd values that the conformance tests put into mutated documents. */

/** Attributes that the rules name. */
export const attributeNames =
  "schemeID unitCode currencyID listID mimeCode filename name schemeAgencyID schemeAgencyName".split(" ");

const oddNumbers = "0 1 -1 5 5.00 0.05 100 -100.005 10.500 0.005 1e2 NaN INF 12,5 99999999999999999.99".split(" ");
const oddDates = "2026-06-15 2026-05-31 2026-07-01 2026-02-29 2026-06-15Z 2026-6-1 2026-06-15T10:00:00".split(" ");
const oddCodes =
  "S Z E O AE N s VAT vat TIN AED USD EUR ANG BGN XCG 389 480 261 81 380 381 130 130.0 50 30 OTH MTH VD DL8.61.1.A G B HS SAC".split(
    " ",
  );
const oddNumbersOfParties = [
  ..."0242 0245 0248 100234567400003 100234567400004 1002345674 2002345674 9900000099 0235 0088 0192 0184 0208 0201 0210 9907".split(
    " ",
  ),
  ..."0211 0151 0007 SEPA 7300010000001 7300010000002 974760673 DK12345678 0202239951 UFY9MH 01234567890".split(" "),
  ..."RSSMRA85T10A562S IT01234567897 IT01234567898 51824753556 2120000829 TL CL EID PAS CD".split(" "),
];
const oddTexts = [
  ..."true false 1 0 yes 24:00:00 10:30 10:30:00+15:00 00000000 00000001 00000100 11111111 0000000 AUH Dubai".split(
    " ",
  ),
  ..."application/pdf text/html H87 XBX AE OM 1A XX urn:peppol:bis:billing urn:peppol:pint:selfbilling-1@ae-1*".split(
    " ",
  ),
  "",
  " ",
  "two words",
];
/**
 * Values that determine the outcome of rules, keyed by element or attribute; a mutant would rarely get one of these
 * from the other odd values.
 */
export const telling: Readonly<Record<string, readonly string[]>> = {
  "cbc:InvoiceTypeCode": "389 480 380 81 261".split(" "),
  "cbc:CreditNoteTypeCode": "261 81 381 389 480".split(" "),
  "cbc:ProfileExecutionID": [..."12345678"].map((flag) =>
    "00000000".replace(/0/g, (zero, at) => (String(at + 1) === flag ? "1" : zero)),
  ),
  "cbc:CustomizationID": ["urn:peppol:pint:selfbilling-1@ae-1*", "urn:peppol:pint:billing-1@ae-1", "urn:other"],
  "cbc:ChargeIndicator": "true false 1 0".split(" "),
  "cbc:DocumentTypeCode": "130 50 916 aedtotal-incl-vat".split(" "),
  "cbc:CommodityCode": "G S B".split(" "),
  "cbc:ResponseCode": "VD DL8.61.1.A other".split(" "),
  "cbc:DescriptionCode": "OTH MTH never".split(" "),
  "cbc:CalculationRate": "3.6725 3.6725001 0 -1".split(" "),
  "cbc:Percent": "0 5 5.00 9".split(" "),
  "cbc:PaymentMeansCode": "30 49 69".split(" "),
  "cbc:IdentificationCode": "AE OM IT UK".split(" "),
  "cbc:CountrySubentity": "DXB AUH Dubai".split(" "),
  "cbc:EndpointID": "1009876549 9900000099 2009876549 10098765490".split(" "),
  "cbc:ID": oddNumbersOfParties,
  "cbc:CompanyID": oddNumbersOfParties,
  schemeAgencyID: "TL CL EID PAS CD OTH".split(" "),
  schemeAgencyName: "AE OM 1A XX".split(" "),
  schemeID: "0235 0088 0192 0184 0208 0201 0210 9907 0211 0151 0007 SEPA SAC 0160".split(" "),
  mimeCode: "application/pdf text/html".split(" "),
  unitCode: "XBX H87 box".split(" "),
  currencyID: "AED USD".split(" "),
  listID: "HS SRV".split(" "),
};
export const oddValues = [...oddNumbers, ...oddDates, ...oddCodes, ...oddNumbersOfParties, ...oddTexts];

/** Odd values of the kind that an element with this name contains. */
export function oddLike(name: string): readonly string[] {
  if (/(?:Amount|Quantity|Percent|Rate|Numeric)$/.test(name)) return oddNumbers;
  return name.endsWith("Date") ? oddDates : oddValues;
}
