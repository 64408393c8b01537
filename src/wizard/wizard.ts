import { isRightInVatGroup } from "../check/index.ts";
import type { DocumentKind, SelfBilledDocument } from "../document/index.ts";
import { ok, type Result } from "../problem/index.ts";
import type { Supplier } from "../suppliers/index.ts";
import type { Draft } from "./draft.ts";
import { askAll, howToGoBack, type WizardSession } from "./engine.ts";
import { ordered } from "./order.ts";
import type { ItemValues } from "./question.ts";
import { planWith } from "./questions/plan.ts";
import { bookEntry } from "./questions/supplier-book.ts";
import { type FilledGap, filledGap, isVatGroupMember } from "./questions/supplier-gap.ts";
import { findings, lookedAt } from "./review.ts";
import { wrapText } from "./sentence.ts";
import { amountRemarks, answeredSoFar, furtherLines } from "./so-far.ts";
import { walk } from "./walk.ts";

export interface Written {
  readonly draft: Draft;
  readonly kind: DocumentKind;
  readonly document: SelfBilledDocument;
  /** Whether the document has errors that prevent sending; the user chose to save it anyway. */
  readonly wrong: boolean;
  /** Remarks shown to the user before the document was written. */
  readonly told: readonly string[];
  /** Supplier book entry for a supplier that the user typed in; undefined if it is not to be stored. */
  readonly bookEntry: Supplier | undefined;
  /** Items that the user chose to keep. */
  readonly items: readonly ItemValues[];
  /** Data entered here because the book entry lacked it. */
  readonly filledGap: FilledGap | undefined;
  /** Day of the exchange rate, for a document in another currency. */
  readonly rateDate: string | undefined;
}

/**
 * Runs the wizard from the first question through to the review, and passes each answer to `keep` as soon as it is
 * given. Problems: `interrupted`, any problem from `keep`.
 */
export async function runWizard(start: Draft, given: Omit<WizardSession, "plan">): Promise<Result<Written>> {
  const plan = planWith(given.facts.items);
  const session = { ...given, plan };
  const { desk, facts, keep } = session;
  const begun = walk(plan, start.answers, facts);
  for (const line of answeredSoFar(begun, facts)) desk.say(wrapText(line, desk.talkStyle.width, "  ", "      "));
  if (begun.next) desk.say(wrapText(howToGoBack, desk.talkStyle.width, "  "));
  let draft = start;
  for (;;) {
    const complete = await askAll(draft, session);
    if (!complete.ok) return complete;
    const { context } = complete.value.walked;
    const { kind } = context;
    const document = ordered(context.document, kind);
    const rateDate = context.text("currency.rateDate") || undefined;
    const found = await facts.judge(document, kind, rateDate);
    const isMember = isVatGroupMember(context);
    const problems = found.filter(({ code, where }) => !(isMember && isRightInVatGroup(code, where?.path)));
    desk.say(`\n${await facts.preview(document, kind)}`);
    for (const line of furtherLines(document, facts))
      desk.say(wrapText(line, desk.talkStyle.width, "", "                "));
    for (const line of [...amountRemarks(document), ...findings(problems, complete.value, facts)])
      desk.say(wrapText(line, desk.talkStyle.width, "", "  "));
    const chosen = await lookedAt(problems, complete.value, session);
    if (!chosen.ok) return chosen;
    if (chosen.value.is === "write") {
      const wrong = problems.some(({ severity }) => severity === "error");
      const told = problems.map(({ message }) => message);
      const { draft } = complete.value;
      const book = {
        bookEntry: bookEntry(context),
        filledGap: filledGap(context),
        items: facts.items?.chosen(context) ?? [],
      };
      return ok({ draft, kind, document, wrong, told, ...book, rateDate });
    }
    draft = chosen.value.draft;
    const kept = await keep(draft);
    if (!kept.ok) return kept;
  }
}
