import { type Decision, openApprovalFile, sealDecision, writeApprovalFile } from "../approval/index.ts";
import type { Desk } from "../desk/index.ts";
import { money } from "../document/index.ts";
import { fail, ok, type Problem, problem, type Result } from "../problem/index.ts";
import { gulfTime, renderPreview, renderProblems, safe } from "../render/index.ts";
import type { Report } from "../report/index.ts";
import { stoppedBy } from "./answer/stopped-by.ts";
import { type JudgedRequest, judgedRequest } from "./approval/judge-request.ts";
import { keyFrom } from "./approval/key-file.ts";
import { defineCommand, flag, type Input, text } from "./command.ts";

const options = {
  key: text("--key <file>", "your private key, as selfbill policy new-key made it"),
  reject: text("--reject <reason>", "say no, with the reason; nothing is asked"),
  out: text("--out <dir>", "folder for the file of the approval (default: this one)"),
  yes: flag("--yes", "approve without asking"),
} as const;

type ApproveInput = Input<typeof options>;

export const approve = defineCommand({
  words: "approve <requests...>",
  summary: "approve or reject what another person requested; nothing is sent",
  help: `A request is the file that selfbill request wrote. Its signature is verified, its documents are judged again by this program, and shown with
what was found, a changed supplier first; then you are asked. The approval is signed with your key and written as a file to be handed back:
create-invoice FILE --approval APPROVAL.json sends exactly what you saw, once, and nothing else. Neither profile, token nor journal is needed
here. You cannot approve what you requested, nor what is above your limits. See selfbill help approvals.`,
  options,
  examples: [
    { type: "selfbill approve request-0f8a2c1e4bf9.json --key omar.key", does: "shows what is requested, asks, signs" },
    {
      type: 'selfbill approve request-0f8a2c1e4bf9.json --key omar.key --reject "wrong sum"',
      does: "says no; with this file nothing can be sent",
    },
  ],
  input(words, given): Result<{ words: readonly string[]; given: ApproveInput["options"] }> {
    if (words.length === 0) return bad("No request was named.", "Type: selfbill approve REQUEST.json --key ME.key");
    if (given.key === undefined) return bad("An approval is signed with your key.", "Add --key ME.key.");
    if (given.reject?.trim() === "") return bad("--reject needs a reason.", 'Write --reject "why".');
    if (given.reject !== undefined && given.yes)
      return bad("--yes and --reject exclude each other.", "Remove one of them.");
    return ok({ words, given });
  },
  async run({ words, given }, desk): Promise<Report> {
    if (!given.yes && given.reject === undefined && !desk.ask.possible) {
      const message = "Confirmation is required, but this is not an interactive terminal.";
      return stoppedBy([problem("needs-answer", message, "Add --yes to approve what was looked at elsewhere.")]);
    }
    const key = await keyFrom(given.key ?? "", desk);
    if (!key.ok) return stoppedBy(key.problems);
    const judged: JudgedRequest[] = [];
    for (const file of new Set(words)) {
      const one = await judgedRequest(file, key.value, { rejecting: given.reject !== undefined }, desk);
      if (!one.ok) return stoppedBy(one.problems);
      judged.push(one.value);
    }
    const written: Written[] = [];
    for (const each of judged) {
      const no = given.reject === undefined ? await refused(each, given.yes, desk) : undefined;
      if (no) return reportOf(written, [no]);
      const done = await decided(each, given, desk);
      if (!done.ok) return reportOf(written, done.problems);
      written.push(done.value);
    }
    return reportOf(written, []);
  },
});

interface Written {
  readonly decision: Decision;
  readonly judged: JudgedRequest;
  readonly hash: string;
  readonly file: string;
}

/** More documents than these are shown as a sum each. */
const mostShown = 10;

/** Shows what is requested, warnings on top, and asks; the problem when it is not agreed. */
async function refused(judged: JudgedRequest, yes: boolean, desk: Desk): Promise<Problem | undefined> {
  const { file, documents, grossInAed, warnings } = judged;
  const { by, policy } = file.request;
  desk.say(`Requested by ${safe(by.name)} on ${gulfTime(Date.parse(file.request.at))}, under policy ${safe(policy)}.`);
  if (warnings.length > 0) desk.say(renderProblems(warnings, desk.talkStyle));
  for (const each of documents.slice(0, mostShown)) desk.say(renderPreview(each.preview, desk.talkStyle));
  for (const each of documents.slice(mostShown))
    desk.say(`${safe(each.preview.file)}: AED ${money.forPeople(each.grossInAed)}`);
  const count = documents.length === 1 ? "this document" : `these ${documents.length} documents`;
  const question = `Approve ${count}, AED ${money.forPeople(grossInAed)} with VAT, requested by ${safe(by.name)}?`;
  if (yes) return undefined;
  const agreed = await desk.ask.confirm(question);
  if (!agreed.ok) return agreed.problems[0];
  if (agreed.value) return undefined;
  return problem("declined", "You said no: nothing was approved.", "To record a refusal: --reject REASON");
}

