import { typed } from "../problem/index.ts";
import type { StatusResult } from "../report/index.ts";

/** The one word on top, and what it means for the reader. */
export interface Headline {
  readonly word: string;
  readonly sentence: string;
}

/**
 * The verdict of a document in words. An overall status that the service does not tell is never made up from the legs, and an unknown
 * one is shown as it is.
 */
export function verdictOf(result: StatusResult): Headline {
  const { tellsOverall, overallStatus } = result;
  if (!tellsOverall) return withoutOverall(result);
  switch (overallStatus) {
    case undefined:
      return {
        word: "NO STATUS YET",
        sentence: "The service has no status yet. Check again later, or add --watch.",
      };
    case "APPROVED":
      return { word: "APPROVED", sentence: "Both sides accepted the document. Nothing more to do." };
    case "PENDING":
      return { word: "PENDING", sentence: "Peppol is still processing it. Check again later, or add --watch." };
    case "REJECTED":
      return { word: "REJECTED", sentence: rejected(result) };
    case "VALIDATION_FAILED":
      return {
        word: "VALIDATION_FAILED",
        sentence: `It failed the Peppol validation and was not delivered. Correct the errors below, then: selfbill resubmit ${typed(result.asked)}`,
      };
    default:
      return {
        word: overallStatus,
        sentence: "selfbill does not know this status; it counts as not final. Ask the service what it means.",
      };
  }
}

function rejected({ sides }: StatusResult): string {
  const by = [
    ...(sides.participant === "REJECTED" ? ["the supplier's side (C3)"] : []),
    ...(sides.fta === "REJECTED" ? ["the tax authority (C5)"] : []),
  ].join(" and ");
  const who = by === "" ? "It was rejected" : `Rejected by ${by}`;
  return `${who}; this is final. Find out why, then send a new document with its own number.`;
}

function withoutOverall({ standing }: StatusResult): Headline {
  return standing === "bad"
    ? {
        word: "FAILED VALIDATION",
        sentence:
          "The service gives no overall status of this document, but the validation found a fatal error, below.",
      }
    : {
        word: "NO OVERALL STATUS",
        sentence: "The service gives no overall status of this document. See the status of the two legs.",
      };
}
