import {
  type BusinessProfile,
  customerPartyOf,
  type DocumentKind,
  type SelfBilledDocument,
} from "../document/index.ts";
import { toUbl, type UblElement } from "../ubl/index.ts";
import { uuidFrom } from "./fingerprint.ts";

/** Returns the tree of a document that was sent before; its UUID is derived from the sent `bodyText`. */
export function sentTree(
  document: SelfBilledDocument,
  kind: DocumentKind,
  bodyText: string,
  customer: BusinessProfile | undefined,
): UblElement {
  return toUbl(document, { kind, customer: customer && customerPartyOf(customer), uuid: uuidFrom(bodyText) });
}
