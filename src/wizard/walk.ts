import type { DocumentKind, SelfBilledDocument } from "../document/index.ts";
import { removeAt, setAt } from "./places.ts";
import type { Answer, KnownParty, Named, Question, QuestionContext, Step, WizardFacts } from "./question.ts";

export type Answers = Readonly<Record<string, Answer>>;

export interface Walked {
  readonly trail: readonly Question[];
  /** The first question without an answer; undefined if all are answered. */
  readonly next: Question | undefined;
  readonly context: QuestionContext;
}

/**
 * Goes through the questions up to the first one without an answer, and writes the answers to a document. Calls `reach`
 * with each question and the context before its answer; has no other side effects.
 */
export function walk(
  plan: readonly Step[],
  answers: Answers,
  facts: WizardFacts,
  reach: (question: Question, context: QuestionContext) => void = () => undefined,
): Walked {
  const trail: Question[] = [];
  const document: SelfBilledDocument = structuredClone(facts.from ?? {});
  // The answers to the questions reached so far; without those to questions that are no longer asked.
  const passed: Record<string, Answer> = {};
  const context = contextOf(document, passed, facts);
  for (const question of asked(plan, context)) {
    reach(question, context);
    const answer = answers[question.id];
    if (answer === undefined) return { trail, next: question, context };
    passed[question.id] = answer;
    write(question, answer, context);
    trail.push(question);
  }
  return { trail, next: undefined, context };
}

/** Yields the questions to ask; a generator, because later questions depend on earlier answers. */
function* asked(steps: readonly Step[], context: QuestionContext): Generator<Question> {
  for (const step of steps) {
    if (step.when && !step.when(context)) continue;
    if (!("goesOn" in step)) yield step;
    else
      for (let index = 0; ; index += 1) {
        yield* asked(step.steps(index), context);
        if (!step.goesOn(context, index)) break;
      }
  }
}

function write(question: Question, answer: Answer, context: QuestionContext): void {
  if (answer === "") {
    // Only a document that is being changed can already have a value at this path.
    if (context.facts.from && question.at !== undefined) removeAt(context.document, question.at);
    return;
  }
  if (question.writes) question.writes(context.document, answer, context);
  else if (question.at !== undefined) setAt(context.document, question.at, answer);
}

function contextOf(document: SelfBilledDocument, answers: Answers, facts: WizardFacts): QuestionContext {
  return {
    get kind(): DocumentKind {
      return answers.kind === "credit-note" ? "credit-note" : "invoice";
    },
    document,
    facts,
    get chosen() {
      return chosenIn(answers);
    },
    get last() {
      return chosenIn(answers)?.last ?? lastOf(document, facts);
    },
    answer: (id) => answers[id],
    text: (id) => answerText(answers[id]),
    ticked: (id) => {
      const answer = answers[id];
      return Array.isArray(answer) ? answer : [];
    },
  };
}

/** Returns the text of an answer, or the name of the record found; empty for ticks or without an answer. */
export function answerText(answer: Answer | undefined): string {
  if (answer === undefined || Array.isArray(answer)) return "";
  return typeof answer === "string" ? answer : (answer as Named).name;
}

function chosenIn(answers: Answers): KnownParty | undefined {
  const answer = answers["supplier.known"];
  return typeof answer === "object" && "found" in answer && "party" in answer.found ? answer.found : undefined;
}

function lastOf(document: SelfBilledDocument, facts: WizardFacts): SelfBilledDocument | undefined {
  const trn = trnOf(document);
  if (trn === undefined) return undefined;
  return facts.parties.find(({ last }) => last && trnOf(last) === trn)?.last;
}

function trnOf(document: SelfBilledDocument): string | undefined {
  return document.accounting_supplier_party?.party_tax_scheme?.company_id;
}
