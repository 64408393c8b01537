import { validate } from "../../src/commands/validate.ts";
import type { Report } from "../../src/report/index.ts";
import { type OfflineDesk, type OfflineFacts, offlineDesk } from "./offline-desk.ts";
import { runCommand } from "./run-command.ts";

/** The outcome of `selfbill validate`. */
export interface Checked {
  readonly report: Report;
  readonly desk: OfflineDesk;
  readonly out: string;
}

/** Runs `selfbill validate` at a desk without a service. */
export async function runValidate(
  words: string[],
  given: Record<string, unknown> = {},
  facts: OfflineFacts = {},
): Promise<Checked> {
  const desk = offlineDesk(facts);
  const options = {
    ...given,
  };
  const report = await runCommand(validate, desk, words, options);
  return { report, desk, out: desk.pieces.join("") };
}
