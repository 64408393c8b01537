import type { KeptBook } from "../../desk/index.ts";
import { map } from "../../problem/index.ts";
import { openItems } from "./book/index.ts";

/** The item book, which goes along to another computer. */
export const itemBookAlong: KeptBook = {
  name: "items",
  called: "item book",
  entry: "item",
  open: (folders) => map(openItems(folders), ({ path, items }) => ({ path, entries: items.length })),
};
