import { requestNumber, writeRequestFile } from "../../approval/index.ts";
import { tableView } from "../../commands/answer/columns.ts";
import { serverJournal } from "../../commands/answer/journal-head.ts";
import { stoppedBy, succeeded } from "../../commands/answer/stopped-by.ts";
import { notSent, submissionReport } from "../../commands/answer/submission-results.ts";
import {
  allFindings,
  defineCommand,
  editionOption,
  flag,
  type Input,
  serviceOptions,
  text,
} from "../../commands/command.ts";
import { type Checked, checkDocuments } from "../../commands/create/check-documents.ts";
import { rateOptions, ratesFrom } from "../../commands/create/rate-options.ts";
import { sharesOf } from "../../commands/create/shares.ts";
import { subjectsOf } from "../../commands/create/subjects.ts";
import { warningsOf } from "../../commands/create/warnings/list.ts";
import { documentKindNames, oneOf } from "../../commands/kinds.ts";
import { sheetOptions } from "../../commands/sheet/drafts.ts";
import { serviceVersions } from "../../contract/index.ts";
import type { Desk } from "../../desk/index.ts";
import { documentKinds, money } from "../../document/index.ts";
import { noRight, sha256 } from "../../journal/index.ts";
import { writeJson } from "../../json/index.ts";
import { fail, ok, type Problem, problem, type Result, suggest, typed, typedFile } from "../../problem/index.ts";
import type { Report } from "../../report/index.ts";
import { keyHere } from "./key-file.ts";
import { inForce, type Requesting, requesterOf } from "./requester.ts";
import { type MadeRequest, newSuppliers, signedRequest } from "./sign-request.ts";

const options = {
  ...serviceOptions,
  ...editionOption,
  key: text(
    "--key <file>",
    "your private key, as selfbill policy new-key made it; not needed if the policy has your database user",
  ),
  out: text("--out <dir>", "folder for the file of the request (default: this one; in a journal on a server no file)"),
  kind: oneOf(
    "--kind <kind>",
    (all) => `spreadsheet: ${all} (a file of one document tells it itself)`,
    documentKindNames,
  ),
  sendAnyway: flag("--send-anyway", "findings of network rules are warnings, as when it is sent with --send-anyway"),
  ...rateOptions,
  ...sheetOptions,
  ...allFindings,
} as const;

type RequestInput = Input<typeof options>;

export const request = defineCommand({
  words: "request [files...]",
  summary: "ask for another person's approval of documents; nothing is sent",
  help: `The files are checked as create-invoice checks them; with an error nothing is requested (exit code 20). The request is signed with your key.
In a journal on a server it is recorded with its documents: others see it with selfbill approvals and approve it there, and you send as always.
Otherwise it is one file with the documents in it, to be handed to somebody who may approve it: they run selfbill approve on any computer and
hand back an approval, with which you send: create-invoice FILE --approval APPROVAL.json. An approval is of exactly this content: a changed
file needs a new one. No number of a series is used. See selfbill help approvals.`,
  group: "Check and send",
  practice: "own books",
  facts: { journal: "used", oneDocument: false, sends: false, asksService: false },
  answers: ({ dryRunAnswer, approvals }) => [approvals.requested, dryRunAnswer],
  options,
  examples: [
    {
      type: "selfbill request march.yaml --key aisha.key",
      does: "writes request-….json, to be approved by somebody else",
    },
    {
      type: "selfbill request march.xlsx --key aisha.key --out outbox",
      does: "one request for all documents of a spreadsheet",
    },
  ],
  input(words, given): Result<{ words: readonly string[]; given: RequestInput["options"] }> {
    if (words.length === 0) return bad("No document was named.", `Type: ${suggest`request FILE --key ME.key`}`);
    return ok({ words, given });
  },
  async run({ words, given }, desk): Promise<Report> {
    const profile = await desk.profile(given);
    if (!profile.ok) return stoppedBy(profile.problems);
    const { sandbox } = profile.value;
    const key = await keyHere(given.key, desk);
    if (!key.ok) return stoppedBy(key.problems, sandbox);
    const stands = await inForce(profile.value, desk);
    if (!stands.ok) return stoppedBy(stands.problems, sandbox);
    const who = requesterOf(stands.value, key.value);
    if (!who.ok) return stoppedBy(who.problems, sandbox);
    const barred = await who.value.journal.policies.team.mayNot(who.value.account, "request");
    if (!barred.ok) return stoppedBy(barred.problems, sandbox);
    if (barred.value !== undefined) return stoppedBy([noRight(barred.value, "requested")], sandbox);
    const checked = await checkedAs(words, given, who.value, desk);
    if (!checked.ok) return stoppedBy(checked.problems, sandbox);
    const { all, warnings } = checked.value;
    if (all.some(({ wrong }) => wrong)) {
      const report = submissionReport(
        all.map(({ held }) => held),
        warnings,
        sandbox,
        true,
      );
      return { ...report, ...(given.all ? {} : { oneScreen: true }) };
    }
    return recorded(all, given, who.value, warnings, desk);
  },
});

