import type { Books } from "../../desk/index.ts";
import type { Result } from "../../problem/index.ts";
import { type ItemBook, openItems } from "./book/index.ts";

/** Opens the item book of the settings in use. Problems: any settings problem, `items-broken`. */
export async function openedItems(books: Pick<Books, "settings">): Promise<Result<ItemBook>> {
  const settings = await books.settings();
  return settings.ok ? openItems(settings.value.folders) : settings;
}
