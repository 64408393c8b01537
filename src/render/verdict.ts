import type { StatusResult } from "../report/index.ts";

/** The one word on top, and what it means for the reader. */
export interface Verdict {
  readonly word: string;
  readonly sentence: string;
}

/**
 * The verdict of a document in words. An overall status that the service does not tell is never made up from the legs, and an unknown
 * one is shown as it is.
 */
export function verdictOf(result: StatusResult): Verdict {
  const { tellsOverall, overallStatus } = result;
  if (!tellsOverall) return withoutOverall(result);
  switch (overallStatus) {
    case undefined:
      return {
        word: "NO STATUS YET",
        sentence: "The service has told no status so far. Look again later, or add --watch.",
      };
    case "APPROVED":
      return { word: "APPROVED", sentence: "The document got through on both sides. There is nothing more to do." };
    case "PENDING":
      return { word: "PENDING", sentence: "Peppol is still at work on it. Look again later, or add --watch." };
    case "REJECTED":
      return { word: "REJECTED", sentence: rejected(result) };
    case "VALIDATION_FAILED":
      return {
        word: "VALIDATION_FAILED",
        sentence: `Peppol's rules refused the document; it went to nobody. Correct what stands below, then: selfbill resubmit ${result.asked}`,
      };
    default:
      return {
        word: overallStatus,
        sentence: "selfbill does not know this state; it counts as not finished. Ask the service what it means.",
      };
  }
}

function rejected({ sides }: StatusResult): string {
  const by = [
    ...(sides.participant === "REJECTED" ? ["the supplier's side (C3)"] : []),
    ...(sides.fta === "REJECTED" ? ["the tax authority (C5)"] : []),
  ].join(" and ");
  const who = by === "" ? "It was rejected" : `Rejected by ${by}`;
  return `${who}, and that is final. Find out why, then send a new document with a number of its own.`;
}

function withoutOverall({ standing }: StatusResult): Verdict {
  return standing === "bad"
    ? {
        word: "FAILED IN VALIDATION",
        sentence: "The service tells no overall status of this document, but its rules found something fatal, below.",
      }
    : {
        word: "NO OVERALL STATUS",
        sentence: "The service tells no overall status of this document, so there is no verdict; read the two legs.",
      };
}
