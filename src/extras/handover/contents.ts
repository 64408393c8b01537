import { readPrivateFile } from "../../settings/index.ts";

/** Books that consist of a single file, by their names in a handover file. */
export const books = { suppliers: "supplier book", items: "item book" } as const;
export type BookName = keyof typeof books;

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
