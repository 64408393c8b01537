import type { Journal } from "../journal/index.ts";
import type { Problem, Result } from "../problem/index.ts";
import type { VerdictWriter } from "../report/index.ts";
import type { Press } from "./press.ts";

/** Which records a hook may look at. */
export interface HookScope {
  /** One account of the journal, or all of them if it is absent. */
  readonly account: string | undefined;
  /** Whether the records are those of practice. */
  readonly practice: boolean;
}

/**
 * The places in the core that extras can add to. The core calls each hook once, at one place, and knows nothing else
 * of an extra; without extras each hook adds nothing.
 */
export interface ExtraHooks {
  /** For `due`: warnings about what a person must do besides the documents themselves. Problem: `journal-unusable`. */
  owes(journal: Journal, scope: HookScope): Promise<Result<readonly Problem[]>>;
  /** Returns what makes PDFs out of pages. Problem: `package-missing`, also where no extra makes them. */
  press(): Promise<Result<Press>>;
  /** Returns what writes verdicts in a format that the core does not write; undefined if no extra does. */
  verdicts(format: string): Promise<VerdictWriter | undefined>;
}
