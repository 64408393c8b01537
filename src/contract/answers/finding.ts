import { overallStatuses } from "../../states/index.ts";
import { is, type Understood } from "./define.ts";

/** Source: contract §8.1. */
export const networkFinding = {
  flag: is.text({ screen: "Flag" }, { says: "fatal or warning" }),
  reasonCode: is.text({ screen: "Rule" }, { says: "Id of the rule" }),
  text: is.text({ screen: "What is wrong" }, { alike: ["message", "description"] }),
  location: is.text({ verbose: "location" }, { says: "XPath-like place in the UBL document" }),
  test: is.text({ verbose: "test" }),
} as const;

export type ValidationResult = Understood<typeof networkFinding>;

/** An entry may be a string instead of an object. */
export const networkFindings = is.list(networkFinding, { alone: "text" });

/** The `meta_info.peppol_status` object of an answer. Source: contract §8.1. */
export const peppolStatus = {
  participant_status: is.nullable(is.text({ screen: "participant status" })),
  fta_status: is.nullable(is.text({ screen: "FTA status" })),
  overall_status: is.openWord(overallStatuses)({ screen: "the verdict" }),
  validation_results: networkFindings,
} as const;

/** A fatal finding means that the document cannot be accepted unchanged. */
export function isFatal(result: ValidationResult): boolean {
  return result.flag?.toLowerCase() === "fatal";
}
