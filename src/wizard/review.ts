import type { Choice, PromptReply } from "../desk/index.ts";
import type { Problem, Result } from "../problem/index.ts";
import { ok } from "../problem/index.ts";
import { type Draft, questionFor, reopened, withoutLine } from "./draft.ts";
import type { Complete, WizardSession } from "./engine.ts";
import { explanationOf } from "./explanations.ts";
import type { Question, WizardFacts } from "./question.ts";
import { mentionsField } from "./sentence.ts";
import { answerWords, questionTitle } from "./so-far.ts";

/** Returns the findings as lines, each with the title of the question that corrects it. */
export function findings(
  problems: readonly Problem[],
  { walked }: Complete,
  { safe, buyerKnown }: Pick<WizardFacts, "safe" | "buyerKnown">,
): string[] {
  if (problems.length === 0 && !buyerKnown)
    return ["✓ No errors found. The rules about the buyer are not checked until it is known: selfbill profile fetch."];
  if (problems.length === 0) return ["✓ No errors found."];
  return problems.flatMap((each) => {
    const question = questionOf(each, walked.trail);
    const mark = each.severity === "warning" ? "! " : "✗ ";
    const where = question ? `${questionTitle(question, walked.context)}: ` : "";
    const rule = /^[A-Z]/.test(each.code) ? `  (${each.code})` : "";
    const hinted = each.hint !== "" && !(question && mentionsField(each.hint));
    return [safe(`${mark}${where}${each.message}${rule}`), ...(hinted ? [safe(`    → ${each.hint}`)] : [])];
  });
}

function questionOf(found: Problem, trail: readonly Question[]): Question | undefined {
  return found.where?.path === undefined ? undefined : questionFor(trail, found.where.path);
}

export type Next = { readonly is: "write" } | { readonly is: "again"; readonly draft: Draft };

const again = (draft: Draft): Result<Next> => ok({ is: "again", draft });

/**
 * Asks what to do with the finished document: save it, or change an answer. Going back reopens the last question.
 * Problem: `interrupted`.
 */
export async function lookedAt(
  problems: readonly Problem[],
  complete: Complete,
  session: WizardSession,
): Promise<Result<Next>> {
  const { draft, walked } = complete;
  const errors = problems.filter(({ severity }) => severity === "error");
  const warnings = problems.filter(({ severity }) => severity === "warning");
  const corrections = concerned(errors, complete);
  const fix = (words: string, { id, title }: Concerned): Choice => ({ value: `fix ${id}`, name: `${words}: ${title}` });
  const choices = [
    ...corrections.map((each) => fix("Fix", each)),
    {
      value: "write",
      name: errors.length > 0 ? "Save the file anyway; it cannot be sent as it is" : "Correct: save the file",
    },
    ...concerned(warnings, complete)
      .filter(({ id }) => corrections.every((each) => each.id !== id))
      .map((each) => fix("Look again", each)),
    { value: "change", name: "Change an answer" },
    ...lineChoices(complete),
  ];
  const reply = await ask(session, complete, {
    id: "then.now",
    message: "What now?",
    help: "",
    choices,
    heading: "The whole document",
  });
  if (!reply.ok) return reply;
  if (reply.value.is === "back") return again(reopened(draft, walked.trail.at(-1)?.id ?? ""));
  const value = String(reply.value.value);
  switch (value) {
    case "write":
      return ok({ is: "write" });
    case "change":
      return changed(problems, complete, session);
    case "add":
      return again({ ...draft, answers: { ...draft.answers, [lastNext(complete) ?? ""]: "line" } });
    case "take":
      return taken(problems, complete, session);
    default:
      return again(reopened(draft, value.slice("fix ".length)));
  }
}

interface Concerned {
  readonly id: string;
  readonly title: string;
}

/** Returns the questions that correct the findings, each once. */
function concerned(problems: readonly Problem[], { walked }: Complete): Concerned[] {
  const questions = new Set(problems.flatMap((each) => questionOf(each, walked.trail) ?? []));
  return [...questions].map((each) => ({ id: each.id, title: questionTitle(each, walked.context) }));
}

interface ReviewQuestion {
  readonly id: string;
  readonly message: string;
  readonly help: string;
  readonly choices: readonly Choice[];
  readonly heading?: string;
  /** Whether the user can find a choice by typing words from it. */
  readonly find?: true;
}

function ask(
  session: WizardSession,
  { walked }: Complete,
  { id, ...asked }: ReviewQuestion,
): Promise<Result<PromptReply>> {
  const [number, usual] = [walked.trail.length + 1, asked.choices[0]?.value];
  return session.desk.ask.question({ form: "choose", number, usual, explains: explanationOf(id), ...asked });
}

function lineChoices(complete: Complete): Choice[] {
  if (lastNext(complete) === undefined) return [];
  const many = (complete.walked.context.document.document_lines?.length ?? 0) > 1;
  return [{ value: "add", name: "Add a line" }, ...(many ? [{ value: "take", name: "Remove a line" }] : [])];
}

function lastNext({ walked }: Complete): string | undefined {
  return walked.trail.findLast(({ id }) => /^lines\[\d+\]\.extras\[\d+\]\.kind$/.test(id))?.id;
}

async function changed(
  problems: readonly Problem[],
  complete: Complete,
  session: WizardSession,
): Promise<Result<Next>> {
  const { trail, context } = complete.walked;
  const choices = trail.map((each) => ({
    value: each.id,
    name: session.facts.safe(`${questionTitle(each, context)}  ${answerWords(each, context)}`),
  }));
  const help = "Type any word of it to find it; the other answers stay.";
  const reply = await ask(session, complete, { id: "then.which", message: "Which answer?", help, choices, find: true });
  if (!reply.ok) return reply;
  if (reply.value.is === "back") return lookedAt(problems, complete, session);
  return again(reopened(complete.draft, String(reply.value.value)));
}

async function taken(problems: readonly Problem[], complete: Complete, session: WizardSession): Promise<Result<Next>> {
  const lines = complete.walked.context.document.document_lines ?? [];
  const choices = lines.map(({ name = "", quantity = "" }, index) => ({
    value: String(index),
    name: session.facts.safe(`Line ${index + 1}: ${name}, ${quantity}`),
  }));
  const help = "It is removed; the others move up.";
  const reply = await ask(session, complete, { id: "then.line", message: "Which line?", help, choices });
  if (!reply.ok) return reply;
  if (reply.value.is === "back") return lookedAt(problems, complete, session);
  return again(withoutLine(complete.draft, Number(reply.value.value)));
}
