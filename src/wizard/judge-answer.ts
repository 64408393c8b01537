import type { Problem } from "../problem/index.ts";
import { isBelow } from "./places.ts";
import type { Answer, Question, Step, WizardFacts } from "./question.ts";
import { type Answers, type Walked, walk } from "./walk.ts";

export interface Judged {
  /** Values in an invalid format: the answer cannot be accepted. */
  readonly wrong: readonly Problem[];
  /** Violations of rules, as far as the unfinished document shows them; the user may keep the answer anyway. */
  readonly broken: readonly Problem[];
  readonly warnings: readonly Problem[];
}

const nothing: Judged = { wrong: [], broken: [], warnings: [] };

/** Checks the document with and without this answer, so that missing values elsewhere are not attributed to it. */
export async function judgeAnswer(
  question: Question,
  answer: Answer,
  where: { readonly plan: readonly Step[]; readonly answers: Answers; readonly before: Walked },
  facts: WizardFacts,
): Promise<Judged> {
  const { at } = question;
  if (at === undefined || answer === "") return nothing;
  const { kind, document } = where.before.context;
  const after = walk(where.plan, { ...upTo(where.before, where.answers), [question.id]: answer }, facts);
  const [known, found] = [await facts.judge(document, kind), await facts.judge(after.context.document, kind)];
  const old = new Set(known.map(identity));
  const own = found.filter((each) => each.where?.path !== undefined && isBelow(each.where.path, at));
  const fresh = own.filter((each) => !old.has(identity(each)) && each.code !== "missing-field");
  const isRule = ({ code }: Problem): boolean => /^[A-Z]/.test(code);
  const errors = fresh.filter(({ severity }) => severity === "error");
  return {
    wrong: errors.filter((each) => !isRule(each)),
    broken: question.rulesNow ? errors.filter(isRule) : [],
    warnings: fresh.filter(({ severity }) => severity === "warning"),
  };
}

/** Returns the answers up to this question; later ones could hide its effect. */
function upTo({ trail }: Walked, answers: Answers): Answers {
  return Object.fromEntries(trail.map(({ id }) => [id, answers[id] as Answer]));
}

function identity({ code, where }: Problem): string {
  return `${code} ${where?.path ?? ""}`;
}
