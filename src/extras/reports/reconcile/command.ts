import { type ColumnsOf, tableView } from "../../../commands/answer/columns.ts";
import { personOf } from "../../../commands/answer/person.ts";
import { stoppedBy } from "../../../commands/answer/stopped-by.ts";
import { unapprovedIn } from "../../../commands/answer/unapproved.ts";
import { defineCommand, flag, serviceOptions } from "../../../commands/command.ts";
import { day } from "../../../commands/kinds.ts";
import type { Desk } from "../../../desk/index.ts";
import { amount, documentKinds, isDecimalText, money } from "../../../document/index.ts";
import { ok, type Problem, problem, type Result, suggest } from "../../../problem/index.ts";
import type { Report } from "../../../report/index.ts";
import { letMarkFollow } from "../../../submit/index.ts";
import { reconcileShape } from "./json.ts";
import { type Compared, compareSides, type ListedDocument } from "./sides.ts";
import { type TakenOver, takeOverAll } from "./take-over.ts";

const options = {
  ...serviceOptions,
  since: day("--since <YYYY-MM-DD>", "only documents issued on this day or later"),
  takeOver: flag("--take-over", "record what only the service has, after confirmation"),
  yes: flag("--yes", "with --take-over: without asking"),
} as const;

export const reconcile = defineCommand({
  words: "reconcile",
  summary: "compare the service's documents with the journal, both ways",
  help: `Three lists: documents that only the service has, that only this journal has, and that differ: number, supplier's TRN,
issue date, currency, tax and payable amount. The complete lists of the service are read, 200 documents per request, within the rate limit; a
list that is incomplete or contradicts itself proves nothing about documents that are missing from it. Exit code 0: no difference; 20: differences.

selfbill compare is another name of it.`,
  group: "The month",
  practice: "own books",
  facts: { journal: "shown", oneDocument: false, sends: false, asksService: true },
  answers: ({ answer }) => [answer(reconcileShape.schema.shape)],
  options,
  examples: [
    { type: "selfbill reconcile", does: "all documents of this profile" },
    { type: "selfbill reconcile --since 2026-06-01 --json", does: "those issued since June, for scripts" },
    { type: "selfbill reconcile --take-over", does: "records in the journal what only the service has" },
  ],
  input: (_, given) => ok(given),
  async run(given, desk): Promise<Report> {
    const journal = await desk.journal();
    if (!journal.ok) return stoppedBy(journal.problems);
    const connected = await desk.connect(given);
    if (!connected.ok) return stoppedBy(connected.problems);
    const connection = connected.value;
    if (!connection.profile.extras)
      return stoppedBy([
        problem("not-found", "The service of this profile has no lists.", `${suggest`status ID`} shows one document.`),
      ]);
    const compared = await compareSides(connection, journal.value, desk, given.since);
    if (!compared.ok) return stoppedBy(compared.problems, connection.profile.sandbox);
    const take = given.takeOver && compared.value.unclear === undefined;
    const taken = take
      ? await takeOverAll(compared.value.onlyThere, connection, journal.value, desk, given.yes)
      : ok<TakenOver>({ done: [], problems: [] });
    if (!taken.ok) return stoppedBy(taken.problems, connection.profile.sandbox);
    const lacking = await unapprovedIn(journal.value, { account: connection.account });
    if (!lacking.ok) return stoppedBy(lacking.problems, connection.profile.sandbox);
    const bare = reportOf(compared.value, taken.value, connection.profile.sandbox, given.since);
    const report = { ...bare, problems: [...bare.problems, ...lacking.value] };
    // Move the journal mark only after a complete comparison, which alone proves that the journal lacks no document.
    if (report.outcome !== "done" || given.since !== undefined || connection.profile.sandbox) return report;
    const followed = await follow(connection.account, desk);
    return followed.ok
      ? report
      : { ...report, outcome: followed.problems[0].outcome, problems: [...report.problems, ...followed.problems] };
  },
});

async function follow(account: string, desk: Desk): Promise<Result<unknown>> {
  const [marks, journal] = [await desk.marks(), await desk.journal()];
  if (!marks.ok) return marks;
  if (!journal.ok) return journal;
  return letMarkFollow(
    { journal: journal.value, marks: marks.value, account },
    { how: "reconciled", by: personOf(desk) },
  );
}

function reportOf(compared: Compared, taken: TakenOver, sandbox: boolean, since: string | undefined): Report {
  const done = new Set(taken.done.map(({ id }) => id));
  const onlyThere = compared.onlyThere.filter(({ id }) => !done.has(id));
  const { onlyHere, different, unclear, there, here } = compared;
  const count = onlyThere.length + onlyHere.length + different.length;
  const says = ({ path, here: ours, there: theirs }: (typeof different)[number]["differences"][number]) =>
    `${path}: here ${ours}, at the service ${theirs}`;
  const rows: readonly ReconciledRow[] = [
    ...taken.done.map((each) => ({ ...each, where: "taken over", what: each.settles && `settles ${each.settles}` })),
    ...onlyThere.map((each) => ({ ...each, where: "only there", what: "the journal does not have it" })),
    ...onlyHere.map((each) => ({ ...each, where: "only here", what: "the service does not list it" })),
    ...different.map((each) => ({ ...each, where: "different", what: each.differences.map(says).join("; ") })),
  ];
  const problems: Problem[] = [...taken.problems];
  if (unclear !== undefined) {
    const message = `A document that is missing from the service's list may still exist: ${unclear}.`;
    problems.push(problem("list-unclear", message, "Run the command again; if the problem remains, ask the service."));
  }
  if (count > 0) {
    const message = `${onlyThere.length} only at the service, ${onlyHere.length} only here, ${different.length} different.`;
    problems.push(
      problem(
        "not-reconciled",
        message,
        `Look at each of them. What only the service has: ${suggest`reconcile --take-over`}`,
      ),
    );
  }
  const data = reconcileShape.json({ compared, taken, since });
  const empty = `No difference: ${there} documents at the service, ${here} in the journal.`;
  const outcome = unclear !== undefined ? "not_sent" : count > 0 ? "invalid" : (problems[0]?.outcome ?? "done");
  return { outcome, sandbox, view: { ...tableView(rows, columns), data, empty }, problems };
}

type ReconciledRow = ListedDocument & { readonly where: string; readonly what: string | undefined };

const columns: ColumnsOf<ReconciledRow> = {
  Where: "where",
  Kind: ({ kind }) => documentKinds[kind].says,
  Number: "number",
  Supplier: "supplier",
  Date: "date",
  Payable: ["money", payableWords],
  Id: "id",
  What: "what",
};

function payableWords({ payable = "", currency = "" }: ListedDocument): string {
  return isDecimalText(payable) ? `${money.forPeople(amount(payable))} ${currency}`.trim() : "";
}
