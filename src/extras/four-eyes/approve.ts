import { stoppedBy } from "../../commands/answer/stopped-by.ts";
import { defineCommand, flag, type Input, serviceOptions, text } from "../../commands/command.ts";
import type { Desk } from "../../desk/index.ts";
import { money } from "../../document/index.ts";
import { isPracticeAccount } from "../../journal/index.ts";
import { fail, ok, type Problem, problem, type Result, suggest } from "../../problem/index.ts";
import {
  gulfTime,
  renderPreview,
  renderProblems,
  renderRequested,
  renderRequestedRows,
  safe,
} from "../../render/index.ts";
import type { Report } from "../../report/index.ts";
import { approvedTotal, type Chosen, choiceOptions, chosenOf, type WantedJudged, wholeOf } from "./chosen-documents.ts";
import { decisionShape, decisionsReport, type WrittenDecision } from "./decisions-report.ts";
import { handRequests } from "./hand-request.ts";
import { judgedRequest } from "./judge-request.ts";
import { keyHere } from "./key-file.ts";
import { delegationTo } from "./lent.ts";
import { recordDecision } from "./record-decision.ts";
import { requestedList } from "./requested-list.ts";
import { mostInFull, type SeenPage, seenOptions, seenPage, whyNotSeen } from "./seen-documents.ts";
import { type WantedRequest, wantedRequests } from "./waiting-requests.ts";

const options = {
  key: text(
    "--key <file>",
    "your private key, as selfbill policy new-key made it; not needed if the policy has your database user",
  ),
  for: text(
    "--for <approver>",
    "in the place of an approver who delegated to you: the name; where requests are files, the file of the delegation",
  ),
  handTo: text(
    "--hand-to <name>",
    "in a journal on a server: hand the request to another approver; nothing is approved",
  ),
  ...choiceOptions,
  ...seenOptions,
  reject: text("--reject <reason>", "say no, with the reason; nothing is asked"),
  out: text("--out <dir>", "folder for the file of the approval (default: this one; in a journal on a server no file)"),
  yes: flag("--yes", "approve without asking"),
  sandbox: serviceOptions.sandbox,
} as const;

type ApproveInput = Input<typeof options>;

