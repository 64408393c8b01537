import type { Choice, Desk } from "../../desk/index.ts";
import type { DocumentKind } from "../../document/index.ts";
import { ok, type Result } from "../../problem/index.ts";
import { fitted, renderTable, safe } from "../../render/index.ts";
import type { Proposal, Role } from "../../sheet/index.ts";
import { tableView } from "../answer/columns.ts";
import { asked } from "../sheet/ask-map.ts";
import { isSheetFile, needsMap, type SheetWords } from "../sheet/drafts.ts";
import { keepMap, keptMaps, wrongMapName } from "../sheet/kept-maps.ts";
import { askText, choose, stoppedByPerson } from "./ask.ts";
import { moneyAsked } from "./money-questions.ts";
import { type AnsweredMap, isStillOpen, mapAnswers, noAnswers } from "./open-asked.ts";
import { fixedAsked, type ListAnswers, questionAsked } from "./questions.ts";
import { tryMap } from "./try-map.ts";

const mostTried = 300;

/**
 * Asks what custom headings mean and saves the map for later lists. Does nothing without a terminal, or if no map is
 * needed. Problems: `declined`, `interrupted`, any file-reading problem, any settings problem.
 */
export async function guidedMap(
  file: string,
  kind: DocumentKind | undefined,
  words: SheetWords,
  desk: Desk,
): Promise<Result<undefined>> {
  if (words.map !== undefined || !desk.ask.possible || desk.asJson || !isSheetFile(file)) return ok(undefined);
  const needed = await needsMap(file, kind, words, desk);
  if (!needed.ok || !needed.value) return ok(undefined); // errors in the file are reported when it is read
  const room = await import("../../sheet/index.ts");
  const bytes = await desk.files.read(file, room.maxSheetBytes);
  if (!bytes.ok) return bytes;
  const propose = (answers: ListAnswers): Result<Proposal> =>
    room.proposeMap(bytes.value, file, mapAnswers(answers), answers.kind ?? kind ?? "invoice");
  const sitting: Sitting = { file, propose, desk };
  const seen = await recognised({ ...noAnswers, sheet: words.sheet, order: words.dateOrder }, sitting);
  if (!seen.ok) return seen;
  const whole = await completed(seen.value, sitting);
  return whole.ok ? kept(whole.value, sitting) : whole;
}

interface Sitting {
  readonly file: string;
  readonly propose: (answers: ListAnswers) => Result<Proposal>;
  readonly desk: Desk;
}

/**
 * Asks which columns contain required values that were not recognised, then lets the user correct the recognised
 * columns.
 */
async function recognised(given: ListAnswers, { file, propose, desk }: Sitting): Promise<Result<AnsweredMap>> {
  let answers = given;
  for (;;) {
    const seen = await asked(answers, propose, desk);
    if (!seen.ok) return seen;
    const { proposal, wish } = seen.value;
    answers = wish;
    const [unusable] = proposal.unusable;
    if (unusable) {
      desk.say(safe(`${unusable.heading} was not taken: ${unusable.because}.`));
      const means = new Map(answers.means);
      means.delete(unusable.heading);
      answers = { ...answers, means };
      continue;
    }
    const open = proposal.questions.find((each) => each.is === "column" && !answers.without.includes(each.of));
    if (open) {
      desk.say(columnsShown(file, proposal, desk));
      const next = await questionAsked(open, answers, desk);
      if (!next.ok) return next;
      answers = next.value;
      continue;
    }
    const money = await moneyAsked(proposal, answers, desk);
    if (money !== undefined) {
      if (!money.ok) return money;
      answers = money.value;
      continue;
    }
    desk.say(columnsShown(file, proposal, desk));
    const reply = await choose(desk, "Is this right?", rightOrNot, rightExplained, "yes");
    if (!reply.ok) return reply;
    if (reply.value === "stop") return stoppedByPerson();
    if (reply.value === "yes") return ok({ answers, proposal });
    const changed = await changedColumn(answers, proposal, desk);
    if (!changed.ok) return changed;
    answers = changed.value;
  }
}

const rightOrNot: readonly Choice[] = [
  { value: "yes", name: "Yes, go on" },
  { value: "change", name: "Change what a column means" },
  { value: "stop", name: "Stop: keep nothing" },
];
const rightExplained =
  "Left the headings of your list, right what selfbill takes their columns for. Nothing is sent here; sums are compared with the columns of your list.";

