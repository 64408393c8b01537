import type { ConnectionWords } from "../../desk/index.ts";

/** The words that lead the next command to the same service: what was practised on the sandbox must not be sent to a real one by the next line. */
export function samePlace({ sandbox, profile }: Pick<ConnectionWords, "sandbox" | "profile">): string {
  if (sandbox) return " --sandbox";
  return profile === undefined ? "" : ` --profile ${profile}`;
}