export const approve = defineCommand({
  words: "approve <requests...>",
  summary: "approve or reject what another person requested; nothing is sent",
  help: `REQUESTS are, in a journal on a server, the numbers that selfbill approvals lists: of a request, or of its documents. Otherwise they are
files that selfbill request wrote.

Your own selfbill verifies the signature and checks every document again. It lists all of them, one row each: number, supplier, TRN, account,
amounts, date. What changed or is new comes first, by your records and those of the requester, then the largest. Up to ten are shown in full
too; --html has all in full. Then you are asked.

Your approval is signed with your key. In a journal on a server it is recorded there, and create-invoice FILE finds it. Otherwise it is a file to
hand back: create-invoice FILE --approval APPROVAL.json. Exactly what you approved can be sent, once.

While an approver is away, whom they named with selfbill delegate approves with --for: with the approver's limits, on the approver's day. Both
names are recorded. What was approved so is sent by the last day of the delegation.

--hand-to gives a request in a journal on a server to another approver: it waits for that person alone, and both see it in selfbill approvals.
You can do that with your own request, and with one that you may approve. It changes nobody's rights.

What you leave out with --except, or what is above your limits, stays in the request: it can be approved later, by you or by somebody else. You
cannot approve what you requested. For a file you need neither profile, token nor journal.

A script with --yes lists them too. Of more than ten documents it has to say what somebody looked at: --total, or --html with a page that was
written before. See selfbill help approvals.`,
  group: "Check and send",
  practice: "own books",
  facts: { journal: "used", oneDocument: false, sends: false, asksService: false },
  answers: ({ answer, approvals, listOf }) => [answer({ decisions: listOf(decisionShape.schema) }), approvals.handed],
  options,
  examples: [
    { type: "selfbill approve request-0f8a2c1e4bf9.json --key omar.key", does: "shows what is requested, asks, signs" },
    {
      type: "selfbill approve SB-2026-0005 SB-2026-0006 --key omar.key",
      does: "approves two documents that wait in a journal on a server",
    },
    {
      type: "selfbill approve request-0f8a.json --key omar.key --except SB-2026-0007",
      does: "approves all others; this one stays in the request",
    },
    {
      type: "selfbill approve request-0f8a2c1e4bf9.json --key omar.key --html request.html",
      does: "writes a page with all documents in full, then asks",
    },
    {
      type: "selfbill approve SB-2026-0005 --for Omar --key sara.key",
      does: "approves in Omar's place while he is away",
    },
    { type: "selfbill approve 0f8a2c1e4bf9 --hand-to Sara --key omar.key", does: "Sara is to approve it, not Omar" },
    {
      type: 'selfbill approve request-0f8a2c1e4bf9.json --key omar.key --reject "wrong sum"',
      does: "says no; with this file nothing can be sent",
    },
  ],
  input(words, given): Result<{ words: readonly string[]; given: ApproveInput["options"] }> {
    if (words.length === 0) return bad("No request was named.", `Type: ${suggest`approve REQUEST.json --key ME.key`}`);
    if (given.reject?.trim() === "") return bad("--reject needs a reason.", 'Write --reject "why".');
    const stray = strayOption(given);
    if (stray !== undefined) return bad(`${stray} exclude each other.`, "Remove one of them.");
    if (given.html !== undefined && !/\.html?$/i.test(given.html))
      return bad(`--html ${given.html} is not a page.`, "Name a file that ends in .html.");
    if (given.html !== undefined && words.length > 1)
      return bad("--html is the page of one request.", "Name one request at a time.");
    return ok({ words, given });
  },
  async run({ words, given }, desk): Promise<Report> {
    const rejecting = given.reject !== undefined;
    if (given.handTo !== undefined) return handOver(words, given.handTo, given, desk);
    if (!given.yes && !rejecting && !desk.ask.possible) {
      const message = "Confirmation is required, but this is not an interactive terminal.";
      return stoppedBy([problem("needs-answer", message, "Add --yes to approve what was looked at elsewhere.")]);
    }
    const key = await keyHere(given.key, desk);
    if (!key.ok) return stoppedBy(key.problems);
    const lent = given.for === undefined ? ok(undefined) : await delegationTo(key.value, given.for, desk);
    if (!lent.ok) return stoppedBy(lent.problems);
    const wanted = await requestsHere(words, given, desk);
    if (!wanted.ok) return stoppedBy(wanted.problems);
    const judged: WantedJudged[] = [];
    for (const each of wanted.value) {
      if (rejecting && each.isPart) return stoppedBy([rejectsAll(each)]);
      const one = await judgedRequest(each, key.value, { rejecting, delegation: lent.value }, desk);
      if (!one.ok) return stoppedBy(one.problems);
      judged.push({ ...one.value, wanted: each.keys });
    }
    const day = desk.now().toISOString().slice(0, 10);
    const asked = !given.yes && desk.ask.possible;
    const chosen = rejecting ? ok(judged.map(wholeOf)) : chosenOf(judged, { ...given, asked, day });
    if (!chosen.ok) return stoppedBy(chosen.problems);
    return rejecting ? decide(chosen.value, given, undefined, desk) : approveThem(chosen.value, given, desk);
  },
});

/** Returns an option that cannot be combined with another option that was given. */
function strayOption({ yes, except, withinLimit, ...given }: ApproveInput["options"]): string | undefined {
  const side = given.handTo !== undefined ? "--hand-to" : given.reject !== undefined ? "--reject" : undefined;
  if (side === undefined) return undefined;
  const approving: [string, unknown][] = [
    ["--yes", yes || undefined],
    ["--except", except[0]],
    ["--within-limit", withinLimit || undefined],
    ["--html", given.html],
    ["--total", given.total],
  ];
  const deciding: [string, unknown][] = [
    ["--reject", given.reject],
    ["--for", given.for],
    ["--out", given.out],
  ];
  const all = side === "--hand-to" ? [...approving, ...deciding] : approving;
  const [stray] = all.find(([, value]) => value !== undefined) ?? [];
  return stray && `${stray} and ${side}`;
}

async function handOver(
  words: readonly string[],
  to: string,
  given: ApproveInput["options"],
  desk: Desk,
): Promise<Report> {
  const wanted = await requestsHere(words, given, desk);
  return wanted.ok ? handRequests(wanted.value, { to, key: given.key }, desk) : stoppedBy(wanted.problems);
}

