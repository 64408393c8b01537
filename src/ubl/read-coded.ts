import {
  type AllowanceOrCharge,
  type Attachment,
  amount,
  documentKinds,
  isDecimalText,
  money,
  type Party,
  type Price,
} from "../document/index.ts";
import type { UblElement } from "./element.ts";
import { attributeAt, type CodedReaders, type FieldReader, numberBelow, textBelow } from "./read-fields.ts";

/** Readers for the fields whose definitions say that they are read in code. */
export const codedReaders: CodedReaders = {
  "VAT number": readVatNumber,
  TIN: readTin,
  "country name": (address) => countryName(textBelow(address, "cac:Country", "cbc:IdentificationCode")),
  charges: (holder, reader) => readEntries(holder, "charges", reader),
  allowances: (holder, reader) => readEntries(holder, "allowances", reader),
  price: readPrice,
  lines: (root, reader) =>
    listOrNothing(root.all(documentKinds[reader.kind].line).map((line) => reader.read(line, reader.plans.line) ?? {})),
  attachments: (root) => listOrNothing(root.all("cac:AdditionalDocumentReference").flatMap(readAttachment)),
  "prepaid amount": (root) => unlessZero(numberBelow(root, "cac:LegalMonetaryTotal", "cbc:PrepaidAmount")),
  "rounding amount": (root) => unlessZero(numberBelow(root, "cac:LegalMonetaryTotal", "cbc:PayableRoundingAmount")),
  "by its group": () => undefined,
};

/** Returns the members that have a value; undefined if there are none, so that the document has no empty group. */
function unlessEmpty<T extends object>(members: T): T | undefined {
  const kept = Object.entries(members).filter(([, value]) => value !== undefined);
  return kept.length === 0 ? undefined : (Object.fromEntries(kept) as T);
}

/** True for a charge, false for an allowance; undefined if the indicator is invalid. */
function isCharge(entry: UblElement): boolean | undefined {
  const indicator = textBelow(entry, "cbc:ChargeIndicator");
  if (indicator === "true" || indicator === "1") return true;
  return indicator === "false" || indicator === "0" ? false : undefined;
}

/**
 * Reads either the charges or the allowances of a document or a line. In UBL, an exempt category at document level
 * has rate 0; in a request it has none. An entry on a line has the line's category, so none is read there (Decision
 * 23).
 */
function readEntries(
  holder: UblElement,
  list: "charges" | "allowances",
  reader: FieldReader,
): readonly AllowanceOrCharge[] | undefined {
  const found = holder
    .all("cac:AllowanceCharge")
    .filter((entry) => isCharge(entry) === (list === "charges"))
    .map((entry) => reader.read<AllowanceOrCharge>(entry, reader.plans[list]))
    .filter((entry) => entry !== undefined);
  for (const { tax_category: category } of found) if (category?.id === "E") delete category.percent;
  return listOrNothing(found);
}

/** Returns undefined instead of an empty list. */
function listOrNothing<T>(items: readonly T[]): readonly T[] | undefined {
  return items.length === 0 ? undefined : items;
}

/** In UBL, every price has a discount, which may be 0; in a request, a price has a discount only if it is not 0. */
function readPrice(line: UblElement): Price | undefined {
  const price = line.first("cac:Price");
  const discount = price?.first("cac:AllowanceCharge");
  const off = numberBelow(discount, "cbc:Amount");
  const gross = numberBelow(discount, "cbc:BaseAmount");
  const isDiscounted = off !== undefined && !(isDecimalText(off) && money.isZero(amount(off)));
  return unlessEmpty({
    base_amount: gross ?? numberBelow(price, "cbc:PriceAmount"),
    base_quantity: numberBelow(price, "cbc:BaseQuantity"),
    allowance: isDiscounted ? unlessEmpty({ amount: off, base_amount: gross }) : undefined,
  });
}

/** Built on first use, because building it takes 15 ms, and most runs do not convert a tree to a document. */
let countryNames: Intl.DisplayNames | undefined;

/** Returns the name of a country, which a request needs in addition to the code; UBL has only the code. */
function countryName(code: string | undefined): string | undefined {
  if (code === undefined || !/^[A-Z]{2}$/.test(code)) return undefined;
  countryNames ??= new Intl.DisplayNames(["en"], { type: "region" });
  const name = countryNames.of(code);
  return name === code ? undefined : name;
}

function vatScheme(party: UblElement): UblElement | undefined {
  const schemes = party.all("cac:PartyTaxScheme");
  return schemes.find((each) => textBelow(each, "cac:TaxScheme", "cbc:ID") === "VAT") ?? schemes[0];
}

function readVatNumber(party: UblElement): Party["party_tax_scheme"] {
  const scheme = vatScheme(party);
  return unlessEmpty({
    company_id: textBelow(scheme, "cbc:CompanyID"),
    tax_scheme: textBelow(scheme, "cac:TaxScheme", "cbc:ID"),
  });
}

/** Reads a TIN, which has no element of its own: it is the UAE network address, or the beginning of the TRN. */
function readTin(party: UblElement): string | undefined {
  if (textBelow(party, "cac:PostalAddress", "cac:Country", "cbc:IdentificationCode") !== "AE") return undefined;
  const endpoint = textBelow(party, "cbc:EndpointID") ?? "";
  if (attributeAt(party, "schemeID", "cbc:EndpointID") === "0235" && /^1\d{9}$/.test(endpoint)) return endpoint;
  const trn = textBelow(vatScheme(party), "cbc:CompanyID") ?? "";
  return /^1\d{12}0[13]$/.test(trn) ? trn.slice(0, 10) : undefined;
}

function unlessZero(text: string | undefined): string | undefined {
  return text !== undefined && isDecimalText(text) && money.isZero(amount(text)) ? undefined : text;
}

function readAttachment(reference: UblElement): Attachment | [] {
  const object = ["cac:Attachment", "cbc:EmbeddedDocumentBinaryObject"];
  const content = textBelow(reference, ...object);
  if (content === undefined) return [];
  return {
    file_name: attributeAt(reference, "filename", ...object) ?? textBelow(reference, "cbc:ID"),
    file_type: attributeAt(reference, "mimeCode", ...object),
    file_content: content.replace(/\s+/g, ""),
  };
}
