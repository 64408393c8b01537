import type { Desk } from "../../desk/index.ts";
import type { SelfBilledDocument } from "../../document/index.ts";
import { fail, ok, problem, type Result } from "../../problem/index.ts";
import type { ServiceProfile } from "../../settings/index.ts";
import {
  askCorrection,
  askIssueDates,
  askOwnNumber,
  type CorrectablePart,
  type CorrectedValue,
  correctableParts,
} from "../../wizard/index.ts";
import { creditNoteDays } from "../credit/ask-reason.ts";
import { wizardFacts } from "../new/wizard-facts.ts";

export type AskedWhat = CorrectablePart | "all" | "file";

const menu = { ...correctableParts, all: "All of it: it should not exist", file: "Something else: I change the file" };

const wentBack = () =>
  fail(problem("declined", "You went back: nothing was written.", "Run the command again when you are ready."));

export async function askWhat(document: SelfBilledDocument, desk: Desk): Promise<Result<AskedWhat>> {
  const isSingle = document.document_lines?.length === 1;
  const chosen = await choose("What is wrong?", menu, isSingle, desk);
  if (!chosen.ok) return chosen;
  return chosen.value === undefined ? wentBack() : ok(chosen.value as AskedWhat);
}

export interface AskedCopy {
  readonly document: SelfBilledDocument;
  readonly values: readonly CorrectedValue[];
}

/**
 * Asks for the number only if the buyer numbered the invoice (`isOwnNumber`) and no series assigns numbers. Problems:
 * `interrupted`, `declined`.
 */
export async function askCopy(
  sent: SelfBilledDocument,
  first: CorrectablePart,
  { profile, isOwnNumber }: { readonly profile: ServiceProfile; readonly isOwnNumber: boolean },
  desk: Desk,
): Promise<Result<AskedCopy>> {
  const words = {
    sandbox: profile.sandbox,
    profile: profile.name,
    businessProfile: undefined,
    serviceVersion: undefined,
  };
  const session = { desk, facts: await wizardFacts(words, profile, desk) };
  let [copy, part]: [AskedCopy, string] = [{ document: sent, values: [] }, first];
  let areDatesAsked = false;
  while (part !== enough) {
    const asked = await askCorrection(part as CorrectablePart, copy.document, session);
    if (!asked.ok) return asked;
    if (asked.value) copy = { document: asked.value.document, values: [...copy.values, ...asked.value.values] };
    areDatesAsked ||= part === "dates";
    for (const { title, before, after } of asked.value?.values ?? [])
      desk.say(`  ✓ ${session.facts.safe(`${title}: ${before || "none"} → ${after || "none"}`)}`);
    const parts = { [enough]: "No, nothing else", ...correctableParts };
    const isSingle = copy.document.document_lines?.length === 1;
    const next = await choose("Is anything else wrong?", parts, isSingle, desk);
    if (!next.ok) return next;
    part = next.value ?? enough;
  }
  if (copy.values.length === 0) return unchanged();
  const more = [...(areDatesAsked ? [] : [askIssueDates]), ...(isOwnNumber ? [askOwnNumber] : [])];
  for (const ask of more) {
    const asked = await ask(copy.document, session);
    if (!asked.ok) return asked;
    copy = { document: asked.value.document, values: [...copy.values, ...asked.value.values] };
  }
  return ok(copy);
}

const enough = "enough";

async function choose(
  message: string,
  parts: Readonly<Record<string, string>>,
  isSingle: boolean,
  desk: Desk,
): Promise<Result<string | undefined>> {
  const reply = await desk.ask.question({
    form: "choose",
    message,
    help: "",
    explains: `An invoice that counts is taken back by a credit note; a corrected copy follows it. ${creditNoteDays}`,
    usual: undefined,
    choices: Object.entries(parts)
      .filter(([value]) => !(isSingle && value === "line"))
      .map(([value, name]) => ({ value, name })),
  });
  if (!reply.ok) return reply;
  return ok(reply.value.is === "back" ? undefined : String(reply.value.value));
}

function unchanged(): Result<never> {
  const message = "Nothing was written or sent: every value is as it was sent.";
  return fail(problem("declined", message, "Run the command again when you know what is wrong."));
}