/** Signs and writes the decision. Problems: `file-exists`, `output-unwritable`. */
async function decided(judged: JudgedRequest, given: ApproveInput["options"], desk: Desk): Promise<Result<Written>> {
  const { file, person, key } = judged;
  const decision: Decision = {
    by: { name: person.name, key: key.publicKey },
    at: desk.now().toISOString(),
    decision: given.reject === undefined ? "approved" : "rejected",
    ...(given.reject === undefined ? {} : { reason: given.reject.trim() }),
    request: file.hash,
    policy: file.policy.policy.number,
  };
  const envelope = sealDecision(decision, key);
  const text = writeApprovalFile(file.envelope, envelope);
  const signed = openApprovalFile(text);
  if (!signed) return fail(problem("fault", "The approval could not be signed.", "Report it, with the version."));
  const who =
    person.name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-+|-+$/g, "") || key.publicKey.slice(8, 16);
  const name = `${given.reject === undefined ? "approval" : "rejection"}-${file.hash.slice(0, 12)}-${who.slice(0, 40)}.json`;
  const noted = given.reject === undefined ? await notedOnServer(file, signed.hash, person.name, desk) : ok(undefined);
  if (!noted.ok) return noted;
  const written = await desk.output.write(given.out ?? ".", name, text, { private: true });
  return written.ok ? ok({ decision, judged, hash: signed.hash, file: written.value }) : written;
}

/** In a journal on a server an approval counts that another user of the database recorded there. Problem: `approval-invalid`. */
async function notedOnServer(
  { hash, request }: JudgedRequest["file"],
  approval: string,
  by: string,
  desk: Desk,
): Promise<Result<void>> {
  const place = await desk.journalPlace();
  if (!place.ok) return place;
  if (!place.value.onServer) return ok(undefined);
  const journal = await desk.journal();
  if (!journal.ok) return journal;
  // The server holds who is approved to these contents, as it cannot open the files.
  const keys = request.documents.map(({ key }) => key);
  const noted = await journal.value.note("approved", { request: hash, approval, by, keys });
  if (noted.ok) return noted;
  const { cause } = noted.problems[0];
  const refusal = cause instanceof Error && "code" in cause && cause.code === raisedByRule ? cause.message : undefined;
  if (refusal === undefined) return noted;
  const hint = `Hand the request of ${request.by.name} to another person, with a database user of their own.`;
  return fail(problem("approval-invalid", `Nothing was approved: ${refusal}.`, hint));
}

/** SQLSTATE of what a rule of the journal itself says no to. */
const raisedByRule = "P0001";

function reportOf(all: readonly Written[], problems: readonly Problem[]): Report {
  const rows = all.map(({ decision, judged, file }) => [
    judged.file.hash.slice(0, 12),
    judged.file.request.by.name,
    String(judged.documents.length),
    money.forPeople(judged.grossInAed),
    decision.decision,
    file,
  ]);
  const decisions = all.map(({ decision, judged, hash, file }) => ({
    request: judged.file.hash,
    requested_by: judged.file.request.by.name,
    decision: decision.decision,
    by: decision.by.name,
    policy: decision.policy,
    documents: judged.file.request.documents.map((each) => ({
      file: each.file,
      kind: each.kind,
      confirm: each.key,
      gross_aed: each.gross_aed,
    })),
    sha256: hash,
    file,
  }));
  const [first] = all;
  const next =
    first && `Nothing was sent. Hand ${all.map(({ file }) => file).join(", ")} back: it is sent with --approval.`;
  const columns = ["Request", "By", "Documents", "AED with VAT", "Decision", "Written to"];
  return {
    outcome: problems[0]?.outcome ?? "done",
    sandbox: all.some(({ judged }) => judged.file.request.account.startsWith("sandbox:")),
    view: { view: "table", columns, rows, right: [2, 3], data: { decisions }, empty: "Nothing was approved.", next },
    problems: [...problems, ...all.flatMap(({ judged }) => judged.warnings)],
  };
}

function bad(message: string, hint: string): Result<never> {
  return fail(problem("bad-usage", message, hint));
}
