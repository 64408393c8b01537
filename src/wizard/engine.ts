import type { Asked, Desk, Refusal } from "../desk/index.ts";
import { documentShape, latinDigitsInCode, withCode } from "../document/index.ts";
import { fail, ok, problem, type Result } from "../problem/index.ts";
import { doubtfulAnswer, noAnswer } from "../suppliers/index.ts";
import { backKey, helpKey } from "./asked.ts";
import { defaultOf, withoutStale } from "./defaults.ts";
import { answered, type Draft, reopened } from "./draft.ts";
import { explanationOf } from "./explanations.ts";
import { judgeAnswer } from "./judge-answer.ts";
import { type Answer, type Question, type Step, type WizardFacts, wordsOf } from "./question.ts";
import { sentenceOf, wrapText } from "./sentence.ts";
import { answerText, type Walked, walk } from "./walk.ts";

/** Saves the draft durably; called after every answer. */
export type Keep = (draft: Draft) => Promise<Result<unknown>>;

export interface WizardSession {
  readonly plan: readonly Step[];
  readonly desk: Pick<Desk, "ask" | "say" | "talkStyle">;
  readonly facts: WizardFacts;
  readonly keep: Keep;
}

export interface Complete {
  readonly draft: Draft;
  readonly walked: Walked;
}

/**
 * Asks all questions, and saves each answer before the next question. Problems: `interrupted`, any problem from saving.
 */
export async function askAll(start: Draft, session: WizardSession): Promise<Result<Complete>> {
  const { plan, facts, desk, keep } = session;
  let draft = start;
  let part: string | undefined;
  const tell = (line: string): void => desk.say(wrapText(line, desk.talkStyle.width, "  ", "    "));
  for (;;) {
    const walked = walk(plan, draft.answers, facts);
    const { next, trail, context } = walked;
    if (next === undefined) return ok({ draft, walked });
    for (const line of next.shows?.(context) ?? []) desk.say(wrapText(line, desk.talkStyle.width, "", "    "));
    const asked = asAsked(next, walked, draft, session, next.part === part ? undefined : next.part);
    const reply = await desk.ask.question(asked.question);
    if (!reply.ok) return reply;
    part = next.part;
    if (reply.value.is === "back") {
      const previous = trail.at(-1);
      if (previous === undefined) tell("This is the first question.");
      else draft = reopened(draft, previous.id);
    } else {
      const { value } = reply.value;
      const answer = await asked.settle(value);
      if (!answer.ok) {
        for (const each of answer.problems) tell(`> ${facts.safe(sentenceOf(each))}`);
        continue;
      }
      draft = withoutStale(answered(draft, next, answer.value), draft, next.id, session);
      for (const line of asked.remarks(answer.value)) tell(line);
    }
    const kept = await keep(draft);
    if (!kept.ok) return kept;
  }
}

interface Asking {
  readonly question: Asked;
  readonly settle: (value: string | readonly string[]) => Promise<Result<Answer>>;
  readonly remarks: (answer: Answer) => readonly string[];
}

function asAsked(
  question: Question,
  walked: Walked,
  draft: Draft,
  session: WizardSession,
  heading: string | undefined,
): Asking {
  const { context, trail } = walked;
  const { facts, plan } = session;
  const judge = new Judge(question, { plan, answers: draft.answers, before: walked }, facts);
  const usual = seen(draft.before[question.id] ?? defaultOf(question, context), facts);
  const head = {
    number: trail.length + 1,
    heading,
    message: withSign(wordsOf(question.asks, context)),
    help: `${wordsOf(question.help, context)}${question.optional && question.form === "text" ? " Press Enter to skip." : ""}`,
    explains: question.explains ?? explanationOf(question.id),
  };
  const choices = question.choices?.(context) ?? [];
  const asked: Asked =
    question.form === "text"
      ? { ...head, form: "text", usual: answerText(usual), check: (text) => judge.refusal(text) }
      : question.form === "choose"
        ? { ...head, form: "choose", usual: answerText(usual) || undefined, choices }
        : {
            ...head,
            form: "tick",
            usual: Array.isArray(usual) ? usual : [],
            choices,
            check: async (values) => question.refuses?.(values, context),
          };
  return {
    question: asked,
    settle: (value) => judge.settle(value),
    remarks: (answer) => [...judge.remarks, ...(question.remarks?.(answer, context) ?? [])],
  };
}

