import { basename, dirname } from "node:path";
import { names } from "../answers/index.ts";
import { fromAnswer, type StatusSnapshot, textNamed } from "../contract/index.ts";
import type { Desk } from "../desk/index.ts";
import { idFileName } from "../disk/index.ts";
import { documentKinds, documentName } from "../document/index.ts";
import { rejectedAdvice } from "../life/index.ts";
import { fail, fileWord, ok, type Problem, problem, type Result, suggest } from "../problem/index.ts";
import { writeYaml } from "../read/index.ts";
import { reasonSays } from "../render/index.ts";
import type { Report } from "../report/index.ts";
import { mayExist, statusName } from "../states/index.ts";
import { correctedProblem } from "../submit/index.ts";
import { stoppedBy, succeeded } from "./answer/stopped-by.ts";
import { stopped } from "./answer/submission-results.ts";
import { anyWords, defineCommand, flag, type Input, list, serviceOptions, text } from "./command.ts";
import { correctApproved, whatIsWrong } from "./correct/approved.ts";
import { keptDates } from "./correct/kept-dates.ts";
import { sendPair } from "./correct/send-pair.ts";
import { documentToCorrect } from "./correct/sent-document.ts";
import { approvalOption } from "./create/approval-files.ts";
import { changedSupplierOption } from "./create/gates/changed-supplier.ts";
import { creditNoteDays } from "./credit/ask-reason.ts";
import type { Fetched } from "./follow/fetch-document.ts";
import { again, look } from "./follow/observe.ts";
import { acceptedByAuthority, recordState } from "./follow/record-state.ts";
import { type RejectedStanding, rejectedStanding } from "./follow/rejected-standing.ts";
import { kindOptions } from "./follow/subject.ts";
import { oneOf } from "./kinds.ts";

const options = {
  ...serviceOptions,
  invoice: kindOptions.invoice,
  out: text("--out <file>", "write the copy into this new file (default: NUMBER-corrected.yaml)"),
  what: oneOf("--what <part>", "of an approved invoice, what is wrong", names(whatIsWrong)),
  reason: text("--reason <code>", "of an approved invoice: the reason of its credit note", { look: "reason" }),
  reasonText: text("--reason-text <text>", "the reason in your words"),
  line: list("--line <n=quantity>", "credit only this quantity of line n, without a corrected copy; repeatable"),
  send: flag("--send", "send what an earlier run wrote: the credit note, then the corrected copy"),
  yes: flag("--yes", "with --send: without asking"),
  ...approvalOption,
  ...changedSupplierOption,
} as const;

type CorrectInput = Input<typeof options>;

/** Sends only with --send. */
export const correct = defineCommand({
  words: "correct <id>",
  summary: "correct a rejected document, or an approved one",
  help: `The ID may also be a document number.

REJECTED: writes a copy of what was sent, without its number and its attachments, with the reasons on top; its member corrects names the
rejected one, so that it is not taken for a duplicate of it. Change what caused the rejection, then create it. After ${statusName.failed} use
resubmit, which keeps the number.

APPROVED, and wrong: at a terminal it asks what is wrong and for the right values, shows the credit note and the corrected copy side by side,
and sends both after one question. In a script, with --what, it writes the credit note of the invoice and its corrected copy into files. Change
the copy; --send then shows both. The credit note is sent first, the copy only when that exists. Until both exist, selfbill due tells of it. All
of it wrong: selfbill cancel.
${creditNoteDays}`,
  group: "What is open",
  everyday: true,
  practice: "own books",
  facts: { journal: "used", oneDocument: true, sends: true, asksService: true },
  answers: ({ checking }) => [checking.corrected],
  options,
  examples: [
    {
      type: "selfbill correct SB-2026-0001",
      does: "asks what is wrong, shows both documents and sends them; for a rejected one writes SB-2026-0001-corrected.yaml",
    },
    {
      type: "selfbill correct SB-2026-0001 --what amount --reason DL8.61.1.E",
      does: "writes a credit note and a copy to change",
    },
    { type: "selfbill correct SB-2026-0001 --send", does: "shows both, and sends them one after the other" },
  ],
  input: anyWords,
  async run(input: CorrectInput, desk): Promise<Report> {
    const { options: given } = input;
    const end = given.send ? stopped : stoppedBy;
    const connection = await desk.connect(given);
    if (!connection.ok) return end(connection.problems);
    const { sandbox } = connection.value.profile;
    const found = await documentToCorrect(input.words[0] ?? "", given, connection.value, desk);
    if (!found.ok) return end(found.problems, sandbox);
    const { subject, overallStatus, kind } = found.value;
    const called = textNamed(found.value.document, "documentNumber") ?? subject.id;
    if (given.send) return sendPair(called, subject, given, connection.value, desk);
    if (overallStatus === statusName.approved && kind === "invoice") {
      const taken = await takenBy(found.value, desk);
      return taken ? stoppedBy([taken], sandbox) : correctApproved(found.value, given, connection.value, desk);
    }
    const isRejected = rejected(found.value, input, connection.value.profile.extras);
    if (!isRejected.ok) return stoppedBy(isRejected.problems, sandbox);
    const taken = await takenBy(found.value, desk);
    if (taken) return stoppedBy([taken], sandbox);
    const legs = await look(found.value.subject, again(desk), { legs: true });
    const unrecorded = legs.ok ? await recordState(legs.value, desk) : [];
    const reasons = legs.ok ? reasonsIn(legs.value.snapshot) : [];
    const accepted = legs.ok ? acceptedByAuthority(legs.value) : undefined;
    const credit = await rejectedStanding(found.value.subject, connection.value, desk);
    if (!credit.ok) return stoppedBy(credit.problems, sandbox);
    const report = await written(found.value, { reasons, accepted, ...credit.value }, input, sandbox, desk);
    return { ...report, problems: [...report.problems, ...unrecorded] };
  },
});

