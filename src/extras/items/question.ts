import { hasFlag } from "../../document/index.ts";
import type { KnownItem, Question, QuestionContext } from "../../wizard/index.ts";
import { type Item, ItemIndex, itemNameKey, itemOfLine, itemWords, mergedItem } from "./book/index.ts";

export function knownItemWords({ item, sent }: KnownItem): string[] {
  const words = itemWords(item);
  if (words === "") return [];
  return [
    sent === undefined
      ? `Your item book has: ${words}.`
      : `The same item was sent with ${sent} as: ${words}. Press Enter at each question to take it again.`,
  ];
}

function knownItem({ answer }: QuestionContext, index: number): KnownItem | undefined {
  const name = answer(`lines[${index}].name`);
  return typeof name === "object" && "found" in name && "item" in name.found ? name.found : undefined;
}

/** Returns the items that are missing from the item book or differ from it, by name. */
function newItems(context: QuestionContext): ReadonlyMap<string, Item> {
  const index = new ItemIndex<Item>();
  const found = new Map<string, Item>();
  const { profile_execution_id: flags } = context.document;
  for (const [at, line] of (context.document.document_lines ?? []).entries()) {
    const { name, hs, sac, ...more } = itemOfLine(line);
    if (name === undefined || itemNameKey(name) === "" || (hs ?? sac) === undefined) continue;
    const known = knownItem(context, at);
    const before: Item = known?.sent === undefined ? (known?.item ?? {}) : {};
    // Under the margin scheme and for exports, the VAT category belongs to the document, not to the item.
    const { vat, exemption, nature, ...plain } = more;
    const category = hasFlag(flags, 3) || hasFlag(flags, 8) ? {} : { vat, exemption, nature };
    const item = mergedItem({ name, ...before }, { ...plain, hs, sac, ...category });
    const isSame = JSON.stringify(item) === JSON.stringify(mergedItem({}, before));
    if (isSame || index.find({ names: [name], supplier: new Set() }).is !== "none") continue;
    index.add({ name });
    found.set(name, item);
  }
  return found;
}

/** Asks which new items to keep in the item book; asked once, after the lines. */
export const itemQuestion: Question = {
  id: "items.keep",
  part: "Item book",
  form: "tick",
  asks: "Keep in your item book",
  help: "Their codes, units and VAT are then offered for the same items, in spreadsheets too. Remove the tick of what is not to be kept.",
  explains:
    "The item book keeps what you typed of an item, so that the next document and spreadsheets have it by its name. Example: Ceramic floor tile 60x60 with its HS code, box, standard rate.",
  when: (context) => newItems(context).size > 0,
  choices: (context) =>
    [...newItems(context)].map(([name, item]) => ({ value: name, name: `${name}: ${itemWords(item)}`, short: name })),
  usual: (context) => [...newItems(context).keys()],
};

export function keptItems(context: QuestionContext): readonly Item[] {
  const ticked = context.ticked(itemQuestion.id);
  return [...newItems(context)].flatMap(([name, item]) => (ticked.includes(name) ? [item] : []));
}
