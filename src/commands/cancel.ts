import { fail, ok, problem, suggest } from "../problem/index.ts";
import type { Report } from "../report/index.ts";
import { stopped } from "./answer/submission-results.ts";
import { defineCommand } from "./command.ts";
import { creditNoteDays, reasonOf } from "./credit/ask-reason.ts";
import { creditFrom, creditOptions } from "./credit/send-credit.ts";

const { from: _from, line: _line, out: _out, ...options } = creditOptions;

export const cancel = defineCommand({
  words: "cancel <invoice>",
  summary: "cancel an invoice: create a credit note for all that is left of it",
  help: `Documents are never deleted. An invoice that should not exist is taken back by a credit note for all of it, which is shown before it is sent.
INVOICE is its number or id, or its file. One that was rejected, or failed in validation, was never issued: see selfbill help mistakes.

${creditNoteDays}`,
  group: "Check and send",
  practice: "own books",
  facts: { journal: "used", oneDocument: true, sends: true, asksService: true },
  answers: ({ createdAnswer, dryRunAnswer }) => [createdAnswer, dryRunAnswer],
  lines: ({ lineOfResult, endLine }) => [lineOfResult, endLine],
  options,
  examples: [
    {
      type: "selfbill cancel SB-2026-0001",
      does: "asks for the reason, shows the credit note, and sends it after a yes",
    },
    { type: "selfbill cancel SB-2026-0001 --reason DL8.61.1.A --yes", does: "the same in a script" },
  ],
  input(words, given) {
    return words[0] === undefined || words[0].trim() === ""
      ? fail(problem("bad-usage", "No invoice was named.", `Type: ${suggest`cancel NUMBER`}`))
      : ok({ invoice: words[0], given });
  },
  async run({ invoice, given }, desk): Promise<Report> {
    const reason = await reasonOf(given.reason, desk, "Why is it cancelled?");
    if (!reason.ok) return stopped(reason.problems);
    const whole = { ...given, reason: reason.value, from: invoice, line: [], out: undefined };
    return creditFrom(invoice, { words: [], options: whole }, desk);
  },
});
