import type { Desk, KeptBook } from "../../desk/index.ts";
import { map, ok, type Result } from "../../problem/index.ts";
import { type Folders, readPrivateFile } from "../../settings/index.ts";
import { openBook } from "../../suppliers/index.ts";

const supplierBook: KeptBook = {
  name: "suppliers",
  called: "supplier book",
  entry: "supplier",
  open: (folders) => map(openBook(folders), ({ path, suppliers }) => ({ path, entries: suppliers.length })),
};

export interface OpenedBook extends Omit<KeptBook, "open"> {
  readonly path: string;
  readonly entries: number;
}

/** Opens the books that consist of a single file; the extras have some. Problems: any problem from reading a book. */
export async function openBooks(folders: Folders, { hooks }: Desk): Promise<Result<readonly OpenedBook[]>> {
  const opened: OpenedBook[] = [];
  for (const { open, ...book } of [supplierBook, ...(await hooks.parts<KeptBook>("handover"))]) {
    const found = open(folders);
    if (!found.ok) return found;
    opened.push({ ...book, ...found.value });
  }
  return ok(opened);
}

/** Returns the numbers of entries, by the name of the book. */
export function entriesIn(books: readonly OpenedBook[]): Record<string, number> {
  return { suppliers: 0, items: 0, ...Object.fromEntries(books.map(({ name, entries }) => [name, entries])) };
}

/** Maximum size of a book, in bytes. */
export const mostOfBook = 16_000_000;

export const part = { profiles: "profiles", drafts: "draft/", maps: "map/" } as const;

/** Returns the text of a book; empty if the file does not exist. Throws other file system errors. */
export function textOfBook(path: string): string {
  const found = readPrivateFile(path, { bytes: mostOfBook, demand: "unforged" });
  if (found !== undefined && "distrust" in found) throw new Error(found.distrust);
  return found?.text ?? "";
}

/** Returns the parts whose names begin with the prefix; the returned names exclude it. */
export function partsOf(along: ReadonlyMap<string, string>, prefix: string): [name: string, text: string][] {
  return [...along].flatMap(([name, text]): [string, string][] =>
    name.startsWith(prefix) ? [[name.slice(prefix.length), text]] : [],
  );
}

/** Returns the count with its noun, such as `2 drafts`. */
export function countOf(count: number, one: string): string {
  return count === 1 ? `1 ${one}` : `${count.toLocaleString("en")} ${one}s`;
}