/** Shows the headings and their meanings in two columns that fit the screen. */
function columnsShown(file: string, proposal: Proposal, desk: Desk): string {
  const { program, rows, used, left, assumed } = proposal;
  const of = program ? `It looks like an export of ${program.called}.` : "Its headings are not those of the template.";
  const head = `${file}: ${rows.toLocaleString("en")} ${rows === 1 ? "row" : "rows"} below the headings. ${of}`;
  const table = renderTable(tableView(used, { "Your heading": "heading", "What it is": "says" }), desk.talkStyle);
  const unused = left.flatMap(({ headings }) => headings);
  const more = [
    ...(unused.length === 0 ? [] : [`Not used: ${unused.join(", ")}.`]),
    ...(assumed.length === 0 ? [] : ["Assumed, because no column says so:", ...assumed.map((each) => `  ${each}`)]),
  ];
  return `${fitted(safe(head), desk.talkStyle)}\n\n${table}${more.length === 0 ? "" : fitted(more.map(safe).join("\n"), desk.talkStyle)}`;
}

/** Asks which column to change, and to what. */
async function changedColumn(answers: ListAnswers, { used, left }: Proposal, desk: Desk): Promise<Result<ListAnswers>> {
  const { roleWords } = await import("../../sheet/index.ts");
  const headings = [...used.map(({ heading }) => heading), ...left.flatMap((each) => each.headings)];
  const choices = headings.map((heading) => {
    const says = used.find((each) => each.heading === heading)?.says ?? "not used";
    return { value: heading, name: `${heading}: ${says}`, short: heading };
  });
  const heading = await choose(desk, "Which column?", choices, "Choose the heading whose meaning is wrong.");
  if (!heading.ok) return heading;
  const roles = Object.entries(roleWords).map(([value, name]) => ({ value, name }));
  const role = await choose(
    desk,
    `What is in ${heading.value}?`,
    [...roles, { value: "", name: "Nothing that a document needs: do not use it" }],
    "Each meaning belongs to one column. Another column that had it is not used any more.",
  );
  if (!role.ok) return role;
  const means = new Map(answers.means).set(heading.value, role.value === "" ? undefined : (role.value as Role));
  return ok({ ...answers, means });
}

/** Asks about the order of day and month, unknown words, and values without a column. */
async function completed(made: AnsweredMap, { file, propose, desk }: Sitting): Promise<Result<AnsweredMap>> {
  let { answers, proposal } = made;
  for (;;) {
    const open = proposal.questions.find(isStillOpen(answers));
    const next = open
      ? await questionAsked(open, answers, desk)
      : await missingAsked({ answers, proposal }, file, desk);
    if (!next.ok) return next;
    if (next.value === undefined) return ok({ answers, proposal });
    answers = next.value;
    const again = propose(answers);
    if (!again.ok) return again;
    proposal = again.value;
  }
}

/**
 * Fields that cannot be the same for a whole list: the exchange rate, the credited invoice, and data from the
 * supplier book.
 */
const ofOneDocument =
  /^(?:tax_currency_code|tax_exchange_rate|billing_reference|accounting_supplier_party|payment_means)\b/;

/** Asks for the first required value that all documents lack; undefined if there is none. */
async function missingAsked(
  { answers, proposal }: AnsweredMap,
  file: string,
  desk: Desk,
): Promise<Result<ListAnswers | undefined>> {
  const { toFill } = await import("../../sheet/index.ts");
  const { missing, wrong } = await tryMap({ file, sheet: answers.sheet }, proposal, desk, mostTried);
  const bad = [...answers.fixed.keys()].find((paths) => paths.split(", ").some((path) => wrong.has(path)));
  if (bad !== undefined) {
    desk.say(safe(wrong.get(bad.split(", ")[0] ?? "") ?? ""));
    return fixedAsked({ path: bad, description: "" }, answers, desk);
  }
  const open = toFill(missing).find(
    ({ path }) => !answers.fixed.has(path) && !proposal.columnOf.has(path) && !ofOneDocument.test(path),
  );
  return open === undefined ? ok(undefined) : fixedAsked(open, answers, desk);
}

async function kept({ proposal }: AnsweredMap, { file, desk }: Sitting): Promise<Result<undefined>> {
  const all = await keptMaps(desk);
  if (!all.ok) return all;
  const base = proposal.program?.id ?? file.replace(/^.*[\\/]/, "").replace(/\.[^.]*$/, "");
  const names = new Set(all.value.map(({ name }) => name.toLowerCase()));
  const free = (name: string): boolean => !names.has(name.toLowerCase());
  const usual = [base, ...Array.from({ length: 98 }, (_, at) => `${base}-${at + 2}`)].find(free) ?? base;
  const name = await askText(
    desk,
    "Keep the meaning of these headings for next month, under the name:",
    "The next list with the same headings is read in the same way, without these questions. The name is only for you.",
    {
      usual: wrongMapName(usual) === undefined ? usual : "bills",
      wrong: (text) => wrongMapName(text) ?? (free(text) ? undefined : `${text} is another map. Type a new name.`),
    },
  );
  if (!name.ok) return name;
  const path = await keepMap(name.value, proposal.text([]), desk);
  if (!path.ok) return path;
  desk.say(safe(`Kept as ${name.value}: ${path.value}`));
  return ok(undefined);
}
