import type { Draft } from "./draft.ts";
import { documentValueAt } from "./places.ts";
import type { Answer, Question, QuestionContext, Step, WizardFacts } from "./question.ts";
import { type Answers, answerText, walk } from "./walk.ts";

/** Returns the question's own default, otherwise the value in the supplier's latest document. */
export function defaultOf(question: Question, context: QuestionContext): Answer | undefined {
  const own = question.usual?.(context);
  if (own !== undefined) return own;
  const last = context.last && question.at !== undefined ? documentValueAt(context.last, question.at) : undefined;
  return typeof last === "string" ? last : undefined;
}

interface Asking {
  readonly plan: readonly Step[];
  readonly facts: WizardFacts;
}

/**
 * Removes answers that were accepted as offered but now have another default, because the answer to `changed` is
 * different; they are asked again. Answers that differ from their default are kept. `old` is the draft before the
 * change.
 */
export function withoutStale(draft: Draft, old: Draft, changed: string, asking: Asking): Draft {
  const [was, is] = [old.before[changed], draft.answers[changed]];
  if (was === undefined || is === undefined || JSON.stringify(was) === JSON.stringify(is)) return draft;
  const known = { ...old.before, ...old.answers };
  const before = defaultsOf({ ...known, [changed]: was }, asking);
  const now = defaultsOf({ ...known, [changed]: is }, asking);
  const isStale = (id: string): boolean => {
    const offered = before.get(id) ?? "";
    return offered !== "" && answerText(known[id]) === offered && (now.get(id) ?? offered) !== offered;
  };
  const kept = (answers: Answers): Answers =>
    Object.fromEntries(Object.entries(answers).filter(([id]) => id === changed || !isStale(id)));
  return { ...draft, answers: kept(draft.answers), before: kept(draft.before) };
}

function defaultsOf(answers: Answers, { plan, facts }: Asking): ReadonlyMap<string, string> {
  const defaults = new Map<string, string>();
  walk(plan, answers, facts, (question, context) => {
    if (question.form === "text") defaults.set(question.id, answerText(defaultOf(question, context)));
  });
  return defaults;
}
