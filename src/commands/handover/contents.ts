import { readPrivateFile } from "../../settings/index.ts";

/** The books that are one file each, by the names that they go by on their way. */
export const books = { suppliers: "supplier book", items: "item book" } as const;
export type BookName = keyof typeof books;

/** Largest book that is taken, in bytes. */
export const mostOfBook = 16_000_000;

/** Parts of a handover by name; drafts and maps have the name of their file behind these. */
export const part = { profiles: "profiles", drafts: "draft/", maps: "map/" } as const;

/** A book as it is in its file; empty without a file. Throws the file system's error. */
export function textOfBook(path: string): string {
  const found = readPrivateFile(path, { bytes: mostOfBook, demand: "unforged" });
  if (found !== undefined && "distrust" in found) throw new Error(found.distrust);
  return found?.text ?? "";
}

/** The parts whose names begin so, by the rest of their names. */
export function partsOf(along: ReadonlyMap<string, string>, prefix: string): [name: string, text: string][] {
  return [...along].flatMap(([name, text]): [string, string][] =>
    name.startsWith(prefix) ? [[name.slice(prefix.length), text]] : [],
  );
}

/** How many there are, for people. */
export function countOf(count: number, one: string): string {
  return count === 1 ? `1 ${one}` : `${count.toLocaleString("en")} ${one}s`;
}
