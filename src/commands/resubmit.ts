import { objectNamed, textNamed } from "../contract/index.ts";
import type { Connection, Desk } from "../desk/index.ts";
import { documentKinds, foldedName } from "../document/index.ts";
import type { JsonObject } from "../json/index.ts";
import { type Prepared, prepare, type Sendable, unknownPolicy } from "../prepare/index.ts";
import { type Problem, problem, suggest } from "../problem/index.ts";
import type { Report, SubmissionResult } from "../report/index.ts";
import { statusName } from "../states/index.ts";
import { waitingFrom } from "../submit/index.ts";
import { withHead } from "./answer/journal-head.ts";
import { stoppedBy } from "./answer/stopped-by.ts";
import { isWrong, notSent, toldUnsent } from "./answer/submission-results.ts";
import { anyWords, defineCommand, editionOption, flag, type Input, serviceOptions } from "./command.ts";
import { approvalOption, approvalsIn } from "./create/approval-files.ts";
import { needsAnswer } from "./create/create-document.ts";
import { changedSupplierOption, refusedForChange } from "./create/gates/changed-supplier.ts";
import { onlyReads } from "./create/gates/only-reads.ts";
import { rateOptions, ratesFrom } from "./create/rate-options.ts";
import { readyToSend } from "./create/ready-to-send.ts";
import { sendInstead } from "./create/send-documents.ts";
import { sayOfServices, servicesOptions, settleServices } from "./create/services.ts";
import { showBeforeAsking } from "./create/show-before-asking.ts";
import { supplierWarnings } from "./create/warnings/list.ts";
import { partOfOption } from "./create/warnings/same-supply.ts";
import { type Fetched, fetchDocument } from "./follow/fetch-document.ts";
import { kindOptions } from "./follow/subject.ts";
import { allowUnknown } from "./kinds.ts";

const options = {
  ...serviceOptions,
  ...editionOption,
  invoice: kindOptions.invoice,
  yes: flag("--yes", "send without asking"),
  sendAnyway: flag("--send-anyway", "send despite network rules; never with invalid fields"),
  allowSimilar: flag("--allow-similar", "send even if it is a possible duplicate of another document"),
  ...partOfOption,
  ...servicesOptions,
  allowUnknown,
  ...rateOptions,
  ...changedSupplierOption,
  ...approvalOption,
} as const;

type ResubmitInput = Input<typeof options>;

export const resubmit = defineCommand({
  words: "resubmit <id> [file]",
  summary: `correct and send a document again after ${statusName.failed}`,
  help: `The ID may also be a document number. Without FILE the original file is read again. The corrected document replaces the old
one as a whole and keeps its id and, unless the file names another, its number.`,
  group: "Check and send",
  practice: "own books",
  facts: { journal: "used", oneDocument: true, sends: true, asksService: true },
  answers: ({ createdAnswer, dryRunAnswer }) => [createdAnswer, dryRunAnswer],
  lines: ({ lineOfResult, endLine }) => [lineOfResult, endLine],
  options,
  examples: [
    { type: "selfbill resubmit SBC-2026-0001", does: "reads its file again, checks, shows, asks, sends" },
    {
      type: "selfbill resubmit SBC-2026-0001 corrected.yaml --yes",
      does: "the same with another file, without asking",
    },
  ],
  input: anyWords,
  async run(input: ResubmitInput, desk): Promise<Report> {
    const silent = needsAnswer({ yes: input.options.yes, dryRun: false }, desk);
    if (silent) return stopped([silent]);
    const profile = await desk.profile(input.options);
    if (!profile.ok) return stopped(profile.problems);
    const unsaid = await sayOfServices(profile.value, input.options, desk);
    if (unsaid) return stopped([unsaid]);
    const reader = await onlyReads.stops({}, desk);
    if (reader) return stopped([reader]);
    const connection = await desk.connect(input.options);
    if (!connection.ok) return stopped(connection.problems);
    const { sandbox } = connection.value.profile;
    const found = await fetchDocument(input.words[0] ?? "", input.options, connection.value, desk);
    if (!found.ok) return stopped(found.problems, sandbox);
    const wrong = notNow(found.value) ?? noFile(input, found.value);
    if (wrong) return stopped([wrong], sandbox);
    return sendAgain(input, found.value, connection.value, desk);
  },
});

function stopped(problems: readonly Problem[], sandbox = false): Report {
  return stoppedBy(problems.map(toldUnsent), sandbox);
}

/**
 * Returns a problem unless the document failed validation: no other document can be replaced. Source: contract §8.3.
 */
function notNow({ subject, overallStatus }: Fetched): Problem | undefined {
  if (overallStatus === statusName.failed) return undefined;
  const message = `Nothing was sent: ${subject.asked} is ${overallStatus ?? "without a status"}, and only a document in ${statusName.failed} can be sent again.`;
  const hint = `PENDING: wait (${suggest`status --watch`}). APPROVED: create a credit note and, if needed, a new document. REJECTED: ${suggest`correct ${subject.asked}`}`;
  return problem("not-resubmittable", message, hint);
}

