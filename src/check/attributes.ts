/** The attributes of a data type of UBL 2.1. */
export interface AttributesOfType {
  readonly known: readonly string[];
  /** The one without which no value is understood. Published rules and others of ours demand a currency and a MIME type. */
  readonly needed?: string;
}

const type = (known: string, needed?: string): AttributesOfType => ({
  known: known === "" ? [] : known.split(" "),
  ...(needed === undefined ? {} : { needed }),
});
const number = type("format");
const identifier = type("schemeID schemeName schemeAgencyID schemeAgencyName schemeVersionID schemeDataURI schemeURI");
const text = type("languageID languageLocaleID");

const byEnding: ReadonlyArray<readonly [ending: string, type: AttributesOfType]> = [
  ["TimeAmount", text],
  ["Amount", type("currencyID currencyCodeListVersionID")],
  ["Measure", type("unitCode unitCodeListVersionID", "unitCode")],
  ["Quantity", type("unitCode unitCodeListID unitCodeListAgencyID unitCodeListAgencyName")],
  ["Percent", number],
  ["Rate", number],
  ["Numeric", number],
  ["Date", type("")],
  ["Time", type("")],
  ["Indicator", type("")],
  ["BinaryObject", type("mimeCode format encodingCode characterSetCode uri filename")],
  ["Code", type("listID listAgencyID listAgencyName listName listVersionID name languageID listURI listSchemeURI")],
  ["ID", identifier],
  ["URI", identifier],
];

/** The most names that are remembered: they come from files. */
const most = 1_000;
const remembered = new Map<string, AttributesOfType>();

/** For a basic element such as `cbc:TaxAmount`, whose name ends in its type. Source: UBL 2.1, unqualified data types. */
export function attributesOf(name: string): AttributesOfType {
  const seen = remembered.get(name);
  if (seen !== undefined) return seen;
  const found = byEnding.find(([ending]) => name.endsWith(ending))?.[1] ?? text;
  if (remembered.size < most) remembered.set(name, found);
  return found;
}
