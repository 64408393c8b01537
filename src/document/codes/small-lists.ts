/** PINT AE 1.0.4; the meanings are in our own words. */

/** VAT categories (IBT-151). N is the Latin letter; the identical-looking Greek capital Nu is rejected. */
export const vatCategories = {
  S: "standard rate",
  Z: "zero rated",
  E: "exempt",
  O: "out of scope",
  AE: "reverse charge",
  N: "margin scheme",
} as const;

/** The rates are in percent (IBT-152); E and O have none. */
export const rateOfCategory: Readonly<Record<string, string>> = { S: "5", Z: "0", AE: "5", N: "5" };

/** Reasons for a credit note (BTAE-03). */
export const discrepancyReasons = {
  "DL8.61.1.A": "the supply was cancelled",
  "DL8.61.1.B": "the nature of the supply changed, and with it its tax treatment",
  "DL8.61.1.C": "the agreed price was altered (also bad debt relief)",
  "DL8.61.1.D": "goods or services were returned",
  "DL8.61.1.E": "tax was charged or applied in error",
  VD: "volume discount",
} as const;

/** Reasons why a supply is exempt (IBT-186). */
export const exemptionReasons = {
  "DL8.46.1": "certain financial services",
  "DL8.46.2": "residential units",
  "DL8.46.3": "bare land",
  "DL8.46.4": "local passenger transport",
} as const;

/** Kinds of goods under the domestic reverse charge (BTAE-09). */
export const reverseChargeGoods = {
  "DL8.48.8.1": "gold and diamonds",
  "DL8.48.8.2": "electronic devices",
  "DL8.48.3.1": "crude or refined oil",
  "DL8.48.3.2": "natural gas",
  "DL8.48.3.3": "pure hydrocarbons",
} as const;

/** Payment means that the service offers (UNCL 4461 subset, IBT-081). */
export const paymentMeansCodes = {
  "1": "not defined",
  "10": "cash",
  "20": "cheque",
  "21": "banker's draft",
  "30": "credit transfer",
  "49": "direct debit",
  "54": "credit card",
  "55": "debit card",
  "68": "online payment",
} as const;

/** Emirates (IBT-039 of a UAE address). */
export const emirates = {
  AUH: "Abu Dhabi",
  DXB: "Dubai",
  SHJ: "Sharjah",
  UAQ: "Umm Al Quwain",
  FUJ: "Fujairah",
  AJM: "Ajman",
  RAK: "Ras Al Khaimah",
} as const;

/** Placeholder endpoint ids (scheme 0235) for suppliers that are not on the network. */
export const placeholderEndpoints = {
  "9900000097": "deemed supply",
  "9900000098": "a party outside UAE e-invoicing",
  "9900000099": "export to an unregistered party",
} as const;

/** Billing frequencies (BTAE-06). */
export const billingFrequencies = {
  DLY: "daily",
  WKY: "weekly",
  Q15: "every 15 days",
  MTH: "monthly",
  Q45: "every 45 days",
  Q60: "every 60 days",
  QTR: "quarterly",
  YRL: "yearly",
  HYR: "half-yearly",
  OTH: "other, described in note",
} as const;

/**
 * Types of a party's legal registration (BTAE-15). The service accepts OTH at creation; the network rejects it for a
 * UAE party.
 */
export const registrationTypes = {
  TL: "trade licence",
  CD: "cabinet decision",
  EID: "Emirates ID",
  PAS: "passport",
  OTH: "other",
} as const;

/** Types of item on a line (BTAE-13). */
export const itemTypes = { G: "goods", S: "services", B: "both" } as const;

/** Maps the usual file extension to the MIME type (IBT-125-1). */
export const attachmentTypes = {
  "application/pdf": [".pdf"],
  "image/png": [".png"],
  "image/jpeg": [".jpg", ".jpeg"],
  "text/csv": [".csv"],
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": [".xlsx"],
  "application/vnd.oasis.opendocument.spreadsheet": [".ods"],
  "application/xml": [".xml"],
} as const;
