import { check, rulesOf } from "../../check/index.ts";
import {
  type BusinessProfile,
  customerPartyOf,
  type DocumentKind,
  type EditionId,
  editionInForce,
  gulfDay,
  type SelfBilledDocument,
} from "../../document/index.ts";
import { toUbl, type UblElement } from "../../ubl/index.ts";
import type { Services } from "../endpoint.ts";
import type { ValidationEntry } from "../state.ts";
import type { StoredDocument } from "./stored-document.ts";

/** Returns the UBL as the network receives it. */
export function treeOf(
  kind: DocumentKind,
  document: SelfBilledDocument,
  uuid: string,
  profile: BusinessProfile,
): UblElement {
  return toUbl(document, { kind, uuid, customer: customerPartyOf(profile) });
}

/** Returns the edition from the settings, or else the one in force (Decision 39). */
export function editionNow({ settings, now }: Pick<Services, "settings" | "now">): EditionId {
  return settings.rulesEdition ?? editionInForce(gulfDay(new Date(now()))).id;
}

/**
 * Returns the broken rules in the service's wording (contract §8.1); empty if the document passes. The network does not
 * apply selfbill's own checks.
 */
export function networkFailures(tree: UblElement, edition: EditionId): ValidationEntry[] {
  return check(tree, { edition, rules: rulesOf(edition).official })
    .filter((finding) => finding.flag === "fatal")
    .map(({ flag, id, text, location, test }) => ({ flag, reasonCode: id, text, location, test }));
}

/** Returns the UBL of a stored document, including its attachments. */
export function storedTree(
  stored: StoredDocument,
  { store, profileOf }: Pick<Services, "store" | "profileOf">,
): UblElement {
  const profile = profileOf(stored.profileId);
  if (!profile) throw new Error("selfbill has an internal error: a stored document of an unknown profile");
  return treeOf(stored.kind, store.withContents(stored), stored.id, profile);
}
