/**
 * Document ⇄ the UBL 2.1 tree ⇄ XML. Elements are small and store the field they came from; their order is defined as
 * data. The rules are in `check`.
 */

export type { BusinessProcess } from "./business-process.ts";
export { decodeXml, maxXmlBytes } from "./decode-xml.ts";
export { documentIn, type FoundDocument } from "./document-in.ts";
export { type Attributes, UblElement } from "./element.ts";
export { toUbl, type UblOptions } from "./from-document.ts";
export { interned } from "./interned.ts";
export { type LeftOver, leftOver } from "./left-over.ts";
export { aggregates, membersIn } from "./order.ts";
export { type Participant, type Participants, participantsOf } from "./participants.ts";
export { documentPathOf, elementAt, Locations, locationOf } from "./place.ts";
export { readAnyXml, readXml, readXmlText } from "./read-xml.ts";
export { type TaxDataOptions, taxDataIdentifiers, toTaxData } from "./tax-data.ts";
export { kindOfTree, toDocument } from "./to-document.ts";
export { toXml } from "./to-xml.ts";
