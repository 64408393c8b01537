import { statusName } from "../states/index.ts";
import type { StatusLeg } from "./answers/snapshot.ts";

/** The statements that accept (`yes`) or reject (`no`) the document, such as `the participant status says REJECTED`. */
export interface SideSays {
  readonly yes: readonly string[];
  readonly no: readonly string[];
}

/** The supplier's side (C3) and the tax authority (C5). */
export interface BothSides {
  readonly c3: SideSays;
  readonly c5: SideSays;
  /**
   * True if there is neither a status nor a leg for the supplier's side, although there is a leg to the tax authority:
   * the document has been reported but not delivered over Peppol.
   */
  readonly undelivered: boolean;
}

/**
 * Whether a document was delivered over Peppol. False only if the tax authority accepted it and there is neither a
 * status nor a leg for the supplier's side; undefined if nothing is certain, because a missing leg may still appear.
 */
export function deliveryTold(
  overallStatus: string | undefined,
  sides: { readonly participant?: string | undefined; readonly fta?: string | undefined },
  legs: { readonly toC3?: StatusLeg | undefined; readonly toC5?: StatusLeg | undefined } = {},
): boolean | undefined {
  if (overallStatus !== undefined && overallStatus !== statusName.approved) return undefined;
  const { c3, c5 } = bothSides(sides, legs);
  if (c3.yes.length > 0) return true;
  const isSilent = sides.participant === undefined && legs.toC3 === undefined;
  return isSilent && c5.yes.length > 0 && c5.no.length === 0 ? false : undefined;
}

const yesWords = /^(?:APPROVED|ACCEPTED|AP)$/i;
const noWords = /^(?:REJECTED|RE)$/i;

/**
 * Collects the states of the two sides from the document and its legs. All of them count, so that contradictions are
 * detected; unknown values are ignored. Source: contract §8.1, §9.
 */
export function bothSides(
  sides: { readonly participant?: string | undefined; readonly fta?: string | undefined },
  legs: { readonly toC3?: StatusLeg | undefined; readonly toC5?: StatusLeg | undefined } = {},
): BothSides {
  return {
    c3: sideSays("participant status", sides.participant, "leg to the supplier's side", legs.toC3),
    c5: sideSays("FTA status", sides.fta, "leg to the tax authority", legs.toC5),
    undelivered: sides.participant === undefined && legs.toC3 === undefined && legs.toC5 !== undefined,
  };
}

function sideSays(
  statusName: string,
  status: string | undefined,
  legName: string,
  leg: StatusLeg | undefined,
): SideSays {
  const words: [string, string | undefined][] = [
    [`the ${statusName}`, status],
    [`the ${legName}`, leg?.status],
    [`the answer (MLS) of the ${legName}`, leg?.mlsResponse?.responseCode],
  ];
  const matching = (pattern: RegExp): string[] =>
    words.flatMap(([where, word]) => (word !== undefined && pattern.test(word) ? [`${where} says ${word}`] : []));
  return { yes: matching(yesWords), no: matching(noWords) };
}

/** Whether the status is APPROVED although one side rejected the document. Such a status must not be relied on. */
export function isContradicted(overallStatus: string | undefined, { c3, c5 }: BothSides): boolean {
  return overallStatus === statusName.approved && c3.no.length + c5.no.length > 0;
}
