import type { Desk } from "../../../desk/index.ts";
import type { ServiceProfile } from "../../../settings/index.ts";
import type { Remarks } from "../check-documents.ts";
import { changedSupplier } from "./changed-supplier.ts";
import { correctedDocument } from "./corrected-document.ts";
import { editedFile } from "./edited-file.ts";
import { lookAlike } from "./look-alike.ts";
import { numberElsewhere } from "./number-elsewhere.ts";
import { repeatedAmount } from "./repeated-amount.ts";
import { repeatedNumber } from "./repeated-number.ts";
import { sameSupply } from "./same-supply.ts";
import { supplierHistory } from "./supplier-history.ts";
import type { Warning } from "./warning.ts";

/** What is remarked about a supplier, compared with the book, the journal and the run. */
const ofSupplier: readonly Warning[] = [changedSupplier, editedFile, numberElsewhere, repeatedAmount, lookAlike];

/** Everything that is remarked about a document before it is sent, in this order. */
export const warnings: readonly Warning[] = [sameSupply, repeatedNumber, correctedDocument, ...ofSupplier];

interface Besides {
  /** Remarks of the caller, which come first. */
  readonly more?: Remarks | undefined;
  readonly partOf?: readonly string[];
}

/** Returns what remarks on each document of a run that is sent, or may be sent later, with this profile. */
export function warningsOf(profile: ServiceProfile | undefined, desk: Desk, { more, partOf }: Besides = {}): Remarks {
  const all = begun(warnings, profile, desk, { partOf });
  return async (each) => [...((await more?.(each)) ?? []), ...(await all(each))];
}

/** Returns the remarks for documents that are only checked: from the run and the supplier book, without a journal. */
export function warningsOfCheck(desk: Desk): Remarks {
  return warningsOf(undefined, desk);
}

/** Returns the remarks about suppliers alone. `instead` is the id of the document that this run replaces. */
export function supplierWarnings(profile: ServiceProfile | undefined, desk: Desk, instead?: string): Remarks {
  return begun(ofSupplier, profile, desk, { instead });
}

function begun(
  list: readonly Warning[],
  profile: ServiceProfile | undefined,
  desk: Desk,
  { partOf, instead }: { readonly partOf?: readonly string[] | undefined; readonly instead?: string | undefined },
): Remarks {
  const history = supplierHistory(profile, desk, instead);
  const asked = list.map(({ begin }) => begin({ profile, desk, partOf, history }));
  return async (prepared) => {
    const found = [];
    for (const remarks of asked) found.push(...(await remarks(prepared)));
    return found;
  };
}
