import { type DocumentKind, documentKinds, isDay, type SelfBilledDocument } from "../../document/index.ts";
import type { DocumentFault } from "../rule.ts";

export type SupplyPlace = DocumentFault;

/** A line, as far as tax law looks at it. */
export interface SuppliedLine {
  /** HS code, digits only; "" if the line has none. */
  readonly hs: string;
  /** Service accounting code; "" if the line has none. */
  readonly sac: string;
  readonly goods: boolean;
  readonly service: boolean;
  /** Name, description and note in lower case. Never the supplier's name, which says nothing of the supply. */
  readonly words: string;
  readonly category: string;
  readonly exemption: string;
  /** Kind of goods under the reverse charge. */
  readonly nature: string;
  readonly period: Period;
  readonly at: { readonly category: SupplyPlace; readonly nature: SupplyPlace; readonly item: SupplyPlace };
}

interface Period {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** What tax law looks at in a document, whoever wrote it. */
export interface LawSupply {
  /** The day of supply: delivery, else the end of the period, else the issue date. */
  readonly day: string | undefined;
  readonly issued: string | undefined;
  readonly period: Period;
  readonly lines: readonly SuppliedLine[];
  readonly supplier: {
    readonly country: string;
    readonly hasTrn: boolean;
    /** Emirates ID or passport: a natural person. */
    readonly person: boolean;
    readonly at: SupplyPlace;
  };
  /** Country to which the goods go; "" if the document does not say. */
  readonly deliveredTo: string;
  readonly flag: (position: number) => boolean;
  readonly at: (path: string, location: string) => SupplyPlace;
}

const known = new WeakMap<SelfBilledDocument, LawSupply>();

/** Reads a document once for all facts. Missing or malformed fields are read as absent; their own rules tell them. */
export function supplyOf(document: SelfBilledDocument, kind: DocumentKind): LawSupply {
  const before = known.get(document);
  if (before !== undefined) return before;
  const supply = readSupply(document, kind);
  known.set(document, supply);
  return supply;
}

function readSupply(document: SelfBilledDocument, kind: DocumentKind): LawSupply {
  const { root } = documentKinds[kind];
  const at = (path: string, location: string): SupplyPlace => ({ path, location: `/${root}/${location}` });
  const supplier = document.accounting_supplier_party ?? {};
  const flags = text(document.profile_execution_id);
  const period = periodOf(document.invoice_period);
  const issued = dayIn(document.issue_date);
  const delivered = dayIn(document.delivery?.actual_delivery_date);
  return {
    day: delivered ?? period.to ?? period.from ?? issued,
    issued,
    period,
    lines: (document.document_lines ?? []).map((line, index) => lineOf(line, index, kind)),
    supplier: {
      country: text(supplier.postal_address?.country_code),
      hasTrn: /^1\d{12}0[13]$/.test(text(supplier.party_tax_scheme?.company_id)),
      person: ["EID", "PAS"].includes(text(supplier.scheme_agency_id)),
      at: at("accounting_supplier_party.postal_address", "cac:AccountingSupplierParty/cac:Party/cac:PostalAddress"),
    },
    deliveredTo: text(document.delivery?.delivery_location?.address?.country_code),
    flag: (position) => /^[01]{8}$/.test(flags) && flags[position - 1] === "1",
    at,
  };
}

type Line = NonNullable<SelfBilledDocument["document_lines"]>[number];

function lineOf(line: Line, index: number, kind: DocumentKind): SuppliedLine {
  const { root, line: element } = documentKinds[kind];
  const { commodity_classification: item = {}, classified_tax_category: category = {} } = line;
  const hs = text(item.item_classification_code).replace(/\D/g, "");
  const sac = (line.additional_item_identification ?? []).map(({ id }) => text(id)).find((id) => id !== "") ?? "";
  const type = text(item.commodity_code);
  const below = (path: string, location: string): SupplyPlace => ({
    path: `document_lines[${index}].${path}`,
    location: `/${root}/${element}[${index + 1}]/cac:Item/${location}`,
  });
  return {
    ...{ hs, sac },
    goods: type === "G" || type === "B" || (type === "" && hs !== ""),
    service: type === "S" || (type === "" && hs === "" && sac !== ""),
    words: [line.name, line.description, line.note].map(text).join(" \n ").toLowerCase(),
    category: text(category.id),
    exemption: text(category.tax_exemption_reason_code),
    nature: text(item.nature_code),
    period: periodOf(line.invoice_period),
    at: {
      category: below("classified_tax_category.id", "cac:ClassifiedTaxCategory/cbc:ID"),
      nature: below("commodity_classification.nature_code", "cac:CommodityClassification/cbc:NatureCode"),
      item: below(
        "commodity_classification.item_classification_code",
        "cac:CommodityClassification/cbc:ItemClassificationCode",
      ),
    },
  };
}

const text = (value: unknown): string => (typeof value === "string" ? value.trim() : "");
const dayIn = (value: unknown): string | undefined => (isDay(value) ? (value as string) : undefined);

function periodOf(period: SelfBilledDocument["invoice_period"]): Period {
  return { from: dayIn(period?.start_date), to: dayIn(period?.end_date) };
}
