import { serviceVersions } from "../contract/index.ts";
import type { Connection, Desk } from "../desk.ts";
import type { DocumentKind } from "../document/index.ts";
import { type Prepared, prepare, type Sendable, type SentBefore, submit } from "../flow.ts";
import type { Journal } from "../journal/index.ts";
import { type Outcome, outcomeOf, type Problem, problem } from "../problem/index.ts";
import { type Report, renderPreview, type SubmissionResult, totalsJson } from "../render/index.ts";
import type { ServiceProfile } from "../settings/index.ts";
import { flag, type Input, serviceOptions } from "./command.ts";

/** Options of create-invoice and create-credit-note. */
export const createOptions = {
  ...serviceOptions,
  dryRun: flag("--dry-run", "check, show the exact request and the totals, send nothing"),
  yes: flag("--yes", "send without asking"),
  sendAnyway: flag(
    "--send-anyway",
    "send in spite of findings that only the network would make; never of wrong fields",
  ),
} as const;

type CreateInput = Input<typeof createOptions>;

/** What a command knows beside the words. */
interface More {
  /** A document that was made here and stands in no file. */
  readonly draft?: { readonly name: string; readonly content: Uint8Array };
  /** Problems to report of each document besides those of the checks. */
  readonly remarks?: (prepared: Prepared) => Promise<readonly Problem[]> | readonly Problem[];
}

/** Creates documents of one kind: all files are checked first, and nothing is sent while one is wrong. */
export async function createDocuments(
  kind: DocumentKind,
  input: CreateInput,
  desk: Desk,
  { draft, remarks }: More = {},
): Promise<Report> {
  const { options } = input;
  const words = draft ? [draft.name] : input.words;
  const command = `create-${kind}`;
  if (words.length === 0) {
    return usage(
      problem(
        "bad-usage",
        "No document was named.",
        `Type: selfbill ${command} FILE, or - to read standard input. Help: selfbill ${command} --help`,
      ),
    );
  }
  const silent = needsAnswer(options, desk);
  if (silent) return usage(silent);
  const profile = await desk.profile(options);
  if (!profile.ok && !(options.dryRun && profile.problems.every((each) => each.code === "no-profile"))) {
    return stopped(profile.problems);
  }
  const known = profile.ok ? profile.value : undefined;
  const sandbox = known?.sandbox ?? false;
  const version = known?.serviceVersion ?? options.serviceVersion ?? serviceVersions.stable;
  const prepared: Prepared[] = [];
  const how = { kind, version, profile: known, sendAnyway: options.sendAnyway, content: draft?.content };
  for (const file of words) {
    const each = await prepare(file, how, desk);
    prepared.push({ ...each, problems: [...each.problems, ...((await remarks?.(each)) ?? [])] });
  }
  const warnings = [...(known ? versionWarning(known) : []), ...(known?.businessProfile ? [] : [buyerUnknown()])];
  if (options.dryRun)
    return report(
      prepared.map((each) => rehearsed(each, known)),
      warnings,
      sandbox,
      true,
    );
  if (prepared.some(isWrong)) return report(prepared.map(notSent), warnings, sandbox, false);
  return send(prepared as Sendable[], input, warnings, desk);
}

/** Sending needs a yes: the problem of a run that has none and cannot ask. */
export function needsAnswer(
  options: { readonly yes: boolean; readonly dryRun: boolean },
  desk: Desk,
): Problem | undefined {
  if (options.yes || options.dryRun || desk.ask.possible) return undefined;
  return problem(
    "needs-answer",
    "Sending needs a yes, and nobody can be asked here.",
    "Add --yes to send, or --dry-run to check only.",
  );
}

async function send(
  prepared: readonly Sendable[],
  { options }: CreateInput,
  warnings: readonly Problem[],
  desk: Desk,
): Promise<Report> {
  const connection = await desk.connect(options);
  if (!connection.ok) return stopped(connection.problems);
  const { profile } = connection.value;
  const journal = await desk.journal();
  if (!journal.ok) return stopped(journal.problems, profile.sandbox);
  if (!options.yes) {
    for (const each of prepared)
      desk.say(renderPreview({ ...each, customer: profile.businessProfile }, desk.talkStyle));
    const where = profile.sandbox ? "the sandbox" : profile.origin;
    const count = prepared.length === 1 ? "this document" : `these ${prepared.length} documents`;
    const agreed = await desk.ask.confirm(`Send ${count} to ${where}?`);
    if (!agreed.ok) return stopped(agreed.problems, profile.sandbox);
    if (!agreed.value) {
      const no = problem("declined", "You said no: nothing was sent.", "Run the command again when you are ready.");
      return {
        outcome: "declined",
        sandbox: profile.sandbox,
        view: { view: "submissions", results: [], dryRun: false },
        problems: [no],
      };
    }
  }
  const results: SubmissionResult[] = [];
  let halted: Outcome | undefined;
  for (const each of prepared) {
    if (halted) {
      const why = problem(
        "not-connected",
        "It was not tried, because the service refused access before.",
        "Log in and run the same command again.",
        { where: { file: each.file } },
      );
      results.push({ ...base(each), outcome: "not_sent", problems: [why] });
      continue;
    }
    const result = await sendOne(each, connection.value, journal.value, desk);
    results.push(result);
    if (result.outcome === "auth" || result.outcome === "local_state") halted = result.outcome;
  }
  return report(results, warnings, profile.sandbox, false);
}

