import type { Desk } from "../../desk/index.ts";
import type { Party, SelfBilledDocument } from "../../document/index.ts";
import { ok, type Result } from "../../problem/index.ts";
import { networkAddress, type Reach, reachOf, type SupplierBook, unreachedSays } from "../../suppliers/index.ts";
import { handoversOf } from "./handed-over.ts";
import { journalIfAny } from "./journal-head.ts";

export type Reaches = (party: Party | undefined) => Reach;

/**
 * Returns a function that says whether the network can reach a party, judged by practice documents in practice mode and
 * by real documents otherwise. Problem: `journal-unusable`.
 */
export async function reachesOf(
  book: Pick<SupplierBook, "suppliers">,
  practice: boolean,
  desk: Desk,
): Promise<Result<Reaches>> {
  const words = new Map<string, (typeof book.suppliers)[number]["on_network"]>();
  for (const { on_network: word } of book.suppliers) {
    if (word && (words.get(word.address)?.date ?? "") <= word.date) words.set(word.address, word);
  }
  const journal = await journalIfAny(desk);
  if (!journal.ok) return journal;
  const heard = journal.value ? await handoversOf(journal.value) : ok(undefined);
  if (!heard.ok) return heard;
  return ok((party) => {
    const address = networkAddress(party) ?? "";
    return reachOf(party, { word: words.get(address), heard: heard.value?.address(address, practice) });
  });
}

/** Explains why the network cannot deliver a document; undefined if it can. */
export async function undelivered(
  { accounting_supplier_party: party, document_number: number }: SelfBilledDocument,
  practice: boolean,
  desk: Desk,
): Promise<string | undefined> {
  const reaches = await reachesNow(practice, desk);
  return unreachedSays(reaches(party), number?.trim() || "NUMBER");
}

/** If the facts cannot be read, treats them as unknown. */
export async function reachesNow(practice: boolean, desk: Desk): Promise<Reaches> {
  const book = await desk.suppliers();
  const found = await reachesOf(book.ok ? book.value : { suppliers: [] }, practice, desk);
  return found.ok ? found.value : (party) => reachOf(party, {});
}
