import type { DocumentKind, SelfBilledDocument } from "../document/index.ts";
import { ok, type Problem, type Result } from "../problem/index.ts";
import type { Choice } from "./asked.ts";
import { type Draft, questionFor, reopened } from "./draft.ts";
import { askAll, type Bench, type Complete, howToGoBack } from "./engine.ts";
import { ordered } from "./order.ts";
import { type Answer, type Context, type Question, wordsOf } from "./question.ts";
import { plan } from "./questions/plan.ts";
import { namesField, wrapped } from "./sentence.ts";

/** A document that was asked for and looked at. */
export interface Written {
  readonly draft: Draft;
  readonly kind: DocumentKind;
  readonly document: SelfBilledDocument;
  /** It has faults that keep it from being sent, and is to be kept all the same. */
  readonly wrong: boolean;
}

/**
 * Asks for a document from its first question to the look at the whole of it; every answer goes to `keep` at once. Problems:
 * `interrupted`, and those of keeping.
 */
export async function runWizard(start: Draft, given: Omit<Bench, "plan">): Promise<Result<Written>> {
  const bench = { ...given, plan };
  const { desk, facts, keep } = bench;
  desk.say(`  ${howToGoBack}`);
  let draft = start;
  for (;;) {
    const complete = await askAll(draft, bench);
    if (!complete.ok) return complete;
    const { kind, document: answers } = complete.value.walked.context;
    const document = ordered(answers, kind);
    const problems = await facts.judge(document, kind);
    desk.say(`\n${facts.preview(document, kind)}`);
    for (const line of findings(problems, complete.value, facts.safe)) desk.say(wrapped(line, desk.talkStyle.width));
    const chosen = await lookedAt(problems, complete.value, bench);
    if (!chosen.ok) return chosen;
    if (chosen.value.is === "write") {
      const wrong = problems.some(({ severity }) => severity === "error");
      return ok({ draft: complete.value.draft, kind, document, wrong });
    }
    draft = reopened(complete.value.draft, chosen.value.id);
    const kept = await keep(draft);
    if (!kept.ok) return kept;
  }
}

/** What the full check found, by the question that puts it right. */
function findings(problems: readonly Problem[], { walked }: Complete, safe: (text: string) => string): string[] {
  if (problems.length === 0) return ["✓ Everything was checked, and nothing was found."];
  return problems.flatMap((each) => {
    const question = questionOf(each, walked.trail);
    const mark = each.severity === "warning" ? "! " : "✗ ";
    const where = question ? `${titleOf(question, walked.context)}: ` : "";
    const rule = /^[A-Z]/.test(each.code) ? `  (${each.code})` : "";
    return [
      safe(`${mark}${where}${each.message}${rule}`),
      ...(each.hint === "" || (question && namesField(each.hint)) ? [] : [safe(`    → ${each.hint}`)]),
    ];
  });
}

function questionOf(found: Problem, trail: readonly Question[]): Question | undefined {
  return found.where?.path === undefined ? undefined : questionFor(trail, found.where.path);
}

function titleOf(question: Question, context: Context): string {
  return `${question.part}, ${wordsOf(question.asks, context)}`;
}

type Next = { readonly is: "write" } | { readonly is: "again"; readonly id: string };

const write = "write";
const change = "change";

/** Asks what to do with the whole document; going back opens the last question. */
async function lookedAt(problems: readonly Problem[], complete: Complete, bench: Bench): Promise<Result<Next>> {
  const { trail, context } = complete.walked;
  const errors = problems.filter(({ severity }) => severity === "error");
  const concerned = new Map(errors.flatMap((each) => questionOf(each, trail) ?? []).map((each) => [each.id, each]));
  const fixes = [...concerned.values()].map(
    (each): Choice => ({ value: `fix ${each.id}`, name: `Put right: ${titleOf(each, context)}` }),
  );
  const choices = [
    ...fixes,
    ...(errors.length > 0
      ? [{ value: write, name: "Write the file all the same; it cannot be sent as it is" }]
      : [{ value: write, name: "It is right: write the file" }]),
    { value: change, name: "Change an answer" },
  ];
  const reply = await bench.desk.ask.question({
    form: "choose",
    number: trail.length + 1,
    heading: "The whole document",
    message: "What next?",
    help: "",
    usual: choices[0]?.value,
    choices,
  });
  if (!reply.ok) return reply;
  if (reply.value.is === "back") return ok({ is: "again", id: trail.at(-1)?.id ?? "" });
  const value = String(reply.value.value);
  if (value === write) return ok({ is: "write" });
  return value === change ? changed(problems, complete, bench) : ok({ is: "again", id: value.slice("fix ".length) });
}

/** Asks which answer is to be given anew. */
async function changed(problems: readonly Problem[], complete: Complete, bench: Bench): Promise<Result<Next>> {
  const { trail, context } = complete.walked;
  const reply = await bench.desk.ask.question({
    form: "choose",
    number: trail.length + 1,
    message: "Which answer?",
    help: "Typing the first letters jumps to it; the other answers stay.",
    usual: undefined,
    choices: trail.map((each) => ({
      value: each.id,
      name: bench.facts.safe(`${titleOf(each, context)}  ${shown(each, context)}`),
    })),
  });
  if (!reply.ok) return reply;
  if (reply.value.is === "back") return lookedAt(problems, complete, bench);
  return ok({ is: "again", id: String(reply.value.value) });
}

/** An answer in words. */
function shown(question: Question, context: Context): string {
  const answer: Answer | undefined = context.answer(question.id);
  const values = Array.isArray(answer) ? answer : [context.text(question.id)];
  const choices = question.form === "text" ? [] : (question.choices?.(context) ?? []);
  return values
    .map((value) => {
      const choice = choices.find((each) => each.value === value);
      return choice?.short ?? choice?.name ?? value;
    })
    .join(", ");
}
