import { exitCodes, type Outcome, outcomeTable, type ProblemCode, problemTable, severityOf } from "../problem/index.ts";
import type { RuleExplanation, ShownRule, ShownRuleExample, Style } from "../report/index.ts";
import { statusName } from "../states/index.ts";
import { fitted, wrapped } from "./wrapped.ts";

const layers = { shared: "One of the shared PINT rules", ae: "One of the UAE's rules" };

function layerOf({ layer }: ShownRule, edition: string): string {
  return layer === "own"
    ? "A check of selfbill's own, beyond the published rules."
    : `${layers[layer]} of PINT AE self-billing ${edition}.`;
}

/**
 * Says what happens to a document that breaks the rule. The network does not apply selfbill's own checks; the service
 * answers 400 to documents that fail the fatal ones.
 */
function consequenceOf({ flag, layer }: ShownRule): string {
  if (flag === "warning") return "A warning: the document can still be sent.";
  if (layer === "own") return "Fatal: the service refuses such a document (400).";
  return `Fatal: the network refuses a document that breaks it (${statusName.failed}).`;
}

export function renderRule(
  { rule, edition, expression, lists, examples, unreachable, changes }: RuleExplanation,
  verbose: boolean,
  style: Style,
): string {
  const rows: [string, string][] = [
    ["What to do", rule.hint],
    ["Why", `${layerOf(rule, edition)} ${unreachable === undefined ? consequenceOf(rule) : ""}`.trim()],
    ["Source", rule.source],
    ["Applies to", verbose ? `${rule.of.name} (${placesOf(rule.of.paths)})` : rule.of.name],
    ...(examples && examples.fields.length > 0
      ? [["Fields", examples.fields.join(", ")] satisfies [string, string]]
      : []),
    ...(rule.until === undefined
      ? []
      : [["Until", `edition ${rule.until}; later editions do not have it`] satisfies [string, string]]),
    ...changes.map(({ edition, text }): [string, string] => [`Since ${edition}`, text]),
    ...(unreachable === undefined ? [] : [["Never broken", unreachable] satisfies [string, string]]),
    ...(expression === undefined || !verbose ? [] : [["XPath", expression] satisfies [string, string]]),
    ...(lists.length === 0 || !verbose ? [] : [["Lists", lists.map(listPlace).join(", ")] satisfies [string, string]]),
  ];
  const shown = examples
    ? `${example("Fails", examples.fails, style)}${example("Passes", examples.passes, style)}`
    : "";
  return `${heading(rule.id, rule.says, style)}${rows.map(([label, text]) => row(label, text, style)).join("")}${shown}`;
}

const listPlace = (name: string): string => `$${name}: selfbill codes ${name}`;

const mostPlaces = 6;

function placesOf(paths: readonly string[]): string {
  return paths.length <= mostPlaces ? paths.join(", ") : `${paths.length} kinds of element`;
}

/** Shows the meaning, the remedy and the exit code. */
export function renderCode(code: ProblemCode, outcome: Outcome, style: Style): string {
  const { means: says, todo } = problemTable[code];
  const means = outcomeTable.find((each) => each.outcome === outcome)?.means ?? "";
  return [
    heading(code, says, style),
    row("What to do", todo, style),
    row("Exit code", exitCodeSays(outcome, means), style),
  ].join("");
}

function exitCodeSays(outcome: Outcome, means: string): string {
  const { done, invalid } = exitCodes;
  return severityOf(outcome) === "warning"
    ? `${done} (done): a warning, which does not change the exit code, except with validate --strict (${invalid}).`
    : `${exitCodes[outcome]} (${outcome}): ${means}; a warning does not change the exit code.`;
}

export function renderExitCode(code: string, outcome: Outcome, codes: readonly string[], style: Style): string {
  const means = outcomeTable.find((each) => each.outcome === outcome)?.means ?? "";
  return [
    heading(code, `${outcome}: ${means}.`, style),
    ...(codes.length === 0 ? [] : [row("Problems", codes.join(", "), style)]),
    row("More", "selfbill explain CODE explains a problem; selfbill help exit-codes lists every exit code.", style),
  ].join("");
}

/** A word of the screens: what it means, in Arabic, and where more is said. */
export function renderTerm(
  term: { readonly word: string; readonly arabic: string; readonly says: string; readonly more: string },
  style: Style,
): string {
  const { word, arabic, says, more } = term;
  return [heading(word, says, style), row("In Arabic", arabic, style), row("More", more, style)].join("");
}

function heading(id: string, says: string, style: Style): string {
  return `${fitted(`${style.strong(id)}  ${says}`, style)}\n`;
}

const labelWidth = 14;

function row(label: string, text: string, style: Style): string {
  const [first = "", ...more] = wrapped(text, style.width - labelWidth - 2);
  const margin = " ".repeat(labelWidth + 2);
  return `  ${label.padEnd(labelWidth)}${[first, ...more].join(`\n${margin}`)}\n`;
}

function example(label: string, { says, lines }: ShownRuleExample, style: Style): string {
  const mark = label === "Fails" ? style.bad("✗") : style.good("✓");
  return `\n${fitted(`  ${mark} ${label}: ${says}`, style)}\n${lines.map((each) => `      ${each}\n`).join("")}`;
}