async function requestsHere(words: readonly string[], { sandbox }: ApproveInput["options"], desk: Desk) {
  const wanted = await wantedRequests(words, desk);
  const real = wanted.ok && sandbox && wanted.value.find(({ file }) => !isPracticeAccount(file.request.account));
  return real ? fail(notPractice(real.name)) : wanted;
}

/** Shows all documents before the first approval. */
async function approveThem(chosen: readonly Chosen[], given: ApproveInput["options"], desk: Desk): Promise<Report> {
  const [first] = chosen;
  const page = given.html === undefined || !first ? ok(undefined) : await seenPage(given.html, first.judged, desk);
  if (!page.ok) return stoppedBy(page.problems);
  const not = whyNotSeen(chosen, given, page.value, desk);
  if (given.yes || not) for (const each of chosen) show(each, desk);
  return not ? stoppedBy([not]) : decide(chosen, given, page.value, desk);
}

async function decide(
  chosen: readonly Chosen[],
  given: ApproveInput["options"],
  page: SeenPage | undefined,
  desk: Desk,
): Promise<Report> {
  const written: WrittenDecision[] = [];
  for (const each of chosen) {
    const no = given.reject === undefined && !given.yes ? await refused(each, page, desk) : undefined;
    if (no) return decisionsReport(written, [no]);
    const done = await recordDecision(each, { reject: given.reject, out: given.out, page }, desk);
    if (!done.ok) return decisionsReport(written, done.problems);
    written.push(done.value);
  }
  return decisionsReport(written, []);
}

function show({ judged, approved, left }: Chosen, desk: Desk): void {
  const { file, warnings } = judged;
  const { by, policy } = file.request;
  desk.say(`Requested by ${safe(by.name)} on ${gulfTime(Date.parse(file.request.at))}, under policy ${safe(policy)}.`);
  if (warnings.length > 0) desk.say(renderProblems(warnings, desk.talkStyle));
  if (approved.length <= mostInFull) for (const each of approved) desk.say(renderPreview(each.preview, desk.talkStyle));
  if (left.length > 0) {
    const documents = left.map(({ document }) => document);
    const above = left.flatMap((each) => (each.above === undefined ? [] : [each.document]));
    const marked = (each: Chosen["approved"][number]) => (above.includes(each) ? ["ABOVE YOUR LIMIT"] : []);
    desk.say(`Left out, ${left.length} of ${judged.documents.length}, which stay in the request:`);
    desk.say(renderRequestedRows(requestedList({ ...judged, documents }, by.name, marked).rows, desk.talkStyle));
    desk.say("To be approved:");
  }
  desk.say(renderRequested(requestedList({ ...judged, documents: approved }, by.name), desk.talkStyle));
}

async function refused(chosen: Chosen, page: SeenPage | undefined, desk: Desk): Promise<Problem | undefined> {
  show(chosen, desk);
  const { judged, approved } = chosen;
  if (page) desk.say(`All documents in full: ${safe(page.file)}`);
  const all = approved.length === 1 ? "this document" : `these ${approved.length} documents`;
  const these =
    approved.length === judged.documents.length ? all : `${approved.length} of ${judged.documents.length} documents`;
  const kinds = new Set(approved.map(({ asked }) => asked.kind));
  const sum = `AED ${money.forPeople(approvedTotal(approved))} ${kinds.size === 1 ? "with VAT" : "added up"}`;
  const { delegation } = judged;
  const place = delegation ? ` in the place of ${safe(delegation.delegation.by.name)}` : "";
  const question = `Approve ${these}${place}, ${sum}, requested by ${safe(judged.file.request.by.name)}?`;
  const agreed = await desk.ask.confirm(question);
  if (!agreed.ok) return agreed.problems[0];
  if (agreed.value) return undefined;
  return problem("declined", "You said no: nothing was approved.", "To record a refusal: --reject REASON");
}

function rejectsAll({ name }: WantedRequest): Problem {
  const message = "Nothing was rejected: --reject refuses a whole request, and only some of its documents were named.";
  return problem("bad-usage", message, `Type: ${suggest`approve ${name} --key ME.key --reject "why"`}`);
}

function notPractice(file: string): Problem {
  const message = `Nothing was recorded: the request ${JSON.stringify(file)} is for a real service, and this is practice.`;
  return problem("bad-usage", message, "Leave --sandbox out, and unset SELFBILL_PRACTICE.");
}

function bad(message: string, hint: string): Result<never> {
  return fail(problem("bad-usage", message, hint));
}
