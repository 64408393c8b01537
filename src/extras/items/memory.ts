import type { WizardPart } from "../../commands/new/wizard-facts.ts";
import type { Desk } from "../../desk/index.ts";
import type { Party } from "../../document/index.ts";

import { ok, type Result, suggest } from "../../problem/index.ts";
import type { ServiceProfile } from "../../settings/index.ts";
import type { ItemMemory, KnownItem } from "../../wizard/index.ts";
import { changeItems, type Item, ItemIndex, itemNameKey, mergedItem, supplierNamesIn } from "./book/index.ts";
import { openedItems } from "./opened.ts";
import { itemQuestion, keptItems, knownItemWords } from "./question.ts";
import { type SentItem, sentItems } from "./sent.ts";

/** What the questions of a document remember of items. */
export const wizardPart: WizardPart = {
  items: (profile, desk): ItemMemory => ({
    named: itemsKnown(profile, desk),
    says: knownItemWords,
    isSameName: (one, other) => itemNameKey(one) === itemNameKey(other),
    question: itemQuestion,
    chosen: keptItems,
    keep: (items) => keepItems(items, desk),
  }),
};

/**
 * Returns a function that searches the item book, then sent documents; reads both on first use. Read errors do not stop
 * the wizard.
 */
function itemsKnown(
  profile: ServiceProfile | undefined,
  desk: Desk,
): (name: string, supplier: Party | undefined) => Promise<KnownItem | undefined> {
  const read = async () => {
    const [book, suppliers] = [await openedItems(desk), await desk.suppliers()];
    const namesOf = supplierNamesIn(suppliers.ok ? suppliers.value.suppliers : []);
    const sent = await sentItems(profile, namesOf, desk);
    return {
      namesOf,
      book: new ItemIndex<Item>(book.ok ? book.value.items : []),
      sent: sent.ok ? sent.value : new ItemIndex<SentItem>(),
    };
  };
  let reading: ReturnType<typeof read> | undefined;
  return async (name, supplier) => {
    reading ??= read();
    const { namesOf, book, sent } = await reading;
    const asked = { names: [name], supplier: namesOf(supplier) };
    const kept = book.find(asked);
    if (kept.is !== "none") return kept.is === "same" ? { item: kept.entry } : undefined;
    const before = sent.find(asked);
    if (before.is !== "same") return undefined;
    const { document, issued, ...item } = before.entry;
    return { item, sent: `${document} of ${issued}` };
  };
}

/** Adds the items to the item book, or completes their existing entries. */
async function keepItems(items: readonly Item[], desk: Desk): Promise<Result<unknown>> {
  if (items.length === 0) return ok(undefined);
  const settings = await desk.settings();
  if (!settings.ok) return settings;
  const saved = changeItems(settings.value.folders, (book) => {
    const index = new ItemIndex(book.items);
    const gone = new Set<Item>();
    const kept = items.map((item) => {
      const names = item.name === undefined ? [] : [item.name];
      const found = index.find({ code: item.code, names, supplier: new Set() });
      if (found.is !== "same") return item;
      gone.add(found.entry);
      return mergedItem(found.entry, { ...item, name: found.entry.name });
    });
    return ok([...book.items.filter((each) => !gone.has(each)), ...kept]);
  });
  if (!saved.ok) return saved;
  const many = items.length === 1 ? "1 item is" : `${items.length} items are`;
  desk.say(`✓ ${many} in your item book: ${suggest`items list`}`);
  return saved;
}
