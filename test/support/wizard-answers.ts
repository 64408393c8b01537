import { wizardFacts } from "../../src/commands/new/wizard-facts.ts";
import type { Asked, PromptReply } from "../../src/desk/index.ts";
import { fail, ok, problem } from "../../src/problem/index.ts";
import { makeStyle } from "../../src/render/index.ts";
import { type Draft, runWizard, type WizardFacts, type Written } from "../../src/wizard/index.ts";
import { palmLedger } from "./documents.ts";
import { type ServiceDesk, type ServiceDeskFacts, serviceDesk } from "./service-desk.ts";
import { plain } from "./shop.ts";

/**
 * What is typed, chosen or ticked for a question, which is identified by its beginning; all other questions get
 * Enter.
 */
export type Typed = readonly (readonly [question: string, ...answers: string[]])[];

/** The supplier in most documents here. */
export const supplier: Typed = [
  ["Registered name", "Desert Lime Trading LLC"],
  ["TRN", "100234567400003"],
  ["Registration number", "CN-1029384"],
  ["Issuing authority", "Dubai Department of Economy and Tourism"],
  ["Street and number", "Al Quoz Street 14"],
  ["City", "Dubai"],
  ["Emirate", "Dubai"],
  ["E-mail address", "billing@desertlime.example"],
  ["Telephone", "+971 4 200 0111"],
];
/** Forty boxes at 250.00. */
export const tiles: Typed = [
  ["What was supplied", "Ceramic floor tile"],
  ["Quantity", "40"],
  ["Unit", "box"],
  ["Price of one", "250.00"],
  ["Goods or services", "Goods"],
  ["HS code", "6907.21.00"],
];
export const transfer: Typed = [["IBAN", "AE56 0990 0000 0123 4567 890"]];

export interface Walked {
  readonly written: Written | undefined;
  /** Every question, with its answer. */
  readonly asked: ReadonlyArray<{ readonly question: Asked; readonly reply: string }>;
  /** The messages that rejected answers. */
  readonly refused: readonly string[];
  readonly said: readonly string[];
  /** Each saved draft. */
  readonly kept: readonly Draft[];
}

/** A desk without a network, at noon on 20 June 2026 in the Gulf. */
export function quietDesk(facts: ServiceDeskFacts = {}): ServiceDesk {
  return serviceDesk(
    { baseUrl: "http://127.0.0.1:9", token: "none", businessProfileId: "SBX-PALMLEDGER", profile: palmLedger },
    { today: "2026-06-20T08:00:00Z", ...facts },
  );
}

/** Returns the facts that a command at this desk gives to the wizard. */
export async function factsAt(desk: ServiceDesk): Promise<WizardFacts> {
  const profile = await desk.profile(plain);
  return wizardFacts(plain, profile.ok ? profile.value : undefined, desk);
}

export const newDraft = (answers: Draft["answers"] = {}): Draft => ({
  id: "2026-06-20-abc123",
  begun: "2026-06-20T08:00:00.000Z",
  answers,
  before: {},
});

/**
 * Each entry, in order, answers the next question that begins with its text; `<` goes back, `stop` stops. A rejected
 * answer is recorded, and the next entry for the question is tried. Other questions get Enter.
 */
export async function walkThrough(typed: Typed, facts: WizardFacts, start: Draft = newDraft()): Promise<Walked> {
  const left = [...typed];
  const asked: Array<{ question: Asked; reply: string }> = [];
  const refused: string[] = [];
  const said: string[] = [];
  const kept: Draft[] = [];
  const question = async (put: Asked) => {
    for (let tries = 0; tries < 20; tries += 1) {
      const at = left.findIndex(([words]) => put.message.startsWith(words));
      const [, ...answers] = at === 0 ? (left.shift() ?? [""]) : [""];
      if (at === 0 && answers[0] === "stop") return fail(problem("interrupted", "You stopped.", ""));
      const reply = replyTo(put, at === 0 ? answers : undefined);
      const refusal = await refusalOf(put, reply);
      asked.push({ question: put, reply: reply.is === "back" ? "<" : String(reply.value) });
      if (refusal === undefined) return ok(reply);
      refused.push(refusal);
      if (at !== 0) throw new Error(`Enter does not answer ${put.message}: ${refusal}`);
    }
    throw new Error(`no answer to ${put.message} is right`);
  };
  const style = makeStyle({ isTerminal: false, columns: 200, environment: {}, noColor: true });
  const absent = (): never => {
    throw new Error("the wizard asks by questions only");
  };
  const desk = {
    ask: { possible: true, confirm: absent, secret: absent, text: absent, question },
    say: (line: string) => void said.push(line),
    talkStyle: style,
  };
  const keep = async (draft: Draft) => {
    kept.push(draft);
    return ok(undefined);
  };
  const written = await runWizard(start, { desk, facts, keep });
  if (left.length > 0 && written.ok) throw new Error(`never asked: ${left.map(([words]) => words).join(", ")}`);
  return { written: written.ok ? written.value : undefined, asked, refused, said, kept };
}

function replyTo(put: Asked, answers: readonly string[] | undefined): PromptReply {
  if (answers?.[0] === "<") return { is: "back" };
  if (put.form === "text") return { is: "answer", value: answers?.[0] ?? put.usual };
  const choiceOf = (name: string): string => {
    const choice = put.choices.find((each) => each.name.startsWith(name));
    if (choice === undefined) throw new Error(`${put.message} has no choice ${name}`);
    return choice.value;
  };
  if (put.form === "tick")
    return { is: "answer", value: answers?.filter((each) => each !== "").map(choiceOf) ?? put.usual };
  return {
    is: "answer",
    value: answers?.[0] === undefined ? (put.usual ?? put.choices[0]?.value ?? "") : choiceOf(answers[0]),
  };
}

async function refusalOf(put: Asked, reply: PromptReply): Promise<string | undefined> {
  if (reply.is === "back" || put.form === "choose") return undefined;
  return put.form === "text" ? put.check(String(reply.value)) : put.check([...reply.value]);
}

/** A supplier outside the UAE, as typed. */
export const supplierAbroad: Typed = [
  ["Where is the supplier", "In another country"],
  ["Registered name", "Muscat Stone SAOC"],
  ["Tax number", "OM1100012345"],
  ["Registration number", "CR-118820"],
  ["Issuing authority", "Ministry of Commerce"],
  ["Street and number", "Harbour Road 1"],
  ["City", "Muscat"],
  ["Region", "MA"],
  ["Country", "Oman"],
  ["E-mail address", "billing@muscatstone.example"],
  ["Telephone", "+96824000111"],
];
