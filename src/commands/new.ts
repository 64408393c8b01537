import type { Desk } from "../desk/index.ts";
import type { DocumentKind } from "../document/index.ts";
import { fail, ok, type Problem, problem, type Result, suggest } from "../problem/index.ts";
import { gulfTime } from "../render/index.ts";
import type { Report } from "../report/index.ts";
import { explanationOf } from "../wizard/index.ts";
import { type ColumnsOf, cellsOf, tableView } from "./answer/columns.ts";
import { stoppedBy, succeeded } from "./answer/stopped-by.ts";
import { defineCommand, editionOption, flag, type Input, type Option, serviceOptions, text } from "./command.ts";
import { Drafts, type KeptDraft } from "./new/drafts.ts";
import { goOn, isPractice, newDocument, plainWords } from "./new/start-wizard.ts";

/** Without a name, takes the only draft, or asks which one. */
const resume: Option<string | undefined> = {
  flags: "--resume [draft]",
  does: "continue a draft; answered questions are not asked again",
  read: (given) => ok(given === true ? "" : typeof given === "string" ? given : undefined),
};

const options = {
  ...serviceOptions,
  ...editionOption,
  resume,
  drafts: flag("--drafts", "list the drafts"),
  discard: text("--discard <draft>", "delete a draft"),
} as const;

type NewInput = Input<typeof options>;

export const newCommand = defineCommand({
  words: "new [invoice|credit-note]",
  summary: "write an invoice or credit note by answering questions",
  help: `Asks in the order of the invoice, checks each answer at once, shows the whole document, writes its YAML file and offers to send it.
< or Esc goes back, ? explains, Ctrl-C stops: every answer is kept at once, and --resume continues. SELFBILL_PLAIN=1 asks line by line, for
screen readers. A draft started with --sandbox is practice: it is never finished for a real service, and the reverse.`,
  group: "Write",
  everyday: true,
  keeps: { profile: ["invoice", "credit-note"] }, // a draft keeps the service to send to
  practice: "own books",
  facts: { journal: "used", oneDocument: false, sends: true, asksService: true },
  answers: ({ createdAnswer, checking }) => [createdAnswer, checking.drafts, checking.discarded, checking.written],
  options,
  examples: [
    { type: "selfbill new invoice", does: "asks for an invoice from its first field to its file" },
    { type: "selfbill new credit-note --sandbox", does: "credits an invoice of the embedded sandbox" },
    { type: "selfbill new --resume", does: "continues where it was stopped" },
  ],
  input(words, options) {
    const kind = options.drafts || options.discard !== undefined ? ok(undefined) : kindOf(words);
    return kind.ok ? ok({ kind: kind.value, options }) : kind;
  },
  async run({ kind, options }, desk): Promise<Report> {
    const drafts = await Drafts.of(desk);
    if (!drafts.ok) return stoppedBy(drafts.problems);
    if (options.drafts) return listOf(await drafts.value.list());
    if (options.discard !== undefined) return discard(options.discard, options.sandbox, drafts.value);
    if (!desk.ask.possible) return stoppedBy([nobodyToAsk(kind)]);
    const words = { ...plainWords, ...connectionOf(options) };
    if (options.resume === undefined) return newDocument(kind, words, desk);
    const kept = await chosen(options.resume, words, drafts.value, desk);
    return kept.ok ? goOn(kept.value, words, drafts.value, desk) : stoppedBy(kept.problems);
  },
});

function connectionOf({ sandbox, profile, businessProfile, serviceVersion }: NewInput["options"]) {
  return { sandbox, profile, businessProfile, serviceVersion };
}

function kindOf([word, ...more]: readonly string[]): Result<DocumentKind | undefined> {
  if (more.length === 0 && (word === undefined || word === "invoice" || word === "credit-note")) return ok(word);
  const message = `Unknown word for new: ${JSON.stringify([word, ...more].join(" "))}.`;
  return fail(problem("bad-usage", message, `Type ${suggest`new invoice`}, or ${suggest`new credit-note`}.`));
}

function nobodyToAsk(kind: DocumentKind | undefined) {
  const template = kind === "credit-note" ? "credit-note" : "standard-invoice";
  return problem(
    "needs-answer",
    "This command asks questions, but this is not an interactive terminal.",
    `Write a file instead: selfbill templates copy ${template}, then ${suggest`create-${kind ?? "invoice"} ${template}.yaml --yes`}.`,
  );
}