function withSign(words: string): string {
  return /[?:]$/.test(words) ? words : `${words}:`;
}

/** Returns a default, unless it contains hidden characters: prompts display defaults without escaping them. */
function seen(answer: Answer | undefined, { safe }: WizardFacts): Answer | undefined {
  return typeof answer === "string" && safe(answer) !== answer ? undefined : answer;
}

class Judge {
  remarks: readonly string[] = [];
  readonly #question: Question;
  readonly #where: Parameters<typeof judgeAnswer>[2];
  readonly #facts: WizardFacts;
  /**
   * The last text that was refused because of a rule. If it is entered again, it is accepted, and the final check
   * reports it.
   */
  #insisted: string | undefined;
  #found: { readonly of: string; readonly answer: Answer } | undefined;

  constructor(question: Question, where: Parameters<typeof judgeAnswer>[2], facts: WizardFacts) {
    this.#question = question;
    this.#where = where;
    this.#facts = facts;
  }

  async refusal(typed: string): Promise<Refusal> {
    const question = this.#question;
    const { context } = this.#where.before;
    const text = this.#tidied(typed);
    if (text === "")
      return question.optional ? undefined : `This is required. ${wordsOf(question.help, context)}${this.#untick()}`;
    const refused = question.refuses?.(text, context) ?? noAnswer(question.at ?? "", text);
    if (refused !== undefined) return this.#facts.safe(refused);
    const answer = await this.#stands(text);
    if (!answer.ok) return this.#facts.safe(answer.problems.map(sentenceOf).join(" "));
    const { wrong, broken, warnings } = await judgeAnswer(question, answer.value, this.#where, this.#facts);
    if (wrong.length > 0) return this.#facts.safe(wrong.map(sentenceOf).join(" "));
    const doubt = doubtfulAnswer(question.at ?? "", text);
    const doubts = doubt === undefined ? broken.map(sentenceOf) : [doubt];
    if (doubts.length > 0 && this.#insisted !== text) {
      this.#insisted = text;
      return this.#facts.safe(`${doubts.join(" ")} Press Enter again to keep it anyway.`);
    }
    this.remarks = warnings.map((each) => this.#facts.safe(`! ${sentenceOf(each)}`));
    return undefined;
  }

  #untick(): string {
    const { plan, answers, before } = this.#where;
    const passed = Object.fromEntries(before.trail.map(({ id }) => [id, answers[id] as Answer]));
    const because = before.trail.findLast(({ id, form }) => {
      const ticked = answers[id];
      if (form !== "tick" || !Array.isArray(ticked) || ticked.length === 0) return false;
      return walk(plan, { ...passed, [id]: [] }, this.#facts).next?.id !== this.#question.id;
    });
    if (because === undefined) return "";
    const asks = wordsOf(because.asks, before.context).replace(/[:?]$/, "");
    return ` Ticked by mistake? Go back (${backKey}) to "${asks}" and untick it.`;
  }

  async settle(value: string | readonly string[]): Promise<Result<Answer>> {
    if (typeof value !== "string") return ok(value);
    if (this.#question.form === "text") return this.#stands(this.#tidied(value));
    const refused = this.#question.refuses?.(value, this.#where.before.context);
    return refused === undefined ? this.#stands(value) : fail(problem("wrong-value", refused, ""));
  }

  async #stands(text: string): Promise<Result<Answer>> {
    if (text === "" || !this.#question.finds) return ok(text);
    if (this.#found?.of === text) return ok(this.#found.answer);
    const found = await this.#question.finds(text, this.#where.before.context);
    if (found.ok) this.#found = { of: text, answer: found.value };
    return found;
  }

  #tidied(typed: string): string {
    const text = latinDigitsInCode(typed.trim());
    if (text === "-" && this.#question.optional) return "";
    const { tidy, at } = this.#question;
    const tidied = tidy?.(text) ?? text;
    return at === undefined ? tidied : withCode(at, tidied, documentShape(this.#where.before.context.kind));
  }
}

/** How to use the keys; shown once, before the first question. */
export const howToGoBack = `${helpKey} explains a question, ${backKey} goes one question back. Ctrl-C stops; your answers are kept.`;
