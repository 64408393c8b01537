import { serverJournal } from "../../commands/answer/journal-head.ts";
import { stoppedBy } from "../../commands/answer/stopped-by.ts";
import { defineCommand, type Input, serviceOptions, text } from "../../commands/command.ts";
import type { Desk } from "../../desk/index.ts";
import { gulfDay } from "../../document/index.ts";
import { isPracticeAccount, type Journal } from "../../journal/index.ts";
import { fail, ok, type Problem, problem, type Result, suggest } from "../../problem/index.ts";
import type { Report } from "../../report/index.ts";
import { judgedQueue, type WhoAsks } from "./judged-queue.ts";
import { keyFrom } from "./key-file.ts";
import { queuedShape, queueReport } from "./queue-report.ts";

const options = {
  key: text(
    "--key <file>",
    "your private key: it tells who you are, if you have neither requested nor approved here yet",
  ),
  sandbox: serviceOptions.sandbox,
} as const;

type ApprovalsInput = Input<typeof options>;

export const approvals = defineCommand({
  words: "approvals",
  summary: "requests for approval in a journal on a server: for you, of yours, refused",
  help: `In a journal on a server, requests and approvals are in the journal. The list has every request with a document that was not sent: first
those that you may approve, then your own. State says who may approve it by role and limits, who approved it, or who refused it, when and why. A
request ends when all its documents are sent, or with selfbill due NUMBER --done "REASON". In a journal in a file requests are files: selfbill
due shows them. See selfbill help approvals.`,
  group: "Check and send",
  practice: "own books",
  facts: { journal: "shown", oneDocument: false, sends: false, asksService: false },
  answers: ({ answer, listOf }) => [answer({ requests: listOf(queuedShape.schema) })],
  options,
  examples: [
    { type: "selfbill approvals", does: "what waits for you, what you asked for, and what was refused" },
    { type: "selfbill approvals --json", does: "the same for programs, with all documents" },
  ],
  input([word], given): Result<ApprovalsInput["options"]> {
    if (word === undefined) return ok(given);
    return fail(problem("bad-usage", "approvals takes no words.", `Type: ${suggest`approvals`}`));
  },
  async run(given, desk): Promise<Report> {
    const journal = await serverJournal(desk);
    if (!journal.ok) return stoppedBy(journal.problems);
    if (journal.value === undefined) return stoppedBy([noQueue()]);
    const who = await whoAsks(given.key, journal.value, desk);
    if (!who.ok) return stoppedBy(who.problems);
    const found = await judgedQueue(journal.value, who.value, gulfDay(desk.now()));
    if (!found.ok) return stoppedBy(found.problems);
    const wanted = found.value.filter(({ file }) => !given.sandbox || isPracticeAccount(file.request.account));
    return queueReport(wanted, who.value.key !== undefined || who.value.name !== undefined);
  },
});

async function whoAsks(file: string | undefined, { policies }: Journal, desk: Desk): Promise<Result<WhoAsks>> {
  const user = await policies.queue.me();
  if (!user.ok) return user;
  if (file !== undefined) {
    const key = await keyFrom(file, desk);
    return key.ok ? ok({ user: user.value, key: key.value.publicKey }) : key;
  }
  const name = await policies.queue.myName();
  return name.ok ? ok({ user: user.value, name: name.value }) : name;
}

function noQueue(): Problem {
  const message = "This journal is in a file: requests and approvals are files here, not entries of the journal.";
  return problem("not-found", message, `What waits for an approval: ${suggest`due`}`);
}
