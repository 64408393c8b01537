import { type EditionId, editions } from "../../src/document/index.ts";
import type { Given } from "./rule-cases.ts";

/** A document about which an edition and the one after it disagree. */
export interface Changed {
  readonly given: Given;
  /** What the rule said by the earlier of the two; the later one says the opposite. */
  readonly was: "held" | "broken";
}

/** What the edition after this one changed, by rule id: each document under a name that says what is special about it. */
export type EditionCases = Readonly<Record<string, Readonly<Record<string, Changed>>>>;

export function held(given: Given): Changed {
  return { given, was: "held" };
}

export function broken(given: Given): Changed {
  return { given, was: "broken" };
}

/** The cases of every edition but the newest. */
export async function editionCases(): Promise<ReadonlyMap<EditionId, EditionCases>> {
  const found = new Map<EditionId, EditionCases>();
  for (const { id } of editions.slice(0, -1)) {
    const module = (await import(new URL(`../check/editions/${id}.cases.ts`, import.meta.url).href)) as {
      cases: EditionCases;
    };
    found.set(id, module.cases);
  }
  return found;
}
