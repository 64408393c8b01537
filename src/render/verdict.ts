import { type BothSides, bothSides, isContradicted, isFatal, type SideSays } from "../contract/index.ts";
import { gulfTime } from "../document/index.ts";
import { suggest } from "../problem/index.ts";
import type { StatusResult } from "../report/index.ts";
import { overallState, statusName } from "../states/index.ts";
import { handedOverSays } from "./status-words.ts";

export interface Headline {
  readonly word: string;
  readonly sentence: string;
}

/**
 * Returns the overall status and a sentence about it. Never infers the status from the legs; shows an unknown status
 * unchanged. If the overall status and the two sides disagree, shows both.
 */
export function verdictOf(result: StatusResult): Headline {
  const { tellsOverall, overallStatus, kept } = result;
  if (!tellsOverall && kept !== undefined && overallStatus !== undefined && result.standing === "open")
    return { word: `${overallStatus} ${toldWhen(result)}`, sentence: heldThen(result) };
  if (!tellsOverall) return withoutOverall(result);
  const sides = bothSides(result.sides, result.snapshot);
  if (overallStatus === undefined) return result.isUnread ? notUnderstood : hasLegs(result) ? onlyLegsYet : noStatusYet;
  const state = overallState(overallStatus);
  return {
    word: overallStatus,
    sentence:
      state === undefined
        ? "selfbill does not know this status; it counts as not final. Ask the service what it means."
        : `${sentences[state.stage](sides, result)}${kept === undefined ? "" : ` (Told ${toldWhen(result, (time) => `, ${time}`)}.)`}`,
  };
}

/** `beside` puts the time after the words; within brackets it needs none of its own. */
function toldWhen({ kept }: StatusResult, beside = (time: string): string => ` (${time})`): string {
  const time = kept?.at === undefined ? "" : gulfTime(Date.parse(kept.at)).slice(0, "2026-06-20 09:01".length);
  return kept?.isFirst ? `when created${time === "" ? "" : beside(time)}` : `at ${time}`;
}

/** A status that is not final holds at its time; no verdict is made of the legs beside it. */
function heldThen(result: StatusResult): string {
  const legs = result.snapshot === undefined ? "" : " See delivery and tax report.";
  return `Overall: ${result.overallStatus} ${toldWhen(result)}; the service tells no later one.${legs}`;
}

/** For each stage, the function that writes its sentence from the two sides. */
const sentences = { pending, approved, rejected, failed } as const;

const noStatusYet: Headline = {
  word: "NO STATUS YET",
  sentence: "The service has no status yet. Check again later, or add --watch.",
};
const onlyLegsYet: Headline = {
  word: "NO OVERALL STATUS YET",
  sentence:
    "The service has no overall status yet. No verdict is made of the two sides below. Check again later, or add --watch.",
};
const notUnderstood: Headline = {
  word: "STATUS NOT UNDERSTOOD",
  sentence:
    "The service tells the status in a form that selfbill does not know; it counts as not final. What the service said is below.",
};

const isYes = ({ yes, no }: SideSays): boolean => yes.length > 0 && no.length === 0;
const isNo = ({ yes, no }: SideSays): boolean => no.length > 0 && yes.length === 0;
const listed = (clauses: readonly string[]): string => clauses.join(", ");

function approved(sides: BothSides, { asked, handedOver, findings }: StatusResult): string {
  const { c3, c5, undelivered } = sides;
  if (findings.some(({ result }) => isFatal(result)))
    return "The service says APPROVED, but also tells a fatal finding, below. Ask the service which holds before you count on it.";
  if (isContradicted(statusName.approved, sides))
    return `The service says APPROVED, but ${listed([...c3.no, ...c5.no])}. Ask the service which holds before you count on it.`;
  if (undelivered && isYes(c5)) {
    const not = "It was reported to the tax authority. The document was not delivered over Peppol";
    return handedOver === undefined
      ? `${not}: give the supplier a copy yourself. When it has one: ${suggest`suppliers handed-over ${asked} --by mail`}`
      : `${not}; it was ${handedOverSays(handedOver)}. Nothing more to do.`;
  }
  const both = isYes(c3) && isYes(c5);
  return `${both ? "Peppol delivered it, and it was reported to the tax authority" : "The service approved the document"}. Nothing more to do.`;
}

function pending({ c3, c5 }: BothSides): string {
  const no = [...c3.no, ...c5.no];
  const but = no.length === 0 ? "" : `, but ${listed(no)}`;
  return `Peppol is still processing it${but}. Check again later, or add --watch.`;
}

function failed({ c3, c5 }: BothSides, { asked, resubmits = true }: StatusResult): string {
  const yes = [...c3.yes, ...c5.yes];
  if (yes.length > 0)
    return `The service says that it failed the Peppol validation, but ${listed(yes)}: whether it was delivered is not clear. Ask the service before you send it again.`;
  const next = resubmits
    ? `Correct the errors below, then: ${suggest`resubmit ${asked}`}`
    : `Write its corrected copy, which is a new document: ${suggest`correct ${asked}`}`;
  return `It failed the Peppol validation and was not delivered. ${next}`;
}

function rejected({ c3, c5 }: BothSides, { advice }: StatusResult): string {
  const what = advice?.join(" ") ?? "Find out why.";
  const told = [c3, c5].some((each) => each.yes.length > 0 && each.no.length > 0) || ![c3, c5].some(isNo);
  if (told && c3.yes.length + c5.yes.length > 0) {
    const clauses = [...c3.no, ...c5.no, ...c3.yes, ...c5.yes];
    return `The service says REJECTED; this is final. Who rejected it is not clear: ${listed(clauses)}. ${what}`;
  }
  const by = [...(isNo(c3) ? ["the supplier's side (C3)"] : []), ...(isNo(c5) ? ["the tax authority (C5)"] : [])].join(
    " and ",
  );
  return `${by === "" ? "It was rejected" : `Rejected by ${by}`}; this is final. ${what}`;
}

const hasLegs = ({ snapshot }: Pick<StatusResult, "snapshot">): boolean =>
  snapshot?.toC3 !== undefined || snapshot?.toC5 !== undefined;

function withoutOverall({ standing, snapshot, more = [] }: StatusResult): Headline {
  if (standing === "bad")
    return {
      word: "FAILED VALIDATION",
      sentence: "The service gives no overall status of this document, but the validation found a fatal error, below.",
    };
  const none = "The service gives no overall status of this document";
  const isOdd = !hasLegs({ snapshot }) && (snapshot?.more.length ?? 0) + more.length > 0;
  const sentence = isOdd
    ? `${none}, and no leg in a form that selfbill knows. What the service said is below.`
    : `${none}. See delivery and tax report.`;
  return { word: "NO OVERALL STATUS", sentence };
}