async function checkedAs(
  words: readonly string[],
  given: RequestInput["options"],
  { profile }: Requesting,
  desk: Desk,
): Promise<Result<{ all: readonly Checked[]; warnings: readonly Problem[] }>> {
  const kind = given.kind;
  const found = await subjectsOf(words, kind, { ...given, results: undefined }, desk);
  if (!found.ok) return found;
  const shares = await sharesOf(found.value.all, { ...given, profile: profile.name }, desk);
  if (!shares.ok) return shares;
  const [{ places, left }] = shares.value;
  const all = places.flatMap((at) => found.value.all[at] ?? []);
  const warnings = [...found.value.warnings, ...(left ? [left] : [])];
  const rates = ratesFrom(given, all.length, desk);
  if (!rates.ok) return rates;
  const version = profile.serviceVersion ?? serviceVersions.stable;
  const how = { version, profile, sendAnyway: given.sendAnyway, ...rates.value, ...(kind ? { kind } : {}) };
  const manner = { remarks: warningsOf(profile, desk), told: notSent, keep: true };
  return ok({ all: await checkDocuments(all, how, manner, desk), warnings });
}

/**
 * Records a request. Writes the file first, because a recorded request without its file is useless. On a server, the
 * request is stored in the journal, and a file is written only with --out.
 */
async function recorded(
  all: readonly Checked[],
  given: RequestInput["options"],
  who: Requesting,
  warnings: readonly Problem[],
  desk: Desk,
): Promise<Report> {
  const { sandbox } = who.profile;
  const isNew = await newSuppliers(all, who.account, desk);
  const made = signedRequest(all, who, { sendAnyway: given.sendAnyway, now: desk.now(), isNew });
  if (!made.ok) return stoppedBy(made.problems, sandbox);
  const queue = await serverJournal(desk);
  if (!queue.ok) return stoppedBy(queue.problems, sandbox);
  const { request: asked, hash, envelope, contents } = made.value;
  const file = writeRequestFile(envelope, who.envelope, contents);
  const name = `request-${requestNumber(hash)}.json`;
  const isFile = queue.value === undefined || given.out !== undefined;
  const written = isFile ? await desk.output.write(given.out ?? ".", name, file, { private: true }) : ok(undefined);
  if (!written.ok) return stoppedBy(written.problems, sandbox);
  const { note, texts } = requestNote(made.value, all, queue.value === undefined ? undefined : file);
  const noted = await who.journal.note("requested", note, ...texts);
  if (!noted.ok) return stoppedBy(noted.problems, sandbox);
  const shown = tableView(all, {
    Document: ({ file: each }) => each,
    Kind: ({ held }) => documentKinds[held.kind].short,
    Supplier: ({ held }) => held.supplier?.name,
    "AED with VAT": ["money", ({ sums }) => sums && money.forPeople(sums.grossInAed)],
  });
  const documents = asked.documents.map(({ file: each, kind, key, gross_aed }) => ({
    file: each,
    kind,
    confirm: key,
    gross_aed,
  }));
  const kept = written.value ?? "";
  const data = { request: { sha256: hash, file: kept, by: asked.by.name, policy: asked.policy, documents } };
  const named = queue.value === undefined ? typedFile(name) : typed(requestNumber(hash));
  const where =
    queue.value === undefined
      ? `Hand ${written.value} to somebody who may approve it`
      : "It waits in the journal for somebody who may approve it";
  const next = `Nothing was sent. ${where}: ${suggest`approve ${named} --key THEIR.key`.byAnother()}`;
  return succeeded({ ...shown, data, empty: "", next }, sandbox, [
    ...all.flatMap(({ held }) => held.problems),
    ...warnings,
  ]);
}

/**
 * Returns the journal's note about a request. `file` is the text of the request file; if it is stored, the request can
 * be approved from the journal.
 */
function requestNote(
  { request: { by, policy, account, documents }, hash, envelope }: MadeRequest,
  all: readonly Checked[],
  file: string | undefined,
): { readonly note: Record<string, unknown>; readonly texts: readonly string[] } {
  const text = writeJson(envelope);
  const note = { request: hash, by, policy, documents: String(documents.length), text: sha256(text) };
  if (file === undefined) return { note, texts: [text] };
  const numbers = new Map(all.map(({ file: each, kept }) => [each, kept?.document?.document_number?.trim()]));
  const names = documents.map((each) => numbers.get(each.file) || each.file);
  const keys = documents.map(({ key }) => key);
  return { note: { ...note, account, keys, names, file: sha256(file) }, texts: [text, file] };
}

function bad(message: string, hint: string): Result<never> {
  return fail(problem("bad-usage", message, hint));
}