function noFile({ words }: ResubmitInput, { subject }: Fetched): Problem | undefined {
  const known = subject.created !== undefined && subject.created.file !== "-";
  if (words[1] !== undefined || known) return undefined;
  const message = "The file of this document is not known here.";
  return problem("bad-usage", message, `Name it: ${suggest`resubmit ${subject.asked} FILE`}`);
}

async function sendAgain(
  input: ResubmitInput,
  { subject, kind, document }: Fetched,
  connection: Connection,
  desk: Desk,
): Promise<Report> {
  const { words, options: given } = input;
  const file = words[1] ?? subject.created?.file ?? "-";
  const version = given.serviceVersion ?? subject.created?.version ?? connection.profile.serviceVersion;
  const profile = { ...connection.profile, serviceVersion: version };
  const rates = ratesFrom(given, 1, desk);
  if (!rates.ok) return stopped(rates.problems, profile.sandbox);
  const unknown = unknownPolicy(given);
  const asked = { kind, version, profile, sendAnyway: given.sendAnyway, unknown, ...rates.value };
  const read = await prepare(file, asked, desk);
  const changes = [
    ...(await supplierWarnings(profile, desk, subject.id)(read)),
    ...otherSupplier(read, document, subject.asked),
  ];
  const prepared = { ...read, problems: [...read.problems, ...changes] };
  if (isWrong(prepared)) return reportOf(notSent(prepared), profile.sandbox);
  const sendable = prepared as Sendable;
  const approvals = await approvalsIn(given, desk);
  if (!approvals.ok) return stopped(approvals.problems, profile.sandbox);
  const ready = await readyToSend(connection, desk);
  if (!ready.ok) return stopped(ready.problems, profile.sandbox);
  const services = await settleServices([async () => sendable], connection, ready.value.journal, desk);
  if (!services.ok) return stopped(services.problems, profile.sandbox);
  if (services.value === "same") return resubmit.run(input, desk);
  const refused = await refusedForChange([{ held: notSent(prepared), wrong: false }], given, desk);
  if (refused) return stopped(refused, profile.sandbox);
  if (!given.yes) {
    await showBeforeAsking(sendable, profile, desk);
    const { company } = connection;
    const where = `${profile.sandbox ? "the sandbox" : profile.origin}${company === undefined ? "" : ` for ${company}`}`;
    const agreed = await desk.ask.confirm(`Send this ${documentKinds[kind].says} again to ${where}?`);
    if (!agreed.ok) return stopped(agreed.problems, profile.sandbox);
    if (!agreed.value) {
      const no = problem("declined", "You said no: nothing was sent.", "Run the command again when you are ready.");
      return stopped([no], profile.sandbox);
    }
  }
  const before = { id: subject.id, documentNumber: textNamed(document, "documentNumber") };
  const spoken = { ...connection, profile, service: subject.service };
  const { sendAnyway, allowSimilar, partOf } = given;
  const how = { waiting: waitingFrom({}), allowSimilar, partOf, sendAnyway, approvals: approvals.value };
  const open = { connection: spoken, ...ready.value, desk, options: how };
  return withHead(reportOf(await sendInstead(sendable, before, open), profile.sandbox), ready.value.journal);
}

/**
 * Warns if the file is for another supplier, because the replaced document would be lost. Ignores a difference in only
 * the TRN or only the name, which may be the correction being made.
 */
function otherSupplier({ document, spot, file }: Prepared, replaced: JsonObject, asked: string): Problem[] {
  const there = objectNamed(replaced, "accountingSupplierParty") ?? {};
  const here = document?.accounting_supplier_party;
  const theirs = textNamed(objectNamed(there, "partyTaxScheme") ?? {}, "companyId")?.trim() ?? "";
  const ours = here?.party_tax_scheme?.company_id?.trim() ?? "";
  const called = textNamed(there, "partyName") ?? textNamed(there, "name") ?? "";
  const name = here?.party_name ?? here?.name ?? "";
  if (theirs === ours || called === "" || name === "" || foldedName(called) === foldedName(name)) return [];
  const path = "accounting_supplier_party.party_tax_scheme.company_id";
  const message = `THIS FILE IS FOR ANOTHER SUPPLIER. ${asked} is for ${called} (TRN ${theirs || "missing"}), and the file for ${name} (TRN ${ours || "missing"}).`;
  const hint =
    "Name the file of this document. If it is the same supplier after all, answer yes, or add --accept-changed-supplier.";
  return [problem("supplier-changed", message, hint, { severity: "warning", where: spot?.(path) ?? { file, path } })];
}

function reportOf(result: SubmissionResult, sandbox: boolean): Report {
  return {
    outcome: result.outcome,
    sandbox,
    view: { view: "submissions", results: [result], dryRun: false, again: true },
    problems: [],
  };
}