/** Returns the named draft, or asks which one. Problems: `bad-usage`, `interrupted`. */
async function chosen(named: string, words: typeof plainWords, drafts: Drafts, desk: Desk): Promise<Result<KeptDraft>> {
  if (named !== "") return drafts.find(named);
  const begun = await drafts.list();
  const all = await ofThisPlace(begun, words, desk);
  const [only, another] = all;
  if (only === undefined) return fail(begun.length === 0 ? noneBegun() : noneHere(words));
  if (another === undefined) return ok(only);
  const reply = await desk.ask.question({
    form: "choose",
    message: "Which document?",
    help: "The latest is first.",
    explains: explanationOf("then.draft"),
    usual: only.draft.id,
    choices: cellsOf(all, columns).rows.map(([id = "", ...row]) => ({ value: id, name: [id, ...row].join("  ") })),
  });
  if (!reply.ok) return reply;
  return ok(all.find(({ draft }) => reply.value.is === "answer" && draft.id === reply.value.value) ?? only);
}

/** Returns the drafts that fit the options: practice or real ones; all drafts if the options name no destination. */
async function ofThisPlace(all: KeptDraft[], words: typeof plainWords, desk: Desk): Promise<KeptDraft[]> {
  if (!words.sandbox && words.profile === undefined) return all;
  const practice = await isPractice(words, desk);
  return all.filter((each) => (each.practice ?? practice) === practice);
}

function noneBegun(): Problem {
  return problem("bad-usage", "There is no draft.", `${suggest`new`} starts one.`);
}

function noneHere({ sandbox }: typeof plainWords): Problem {
  const message = sandbox ? "There is no practice draft." : "There is no draft for this profile.";
  return problem("bad-usage", message, `${suggest`new --drafts`} lists all drafts.`);
}

const said = (answer: unknown): string => {
  if (typeof answer === "string") return answer;
  return typeof answer === "object" && answer !== null && "name" in answer ? String(answer.name) : "";
};

const columns: ColumnsOf<KeptDraft> = {
  Draft: ({ draft }) => draft.id,
  Document: ({ draft }) => (draft.answers.kind === "credit-note" ? "credit note" : "invoice"),
  Supplier: ({ draft: { answers } }) => {
    const known = said(answers["supplier.known"]);
    return said(answers["supplier.legalName"]) || (known.startsWith(" ") ? "" : known);
  },
  "So far": ({ draft }) => {
    const count = Object.keys(draft.answers).length;
    return `${count} ${count === 1 ? "answer" : "answers"}`;
  },
  Left: ({ changed }) => gulfTime(Date.parse(changed)),
  For: ({ words, practice }) => {
    const place = words.sandbox ? "" : (words.profile ?? "");
    return practice ? `practice${place && ` (${place})`}` : place || (practice === false ? "real service" : "");
  },
};

function listOf(all: readonly KeptDraft[]): Report {
  const data = {
    drafts: all.map(({ draft, changed, words, practice }) => ({
      id: draft.id,
      kind: draft.answers.kind ?? null,
      begun: draft.begun,
      changed,
      answers: Object.keys(draft.answers).length,
      sandbox: words.sandbox,
      profile: words.profile ?? null,
      practice: practice ?? null,
    })),
  };
  const empty = "There is no draft.";
  return succeeded({ ...tableView(all, columns), data, empty });
}

/** Discards only practice drafts in practice mode, and only real ones otherwise. */
async function discard(id: string, practice: boolean, drafts: Drafts): Promise<Report> {
  const kept = await drafts.find(id);
  if (!kept.ok) return stoppedBy(kept.problems);
  if (kept.value.words.sandbox !== practice) return stoppedBy([ofOtherSide(id, practice)]);
  const gone = await drafts.discard(id);
  if (!gone.ok) return stoppedBy(gone.problems);
  return succeeded({ view: "facts", facts: [["Thrown away", id]], data: { discarded: id } });
}

function ofOtherSide(id: string, practice: boolean): Problem {
  const [whose, hint] = practice
    ? [
        "not practice, and this is practice",
        "Run it without practice: leave --sandbox out, and unset SELFBILL_PRACTICE.",
      ]
    : ["practice, and this is not practice", "Add --sandbox."];
  return problem("bad-usage", `Nothing was thrown away: the draft ${id} is ${whose}.`, hint);
}
