import { keptDocument } from "../../contract/index.ts";
import type { Desk } from "../../desk/index.ts";
import { hasFlag, type SelfBilledDocument } from "../../document/index.ts";
import { ok, type Result } from "../../problem/index.ts";
import type { ServiceProfile } from "../../settings/index.ts";
import { type AskedItem, askedItem, type Item, ItemIndex, itemOfLine, type SupplierNamesOf } from "./book/index.ts";

export interface SentItem extends Item {
  /** Number and issue date of the latest document with the item. */
  readonly document: string;
  readonly issued: string;
}

const most = 1_000;

/** Returns the items in the latest documents; none if nothing was sent. Problems: any journal problem. */
export async function sentItems(
  profile: ServiceProfile | undefined,
  namesOf: SupplierNamesOf,
  desk: Desk,
): Promise<Result<ItemIndex<SentItem>>> {
  const index = new ItemIndex<SentItem>();
  const isNew = await desk.journalIsNew();
  if (!isNew.ok) return isNew;
  const account = await desk.account(profile);
  if (isNew.value || account === undefined) return ok(index);
  const journal = await desk.journal();
  if (!journal.ok) return journal;
  const wanted = { account, states: ["created"] } as const;
  const found = await journal.value.tries.page(wanted, { before: Number.MAX_SAFE_INTEGER }, most);
  if (!found.ok) return found;
  for (const { intent, documentNumber } of found.value) {
    const body = await journal.value.kept(intent.bodyHash);
    const sent = body.ok ? keptDocument(body.value, intent) : undefined;
    if (sent === undefined) continue;
    const source = { document: documentNumber ?? "", issued: intent.issueDate };
    for (const { item, asked } of itemsOf(sent, namesOf)) {
      if (isNews(item, asked, index)) index.add({ ...item, ...source });
    }
  }
  return ok(index);
}

function itemsOf(
  document: SelfBilledDocument,
  namesOf: SupplierNamesOf,
): { readonly item: Item; readonly asked: AskedItem }[] {
  const names = namesOf(document.accounting_supplier_party);
  const { party_name: legal, name = legal } = document.accounting_supplier_party ?? {};
  // For the margin scheme (3) and exports (8), the VAT category comes from the document, not from the item.
  const isSpecial = hasFlag(document.profile_execution_id, 3) || hasFlag(document.profile_execution_id, 8);
  return (document.document_lines ?? []).map((line) => {
    const { vat, ...item } = itemOfLine(line);
    return { item: { ...item, supplier: name, ...(isSpecial ? {} : { vat }) }, asked: askedItem(line, names) };
  });
}

/**
 * Whether no later document has the item. An item from another supplier counts as the same only if its codes are the
 * same.
 */
function isNews(item: Item, asked: AskedItem, index: ItemIndex<SentItem>): boolean {
  const found = index.find(asked);
  if (found.is !== "same") return found.is === "none";
  const { supplier, hs, sac } = found.entry;
  return supplier !== item.supplier && (hs !== item.hs || sac !== item.sac);
}
