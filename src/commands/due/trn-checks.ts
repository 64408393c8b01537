import type { Desk } from "../../desk/index.ts";
import { gulfDay } from "../../document/index.ts";
import type { Journal, OfAccounts } from "../../journal/index.ts";
import { mapAll, ok, type Result, suggest } from "../../problem/index.ts";
import type { DueItem } from "../../report/index.ts";
import { foldedName, identityOf, needsTrnCheck, type Supplier, trnCheckState } from "../../suppliers/index.ts";

/** Maximum number of suppliers named; further ones are only counted, and `suppliers list` shows all. */
const named = 5;
const day = 24 * 3600_000;

/**
 * Returns a row for suppliers whose TRN has not been verified within a year, if they are in a document from the last
 * year or in a file (`ofFiles`). Problem: `journal-unusable`.
 */
export async function trnCheckRows(
  suppliers: readonly Supplier[],
  ofFiles: readonly string[],
  { journal, account }: { readonly journal: Journal | undefined; readonly account: OfAccounts | undefined },
  desk: Desk,
): Promise<Result<DueItem[]>> {
  const today = gulfDay(desk.now());
  const since = new Date(desk.now().getTime() - 365 * day).toISOString();
  const inFiles = new Set(ofFiles.map(foldedName));
  const open = suppliers.filter((each) => needsTrnCheck(trnCheckState(each, today)));
  const found = await mapAll(open, async (each): Promise<Result<Supplier[]>> => {
    if (inFiles.has(foldedName(each.supplier))) return ok([each]);
    const wanted = { account, supplier: identityOf(each).trn, since, states: ["created"] } as const;
    const some = journal ? await journal.together.tries.page(wanted, { after: 0 }, 1) : ok([]);
    return some.ok ? ok(some.value.length > 0 ? [each] : []) : some;
  });
  if (!found.ok) return found;
  const due = found.value.flat();
  return ok(due.length === 0 ? [] : [rowOf(due, today)]);
}

function rowOf(due: readonly Supplier[], today: string): DueItem {
  const names = due.map(({ supplier }) => supplier);
  const more = names.length > named ? ` and ${names.length - named} more (${suggest`suppliers list`})` : "";
  const called = names.length === 1 ? (names[0] ?? "") : `${names.length} suppliers`;
  const changed = due.filter((each) => trnCheckState(each, today) === "void").length;
  const why = [
    `Nobody has recorded within a year that the TRN was looked up: ${names.slice(0, named).join(", ")}${more}.`,
    ...(changed === 0 ? [] : [`The TRN changed since it was looked up: ${changed} of them.`]),
    "Only a supplier with a valid TRN can be self-billed.",
  ];
  const todo = [
    "Look each TRN up on the web site of the tax authority, and keep a screenshot.",
    `Record it: ${suggest`suppliers checked NAME --by "TRN look-up of the authority" --file SCREENSHOT`}`,
  ];
  return { what: "trn-check", called, supplier: called, currency: "", payable: "", why, todo };
}
