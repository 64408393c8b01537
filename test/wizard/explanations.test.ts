import { describe, expect, test } from "vitest";
import { explained, explanationOf, withoutIndexes } from "../../src/wizard/explanations.ts";
import type { Question, QuestionContext, Step } from "../../src/wizard/question.ts";
import { planWith } from "../../src/wizard/questions/plan.ts";

/** The questions in these steps; those in a repeated group are listed once. */
function questionsOf(steps: readonly Step[]): Question[] {
  return steps.flatMap((step) => ("goesOn" in step ? questionsOf(step.steps(0)) : [step]));
}

/** A context without answers; `kind` affects the wording of some questions. */
function emptyContext(kind: "invoice" | "credit-note"): QuestionContext {
  const text = (): string => "";
  const facts = { safe: (said: string) => said, parties: [], invoices: [], bookNames: [] };
  return {
    kind,
    document: {},
    facts: facts as unknown as QuestionContext["facts"],
    chosen: undefined,
    last: undefined,
    answer: () => undefined,
    text,
    ticked: () => [],
  };
}

const hintsOf = ({ help }: Question): string[] =>
  typeof help === "string" ? [help] : [help(emptyContext("invoice")), help(emptyContext("credit-note"))];

const words = (text: string): Set<string> => new Set(text.toLowerCase().match(/[a-z0-9]{4,}/g));

const questions = questionsOf(planWith());

describe("every question has an explanation behind ?", () => {
  test.each(questions.map((each): [string, Question] => [withoutIndexes(each.id), each]))(
    "%s: more than its hint, with an example",
    (id, question) => {
      const told = explanationOf(id);
      expect(told).toMatch(/^[A-Z0-9].{60,330}\.$/);
      expect(told).toMatch(/ Example: .+\.$/);
      for (const hint of hintsOf(question)) {
        expect(told).not.toContain(hint);
        const said = words(hint);
        const further = [...words(told)].filter((word) => !said.has(word));
        expect(further.length).toBeGreaterThan(5);
        // The user has already read the hint, so the explanation may repeat some of its words, but not all.
        const again = [...said].filter((word) => words(told).has(word));
        if (said.size > 4) expect(again.length / said.size).toBeLessThan(0.75);
      }
    },
  );

  test("nothing is explained that is never asked, and no explanation serves two questions", () => {
    const asked = new Set(questions.map(({ id }) => withoutIndexes(id)));
    expect(explained.filter((id) => !asked.has(id) && !id.startsWith("then."))).toEqual([]);
    const told = explained.map(explanationOf);
    expect(new Set(told).size).toBe(told.length);
  });

  test("a question without one is a fault", () => {
    expect(() => explanationOf("lines[3].colour")).toThrow("the question lines[3].colour has no explanation");
  });
});
