import { expect } from "vitest";
import type { AttemptResult, Journal } from "../../src/journal/index.ts";
import { createdResult, intent } from "./intents.ts";
import { given, journalIn } from "./journal-file.ts";
import { temporaryFolder } from "./run-selfbill.ts";

export const account = "https://api.service.example BP-1";
export const other = "https://api.service.example BP-2";

export const lost: AttemptResult = {
  verdict: "in-doubt",
  said: [
    "The document was sent, but the connection broke before the answer was complete: it may or may not exist at the service.",
  ],
};
export const stopped: AttemptResult = {
  verdict: "in-doubt",
  said: ["The document was sent, but selfbill was stopped while waiting: it may or may not exist at the service."],
};
export const error: AttemptResult = { verdict: "in-doubt", status: 503, said: ["The service answered 503."] };
export const unreached: AttemptResult = {
  verdict: "not-sent",
  said: ["Nothing was sent: https://api.service.example cannot be reached, its name is not known."],
};
export const unsigned: AttemptResult = {
  verdict: "not-sent",
  said: ["Nothing was sent: there is no new token. The service answered 503 when asked for a token."],
};
export const keptBack: AttemptResult = {
  verdict: "not-sent",
  said: ["Nothing was sent: the journal cannot be written."],
};
export const refused: AttemptResult = { verdict: "refused", status: 400, said: ["The number is wrong."] };
export const putOff: AttemptResult = {
  verdict: "not-sent",
  status: 429,
  said: ["Nothing was created: the rate limit."],
};
export const made: AttemptResult = createdResult();

/**
 * The document number, the seconds at which the attempt begins and ends, and its outcome; without an end, it is still
 * running.
 */
export type Try = readonly [
  number: string,
  begins: number,
  ends: number | undefined,
  how: AttemptResult,
  whose?: string,
];

export const start = Date.UTC(2026, 5, 15, 8);
export const at = (second: number): number => start + second * 1000;

/** Makes a journal in which the attempts were made at the given times. */
export async function played(tries: readonly Try[], folder = temporaryFolder()): Promise<Journal> {
  let now = start;
  const journal = journalIn(folder, { window: 1, now: () => now });
  const steps: { second: number; step: () => Promise<void> }[] = [];
  for (const [number, begins, ends, how, whose = account] of tries) {
    let attempt: { armed(): Promise<unknown>; result(result: AttemptResult): Promise<unknown> } | undefined;
    const begin = async (): Promise<void> => {
      const what = intent({
        account: whose,
        content: number,
        documentNumber: number,
        file: `/home/amina/${number}.yaml`,
      });
      const begun = given(await journal.begin(what, { allowSimilar: true }));
      if (begun.is !== "begun") throw new Error(`${number}: ${begun.is}`);
      attempt = begun.attempt;
      if (how.verdict !== "not-sent" || how.status === 429) expect(await attempt.armed()).toBe(undefined);
    };
    const result = { ...how, ...(how.verdict === "created" ? { id: `id-${number}`, documentNumber: number } : {}) };
    steps.push({ second: begins, step: begin });
    if (ends !== undefined)
      steps.push({ second: ends, step: async () => void expect(await attempt?.result(result)).toBe(undefined) });
  }
  for (const { second, step } of steps.sort((a, b) => a.second - b.second)) {
    now = at(second);
    await step();
  }
  return journal;
}
