import { validate } from "../../src/commands/validate.ts";
import type { Report } from "../../src/report/index.ts";
import { noRates } from "./create-options.ts";
import { type OfflineDesk, type OfflineFacts, offlineDesk } from "./offline-desk.ts";

/** What `selfbill validate` came to. */
export interface Checked {
  readonly report: Report;
  readonly desk: OfflineDesk;
  readonly out: string;
}

/** `selfbill validate`, at a desk without a service. */
export async function runValidate(
  words: string[],
  given: Record<string, unknown> = {},
  facts: OfflineFacts = {},
): Promise<Checked> {
  const desk = offlineDesk(facts);
  const options = {
    ...noRates,
    sandbox: false,
    profile: undefined,
    serviceVersion: undefined,
    format: undefined,
    rules: [],
    rulesEdition: undefined,
    strict: false,
    all: false,
    ...given,
  };
  const report = await validate.run({ words, options }, desk);
  return { report, desk, out: desk.pieces.join("") };
}
