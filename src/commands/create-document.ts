import { serviceVersions } from "../contract/index.ts";
import type { Desk } from "../desk.ts";
import type { DocumentKind } from "../document/index.ts";
import { type Prepared, prepare, type Sendable } from "../flow.ts";
import { type Problem, problem } from "../problem/index.ts";
import type { Report, SubmissionResult } from "../render/index.ts";
import type { ServiceProfile } from "../settings/index.ts";
import { flag, type Input, serviceOptions, text, without } from "./command.ts";
import { sendDocuments } from "./send-documents.ts";
import { base, report, stopped } from "./submission-results.ts";

/** Options of create-invoice and create-credit-note. */
export const createOptions = {
  ...serviceOptions,
  dryRun: flag("--dry-run", "check, show the exact request and the totals, send nothing"),
  yes: flag("--yes", "send without asking"),
  sendAnyway: flag(
    "--send-anyway",
    "send in spite of findings that only the network would make; never of wrong fields",
  ),
  allowSimilar: flag("--allow-similar", "send although a document of the same supplier, date and amounts exists"),
  noWait: without("--no-wait", "never wait for the service's request limit: exit code 22 instead"),
  maxWait: text("--max-wait <seconds>", "wait at most this long for the request limit, each document (default 300)"),
  firstRun: flag("--first-run", "in CI: there is no journal yet, and nothing was sent before"),
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
  return sendDocuments(prepared as Sendable[], options, warnings, desk);
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

/** Whether a document must not be sent. */
export function isWrong(prepared: Prepared): boolean {
  return prepared.bodyText === undefined || prepared.problems.some((each) => each.severity === "error");
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

function usage(found: Problem): Report {
  return stopped([found]);
}
