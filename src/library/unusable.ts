import { serviceVersions } from "../contract/index.ts";
import { checkFields, type DocumentKind, type SelfBilledDocument } from "../document/index.ts";
import { problem } from "../problem/index.ts";
import { findingOf, placed } from "./finding.ts";
import type { Plain } from "./plain.ts";
import type { Finding } from "./types.ts";

/**
 * Returns the errors that make a document unusable: a wrong structure, amounts that are not numbers, and every error of
 * a needed field: missing, or not one of its codes.
 */
export function unusableFields(
  document: SelfBilledDocument,
  kind: DocumentKind,
  place: Plain["place"],
  isNeeded: (path: string) => boolean = () => false,
): Finding[] {
  const found = checkFields(document, { kind, version: serviceVersions.stable })
    .filter(({ spoils, path }) => spoils !== undefined || isNeeded(path))
    .map(({ code, message, hint, path }) => findingOf(problem(code, message, hint, { where: { path } })));
  return placed(found, place);
}

const inSums =
  /^(?:document_lines|tax_exchange_rate(?:\.calculation_rate)?)$|\.(?:quantity|price(?:\.base_amount)?|amount|(?:classified_)?tax_category(?:\.(?:id|percent))?)$/;

/** Whether the totals would be meaningless without this field. */
export const isInSums = (path: string): boolean => inSums.test(path);