/** Sends one document, for the first time or again. */
export async function sendOne(
  prepared: Sendable,
  connection: Connection,
  journal: Journal,
  desk: Desk,
  before?: SentBefore,
): Promise<SubmissionResult> {
  const { outcome, created, problems } = await submit(prepared, connection, journal, desk, before);
  const all = [...prepared.problems, ...problems];
  if (!created) return { ...base(prepared), outcome, problems: all };
  const totals = { ...base(prepared).totals, ...created.totals };
  const { id, documentNumber, overallStatus } = created;
  return { ...base(prepared), outcome, id, documentNumber, overallStatus, totals, problems: all };
}

/** Whether a document must not be sent. */
export function isWrong(prepared: Prepared): boolean {
  return prepared.bodyText === undefined || prepared.problems.some((each) => each.severity === "error");
}

function base(prepared: Prepared): Omit<SubmissionResult, "outcome"> {
  const supplier = prepared.document?.accounting_supplier_party;
  return {
    file: prepared.file,
    kind: prepared.kind,
    documentNumber: prepared.document?.document_number,
    supplier: supplier && {
      name: supplier.party_name ?? supplier.name ?? "",
      trn: supplier.party_tax_scheme?.company_id ?? "",
    },
    currency: prepared.calculation?.currency,
    totals: prepared.calculation && totalsJson(prepared.calculation.totals),
    problems: prepared.problems,
  };
}

/** The result of a document that was held back. */
export function notSent(prepared: Prepared): SubmissionResult {
  const firstError = prepared.problems.find((each) => each.severity === "error");
  return { ...base(prepared), outcome: isWrong(prepared) ? (firstError?.outcome ?? "invalid") : "not_sent" };
}

function rehearsed(prepared: Prepared, profile: ServiceProfile | undefined): SubmissionResult {
  if (isWrong(prepared)) return notSent(prepared);
  const { file, kind, document, calculation, body, bodyText } = prepared as Sendable;
  const path = prepared.kind === "invoice" ? "purchase-invoices" : "purchase-credit-notes";
  const url = profile ? `${profile.baseUrl}/api/${path}/${encodeURIComponent(profile.businessProfileId ?? "")}` : null;
  return {
    ...base(prepared),
    outcome: "done",
    request: {
      url,
      version: profile?.serviceVersion ?? serviceVersions.stable,
      body,
      text: bodyText,
      preview: { file, kind, document, calculation, customer: profile?.businessProfile },
    },
  };
}

/** 20260507 is to be tried in a sandbox first. */
function versionWarning(profile: ServiceProfile): Problem[] {
  if (profile.sandbox || profile.serviceVersion !== serviceVersions.latest) return [];
  return [
    problem(
      "unstable-version",
      "Contract version 20260507 is pinned outside a sandbox.",
      "Try it in a sandbox first; 20260101 is the stable one.",
      {
        severity: "warning",
      },
    ),
  ];
}

/** The service fills the buyer in; here nothing can be said about it. */
function buyerUnknown(): Problem {
  return problem(
    "buyer-unknown",
    "The buyer is not known on this computer, so the rules about it were not checked.",
    "selfbill profile fetch keeps it; where the service cannot tell it, selfbill profile set NAME --party FILE.",
    { severity: "warning" },
  );
}

function report(results: SubmissionResult[], problems: readonly Problem[], sandbox: boolean, dryRun: boolean): Report {
  const judged = results.map((result) => result.outcome);
  // A right document beside a wrong one was not sent, but it is the wrong one that the exit code speaks of.
  const invalid =
    judged.includes("invalid") && judged.every((outcome) => outcome === "invalid" || outcome === "not_sent");
  return {
    outcome: invalid ? "invalid" : outcomeOf(judged),
    sandbox,
    view: { view: "submissions", results, dryRun },
    problems,
  };
}

function usage(found: Problem): Report {
  return stopped([found]);
}

function stopped(problems: readonly Problem[], sandbox = false): Report {
  const view = { view: "submissions", results: [], dryRun: false } as const;
  return { outcome: problems[0]?.outcome ?? "internal", sandbox, view, problems };
}
