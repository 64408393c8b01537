/**
 * The item book: goods and services bought, with HS or service code, unit, VAT and origin, and the matching of lines
 * to items. Reads and writes only the book's file; does not use a clock, and never chooses a code.
 */
export { changeItems, emptyItems, type ItemBook, itemBookText, itemNamed, itemsIn, openItems } from "./book.ts";
export {
  type DifferingItem,
  type FilledItem,
  type FillItems,
  type Filling,
  fillerOf,
  type UnclearItem,
} from "./fill.ts";
export {
  codeFault,
  type Item,
  type ItemField,
  itemCalled,
  itemFields,
  itemOfLine,
  itemTitle,
  itemWords,
  judgeItem,
  lackingOf,
  lackingWords,
  mergedItem,
  valueInWords,
} from "./item.ts";
export { itemNameKey } from "./name-key.ts";
export { type AskedItem, askedItem, ItemIndex, type ItemMatch } from "./same.ts";
export { type SupplierNamesOf, supplierNamesIn } from "./supplier-names.ts";
