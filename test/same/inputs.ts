import { commands } from "../../src/commands/index.ts";
import type { SelfBilledDocument } from "../../src/document/index.ts";
import { writeYaml } from "../../src/read/index.ts";
import { templateCsv } from "../../src/sheet/index.ts";
import { situations } from "../outputs/situations.ts";
import { creditNote } from "../support/documents.ts";
import { type CasesOfRule, kindOf, opened, type RuleCases } from "../support/rule-cases.ts";
import { scenarioInvoices } from "../support/scenarios.ts";

/** The inputs for both builds, which are created once, from the sources of this checkout. */
export interface Inputs {
  /** Document files by name. */
  readonly files: Readonly<Record<string, string>>;
  /** Documents and XML for the library: the scenarios, and every case of every rule. */
  readonly given: Readonly<Record<string, SelfBilledDocument | { readonly xml: string }>>;
  readonly sheet: string;
  readonly commands: readonly string[];
  /**
   * Arguments for the situations in test/outputs. `DIR` is replaced with the folder of files, `ID:approved` with an
   * id.
   */
  readonly situations: readonly string[];
}

export function inputs(cases: readonly RuleCases[]): Inputs {
  const { "a thousand lines": thousand, ...scenarios } = scenarioInvoices;
  const documents: Record<string, SelfBilledDocument> = { ...scenarios, "credit note": creditNote() };
  const files = Object.entries(documents).map(([name, document], at) => {
    const document_number = `SAME-${String(at + 1).padStart(3, "0")}`;
    return [name.replaceAll(" ", "-"), writeYaml({ ...document, document_number }, kindOf(document))];
  });
  const ofRules = cases.flatMap((each) => Object.entries(each)).flatMap(([id, ofRule]) => givenOf(id, ofRule));
  return {
    files: Object.fromEntries(files),
    given: { ...documents, ...(thousand && { "a thousand lines": thousand }), ...Object.fromEntries(ofRules) },
    sheet: templateCsv("invoice"),
    commands: commands.map(({ name }) => name),
    situations: Object.values(situations).flatMap((each) => (isPlain(each) ? [wordsOf(each)] : [])),
  };
}

function givenOf(id: string, { holds, breaks, skips = {} }: CasesOfRule) {
  const right = Object.entries({ ...holds, ...skips }).map(([name, value]) => [name, opened(value).given] as const);
  const wrong = Object.entries(breaks).map(([name, { given }]) => [name, given] as const);
  return [...right, ...wrong].map(([name, given]) => [`${id} ${name}`, given] as const);
}

type Situation = (typeof situations)[string];

/** Whether the situation needs only a sandbox: no other service, no typed input, no signal, no running clock. */
function isPlain(situation: Situation): boolean {
  const { service, input, signal, trap } = situation;
  return [service, input, signal, trap].every((each) => each === undefined) && !wordsOf(situation).includes("--watch");
}

function wordsOf({ words }: Situation): string {
  const id = { approved: "ID:approved", rejected: "ID:rejected", pending: "ID:pending", unknown: "ID:unknown" };
  return words({ folder: "DIR", id }).join(" ");
}
