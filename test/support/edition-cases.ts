import { type EditionId, editions } from "../../src/document/index.ts";
import type { Given } from "./rule-cases.ts";

/** A document on which an edition and the next one disagree. */
export interface Changed {
  readonly given: Given;
  /** The result in the earlier edition; the later one gives the opposite. */
  readonly was: "held" | "broken";
}

/** Documents, keyed by rule id and then by a descriptive name. */
export type EditionCases = Readonly<Record<string, Readonly<Record<string, Changed>>>>;

export function held(given: Given): Changed {
  return { given, was: "held" };
}

export function broken(given: Given): Changed {
  return { given, was: "broken" };
}

/** The cases of every edition except the newest. */
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
