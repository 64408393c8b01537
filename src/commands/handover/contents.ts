import { readPrivateFile } from "../../settings/index.ts";

/** The books that are one file each, by their names in a handover. */
export const books = { suppliers: "supplier book", items: "item book" } as const;
export type BookName = keyof typeof books;

/** Maximum size of a book, in bytes. */
export const mostOfBook = 16_000_000;

/** Names of the parts of a handover; drafts and maps have their file name appended. */
export const part = { profiles: "profiles", drafts: "draft/", maps: "map/" } as const;

/** Returns the text of a book's file; empty without a file. Throws the file system's error. */
export function textOfBook(path: string): string {
  const found = readPrivateFile(path, { bytes: mostOfBook, demand: "unforged" });
  if (found !== undefined && "distrust" in found) throw new Error(found.distrust);
  return found?.text ?? "";
}

/** Returns the parts whose names have a prefix, by the rest of their names. */
export function partsOf(along: ReadonlyMap<string, string>, prefix: string): [name: string, text: string][] {
  return [...along].flatMap(([name, text]): [string, string][] =>
    name.startsWith(prefix) ? [[name.slice(prefix.length), text]] : [],
  );
}

/** Formats a count with its noun, for display. */
export function countOf(count: number, one: string): string {
  return count === 1 ? `1 ${one}` : `${count.toLocaleString("en")} ${one}s`;
}
