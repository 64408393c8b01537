import type { Desk } from "../../../desk/index.ts";
import { foldedName, nameSkeleton, oneLetterApart, plainName } from "../../../document/index.ts";
import type { Sendable } from "../../../prepare/index.ts";
import { type Problem, problem } from "../../../problem/index.ts";
import { identityOf, type SupplierIdentity } from "../../../suppliers/index.ts";
import type { SentSuppliers } from "./sent-suppliers.ts";
import type { WithHistory } from "./supplier-history.ts";
import type { Warning } from "./warning.ts";

interface KnownName {
  readonly name: string;
  readonly trn: string;
}

/** A name that only looks like one in the book or in sent documents; `supplier-changed` where another company has it. */
export const lookAlike: Warning = {
  name: "look-alike",
  begin:
    ({ history, desk }) =>
    async (prepared) =>
      likeKnownName(await history(prepared), desk),
};

async function likeKnownName(found: WithHistory | undefined, desk: Desk): Promise<Problem[]> {
  if (found === undefined) return [];
  const { prepared, identity, known: sent } = found;
  if (identity.name === "" || (await sent?.knowsPair(identity))) return [];
  for (const known of await knownNames(identity, sent, desk)) {
    const found = comparedWith(known, identity, prepared);
    if (found) return [found];
  }
  return [];
}

async function knownNames(
  identity: SupplierIdentity,
  sent: SentSuppliers | undefined,
  desk: Desk,
): Promise<KnownName[]> {
  const names = new Map<string, KnownName>();
  for (const supplier of (await sent?.namedLike(identity.name)) ?? [])
    names.set(JSON.stringify([supplier.name, supplier.trn]), supplier);
  const book = await desk.suppliers();
  for (const entry of book.ok ? book.value.suppliers : []) {
    const known = identityOf(entry);
    // The same name and TRN certainly mean the same supplier.
    if (foldedName(known.name) === foldedName(identity.name) && known.trn === identity.trn) return [];
    names.set(JSON.stringify([known.name, known.trn]), known);
  }
  return [...names.values()].filter(({ name }) => name !== "");
}

function comparedWith(known: KnownName, identity: SupplierIdentity, { spot, file }: Sendable): Problem | undefined {
  const { name, trn } = identity;
  if (foldedName(known.name) === foldedName(name)) return undefined; // its TRN is compared elsewhere
  const [here, there] = [nameSkeleton(name), nameSkeleton(known.name)];
  if (here !== there && !oneLetterApart(here, there)) return undefined;
  const where = spot("accounting_supplier_party.party_name") ?? { file };
  const spelling = here === there && plainName(name) === plainName(known.name);
  if (known.trn === trn) {
    if (spelling) return undefined;
    const message = `The supplier ${name} has the TRN of ${known.name}, and a name that only looks like it.`;
    const hint =
      "Compare the name with the trade licence. If it is a typing error, correct it; if not, call the supplier on a telephone number that you knew before.";
    return problem("name-look-alike", message, hint, { severity: "warning", where });
  }
  const message = `THE NAME ${name} LOOKS LIKE ${known.name}, a known supplier with ${known.trn === "" ? "no TRN" : `the TRN ${known.trn}`}; here it is ${trn || "missing"}.`;
  const hint =
    "Call the supplier that you know, on a telephone number that you knew before. If this is another company, answer yes, or add --accept-changed-supplier.";
  return problem("supplier-changed", message, hint, { severity: "warning", where });
}
