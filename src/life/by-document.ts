import { type JournalNote, notesOfType } from "../journal/index.ts";

export interface DocumentName {
  readonly account: string;
  readonly id: string;
}

/** Groups notes by document, oldest first. Skips notes that `read` rejects. */
export function byDocument<T extends { readonly at: string }>(
  notes: readonly JournalNote[],
  type: string,
  read: (data: Readonly<Record<string, unknown>>, at: string) => T | undefined,
): { of(document: DocumentName): readonly T[]; readonly documents: readonly DocumentName[] } {
  const found = new Map<string, { readonly document: DocumentName; readonly said: T[] }>();
  const keyOf = ({ account, id }: DocumentName): string => JSON.stringify([account, id]);
  for (const { data, at } of notesOfType(notes, type)) {
    const said = read(data, at);
    if (said === undefined) continue;
    const document = { account: String(data.account), id: String(data.id) };
    const known = found.get(keyOf(document)) ?? { document, said: [] };
    known.said.push(said);
    found.set(keyOf(document), known);
  }
  return {
    of: (document) => found.get(keyOf(document))?.said ?? [],
    documents: [...found.values()].map(({ document }) => document),
  };
}
