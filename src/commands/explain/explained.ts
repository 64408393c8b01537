import { all, listOf, maybe, membersOf, one, outcome, type Source, shape, text, words } from "../../answers/index.ts";

import {
  exitCodes,
  type Outcome,
  outcomeTable,
  type ProblemCode,
  type problemTable,
  severityOf,
} from "../../problem/index.ts";
import type { RuleExplanation, ShownRule } from "../../report/index.ts";
import type { GlossaryEntry } from "./glossary.ts";

interface ShownExample {
  readonly says: string;
  readonly form: string | undefined;
  readonly lines: readonly string[];
}

const exampleShape = shape<ShownExample>({
  text: [text, ({ says }) => says],
  form: [maybe, ({ form }) => form],
  example: [text, ({ lines }) => lines.join("\n")],
});

const ruleMembers = {
  id: [text, ({ id }) => id],
  flag: [words("fatal", "warning"), ({ flag }) => flag],
  layer: [text, ({ layer }) => layer],
  text: [text, ({ says }) => says],
  hint: [text, ({ hint }) => hint],
} satisfies Record<string, Source<ShownRule>>;
export const listedRuleShape = shape<ShownRule>(ruleMembers);

const exampleOf = (which: "fails" | "passes") =>
  one<RuleExplanation, ShownExample>(exampleShape, ({ examples }) => {
    const found = examples?.[which];
    return found && { ...found, form: examples?.form };
  });

export const ruleShape = shape<RuleExplanation>({
  ...membersOf(ruleMembers, ({ rule }) => rule),
  source: [text, ({ rule }) => rule.source],
  asked_of: [listOf(text), ({ rule }) => rule.of.paths],
  test: [maybe, ({ expression }) => expression],
  lists: [listOf(text), ({ lists }) => lists],
  until_edition: [maybe, ({ rule }) => rule.until],
  changes: all(
    shape<RuleExplanation["changes"][number]>({
      edition: [text, ({ edition }) => edition],
      text: [text, (change) => change.text],
    }),
    ({ changes }) => changes,
  ),
  fields: [listOf(text), ({ examples }) => examples?.fields ?? []],
  fails: exampleOf("fails"),
  passes: exampleOf("passes"),
  unreachable: [maybe, ({ unreachable: never }) => never],
});

type Row = (typeof problemTable)[ProblemCode];
export const problemCodeShape = shape<{ readonly code: ProblemCode; readonly row: Row }>({
  code: [text, ({ code }) => code],
  severity: [words("error", "warning"), ({ row }) => severityOf(row.outcome)],
  outcome: [outcome, ({ row }) => row.outcome],
  exit_code: [text, ({ row }) => String(exitCodes[row.outcome])],
  text: [text, ({ row }) => row.means],
  hint: [text, ({ row }) => row.todo],
});

interface ShownExit {
  readonly exit: string;
  readonly ends: Outcome;
  readonly leading: readonly string[];
}

export const exitShape = shape<ShownExit>({
  exit_code: [text, ({ exit }) => exit],
  outcome: [outcome, ({ ends }) => ends],
  text: [text, ({ ends }) => outcomeTable.find((each) => each.outcome === ends)?.means ?? ""],
  problem_codes: [listOf(text), ({ leading }) => leading],
});

export const termShape = shape<GlossaryEntry>({
  term: [text, ({ word }) => word],
  also: [listOf(text), ({ also }) => also],
  arabic: [text, ({ arabic }) => arabic],
  text: [text, ({ says }) => says],
  more: [text, ({ more }) => more],
});