function rejected(
  { overallStatus, document }: Fetched,
  { words }: Pick<CorrectInput, "words">,
  resubmits: boolean,
): Result<undefined> {
  if (overallStatus === statusName.rejected) return ok(undefined);
  if (overallStatus === statusName.failed && !resubmits) return ok(undefined);
  const called = textNamed(document, "documentNumber") ?? words[0] ?? "";
  if (overallStatus !== statusName.failed) {
    if (overallStatus === statusName.approved) return fail(approvedCreditNote(called));
    const message = `${called} is not final: its status is ${overallStatus ?? "not known"}.`;
    return fail(problem("bad-usage", message, `Wait for its result: ${suggest`status ${called} --watch`}`));
  }
  const message = `${called} failed in validation and was not delivered, so the same document is corrected under its number.`;
  return fail(problem("bad-usage", message, `Correct its file, then: ${suggest`resubmit ${called}`}`));
}

function approvedCreditNote(called: string): Problem {
  const message = `${called} is an approved credit note: no document takes it back.`;
  const hint = `If it took back too much, invoice that anew: ${suggest`new invoice`}. If too little, another credit note of the same invoice.`;
  return problem("bad-usage", message, hint);
}

/** Returns a problem if the document already has a replacement, including one in progress or in doubt. */
async function takenBy({ subject }: Fetched, desk: Desk): Promise<Problem | undefined> {
  const journal = subject.created === undefined ? undefined : await desk.journal();
  if (!journal?.ok) return journal?.problems[0];
  const other = await journal.value.tries.last("corrects", subject.id, mayExist);
  if (!other.ok || other.value === undefined) return other.ok ? undefined : other.problems[0];
  const { attempt, state, id, documentNumber } = other.value;
  const standing = { is: "corrected", attempt, documentNumber, id: state === "created" ? id : undefined } as const;
  const corrects = { id: subject.id, documentNumber: documentName(subject.created ?? { id: subject.asked }) };
  const found = correctedProblem(standing, { corrects });
  return { ...found, message: found.message.replace("Nothing was sent: ", "Nothing was written: ") };
}

/** Returns the reason from each side that rejected the document. */
function reasonsIn(snapshot: StatusSnapshot | undefined): string[] {
  const sides = [
    ["the other side (C3)", snapshot?.toC3?.mlsResponse],
    ["the tax authority (C5)", snapshot?.toC5?.mlsResponse],
  ] as const;
  return sides.flatMap(([who, mls]) =>
    mls?.responseCode === "RE" ? [`Rejected by ${who}: ${reasonSays(mls) ?? "no reason given"}.`] : [],
  );
}

interface Answered extends RejectedStanding {
  readonly reasons: readonly string[];
  /** Whether the tax authority accepted the document. */
  readonly accepted: boolean | undefined;
}

async function written(
  { kind, document, subject }: Fetched,
  { reasons, ...answered }: Answered,
  { options: given }: CorrectInput,
  sandbox: boolean,
  desk: Desk,
): Promise<Report> {
  const copy = fromAnswer(document, kind);
  const called = copy.document_number?.trim() || subject.id;
  const { document_number: _, ...rest } = copy;
  // A document that is not in the journal cannot be linked.
  const linked = subject.created === undefined ? rest : { corrects: called, ...rest };
  const out =
    given.out ?? `${called === subject.id ? idFileName(called) : called.replace(/[^\w.-]+/g, "-")}-corrected.yaml`;
  const create = `${suggest`create-${kind} ${fileWord(out)}`}`;
  const advice = rejectedAdvice({ called, kind, ...answered });
  const head = [
    `A corrected copy of the ${documentKinds[kind].says} ${called}, which was rejected.`,
    ...reasons,
    ...(advice.first === undefined ? [] : [advice.first]),
    "Change what caused the rejection, and check the issue date. The copy gets a number of its own.",
    `Then: ${create}`,
  ];
  const above = { corrects: "The document that this one stands in for. It is never sent; keep it." };
  const done = await desk.output.write(dirname(out), basename(out), writeYaml(linked, kind, { head, above }));
  if (!done.ok) return stoppedBy(done.problems, sandbox);
  const hasFiles = Array.isArray(document.attachments) && document.attachments.length > 0;
  const facts: [string, string][] = [
    ["Document", `${documentKinds[kind].says} ${called}`],
    ...reasons.map((each): [string, string] => ["Reason", each]),
    ["Written to", out],
    ...keptDates(copy, desk),
    ...(hasFiles
      ? [["Attachments", "not in the copy: add them with attachments and file_path"] as [string, string]]
      : []),
    ...(advice.first === undefined ? [] : [["First", advice.first] as [string, string]]),
    ["Next", `change what caused the rejection, then ${create}`],
  ];
  const data = {
    document_number: called,
    kind,
    file: desk.output.absolute(out),
    reasons,
    next: create,
    corrects: subject.created === undefined ? null : called,
    tax_authority_accepted: answered.accepted ?? null,
    credit: advice.credit ?? null,
  };
  return succeeded({ view: "facts", facts, data }, sandbox);
}
