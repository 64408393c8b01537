import { basename, dirname } from "node:path";
import { fromAnswer, type StatusSnapshot } from "../contract/index.ts";
import type { Desk } from "../desk/index.ts";
import { documentKinds } from "../document/index.ts";
import { fail, ok, problem, type Result, typed, typedFile } from "../problem/index.ts";
import { writeYaml } from "../read/index.ts";
import { reasonSays } from "../render/index.ts";
import type { Report } from "../report/index.ts";
import { samePlace } from "./answer/same-place.ts";
import { stoppedBy } from "./answer/stopped-by.ts";
import { defineCommand, type Input, serviceOptions, text } from "./command.ts";
import { type Fetched, fetchDocument } from "./follow/fetch-document.ts";
import { again, look } from "./follow/observe.ts";
import { kindOptions } from "./follow/subject.ts";

const options = {
  ...serviceOptions,
  invoice: kindOptions.invoice,
  out: text("--out <file>", "write the copy into this new file (default: NUMBER-corrected.yaml)"),
} as const;

type CorrectInput = Input<typeof options>;

/** What comes after REJECTED: the next document as a file, with the reasons on top. Nothing is sent. */
export const correct = defineCommand({
  words: "correct <id>",
  summary: "write the corrected copy of a rejected document, to change and send",
  help: `The ID may also be a document number. The copy is what was sent, without its number and its attachments, with the reasons of the rejection on
top. Change what caused the rejection, then create it. After VALIDATION_FAILED use resubmit, which keeps the number. Nothing is sent.`,
  options,
  examples: [
    { type: "selfbill correct SBC-2026-0001", does: "writes SBC-2026-0001-corrected.yaml and names the next commands" },
  ],
  async run(input, desk): Promise<Report> {
    const connection = await desk.connect(input.options);
    if (!connection.ok) return stoppedBy(connection.problems);
    const { sandbox } = connection.value.profile;
    const found = await fetchDocument(input.words[0] ?? "", input.options, connection.value, desk);
    if (!found.ok) return stoppedBy(found.problems, sandbox);
    const isRejected = rejected(found.value, input);
    if (!isRejected.ok) return stoppedBy(isRejected.problems, sandbox);
    const legs = await look(found.value.subject, again(desk), { legs: true });
    const reasons = legs.ok ? reasonsIn(legs.value.snapshot) : [];
    return written(found.value, reasons, input, sandbox, desk);
  },
});

function rejected({ overallStatus, document }: Fetched, { words, options: given }: CorrectInput): Result<undefined> {
  if (overallStatus === "REJECTED") return ok(undefined);
  const called = String(document.document_number ?? words[0]);
  if (overallStatus !== "VALIDATION_FAILED") {
    const message = `${called} was not rejected: its status is ${overallStatus ?? "not known"}.`;
    return fail(problem("bad-usage", message, `Look at it: selfbill status ${typed(called)}${samePlace(given)}`));
  }
  const message = `${called} failed in validation and was not delivered, so the same document is corrected under its number.`;
  return fail(
    problem("bad-usage", message, `Correct its file, then: selfbill resubmit ${typed(called)}${samePlace(given)}`),
  );
}

/** Why each side said no, as far as it told; blank sides are left out. */
function reasonsIn(snapshot: StatusSnapshot | undefined): string[] {
  const sides = [
    ["the other side (C3)", snapshot?.toC3?.mls],
    ["the tax authority (C5)", snapshot?.toC5?.mls],
  ] as const;
  return sides.flatMap(([who, mls]) =>
    mls?.code === "RE" ? [`Rejected by ${who}: ${reasonSays(mls) ?? "no reason given"}.`] : [],
  );
}

async function written(
  { kind, document, subject }: Fetched,
  reasons: readonly string[],
  { options: given }: CorrectInput,
  sandbox: boolean,
  desk: Desk,
): Promise<Report> {
  const copy = fromAnswer(document, kind);
  const called = copy.document_number ?? subject.id;
  const { document_number: _, ...rest } = copy;
  const out = given.out ?? `${called.replace(/[^\w.-]+/g, "-")}-corrected.yaml`;
  const create = `selfbill create-${kind} ${typedFile(out)}${samePlace(given)}`;
  const head = [
    `A corrected copy of the ${documentKinds[kind].says} ${called}, which was rejected.`,
    ...reasons,
    "Change what caused the rejection, and check the issue date. The copy gets a number of its own.",
    `Then: ${create}`,
  ];
  const done = await desk.output.write(dirname(out), basename(out), writeYaml(rest, kind, { head }));
  if (!done.ok) return stoppedBy(done.problems, sandbox);
  const hasFiles = Array.isArray(document.attachments) && document.attachments.length > 0;
  const credit = `selfbill create-credit-note --from ${typed(called)} --reason CODE${samePlace(given)}`;
  const creditFirst = `choose the reason: selfbill codes credit-reason, then ${credit}`;
  const facts: [string, string][] = [
    ["Document", `${documentKinds[kind].says} ${called}`],
    ...reasons.map((each): [string, string] => ["Reason", each]),
    ["Written to", out],
    ...(hasFiles
      ? [["Attachments", "not in the copy: add them with attachments and file_path"] as [string, string]]
      : []),
    ["Next", `change what caused the rejection, then ${create}`],
    ...(kind === "invoice" ? [["If it is booked", creditFirst] as [string, string]] : []),
  ];
  const data = {
    document_number: called,
    kind,
    file: desk.output.absolute(out),
    reasons,
    next: create,
    credit: kind === "invoice" ? credit : null,
  };
  return { outcome: "done", sandbox, view: { view: "facts", facts, data }, problems: [] };
}
