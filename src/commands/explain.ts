import {
  allRules,
  editionChanges,
  examplesOf,
  expressionOf,
  listsIn,
  type Rule,
  rulesInForce,
  rulesOf,
  unreachable,
} from "../check/index.ts";
import type { Desk } from "../desk/index.ts";
import { codeLists, codeWords, editionInForce, editions, gulfDay, nearest } from "../document/index.ts";
import {
  exitCodes,
  fail,
  failAll,
  type Outcome,
  ok,
  outcomeTable,
  type Problem,
  type ProblemCode,
  problem,
  problemTable,
  type Result,
  suggest,
  typed,
} from "../problem/index.ts";
import { renderCode, renderExitCode, renderRule, renderTerm } from "../render/index.ts";
import type { Report } from "../report/index.ts";
import { tableView } from "./answer/columns.ts";
import { succeeded } from "./answer/stopped-by.ts";
import { defineCommand, flag } from "./command.ts";
import { exitShape, listedRuleShape, problemCodeShape, ruleShape, termShape } from "./explain/explained.ts";
import { type GlossaryEntry, glossary, glossaryEntry } from "./explain/glossary.ts";

const reasons: Readonly<Record<string, { readonly reason: string } | undefined>> = unreachable;
const isCode = (word: string): word is ProblemCode => Object.hasOwn(problemTable, word);

/** Exit codes of a run that was stopped by a signal. */
const ofSignals: ReadonlyMap<string, Outcome> = new Map(
  Object.entries({
    "129": "interrupted",
    "143": "interrupted",
  }),
);

/** Does not need a file, an account or network access. */
export const explain = defineCommand({
  words: "explain [ids...]",
  completes: { ids: "rule" },
  summary: "explain a rule, problem code, exit code or word: what it means, why, what passes and fails",
  help: "An ID is that of a rule (IBR-138-AE) or a problem code (missing-field), as findings show them, in upper or lower case, an exit code (23), or a word of the screens (C5, in doubt).",
  group: "Check and send",
  practice: "no difference",
  facts: { journal: "none", oneDocument: false, sends: false, asksService: false },
  answers: ({ answer, listOf }) => [
    answer({
      rules: listOf(ruleShape.schema),
      problem_codes: listOf(problemCodeShape.schema),
      exit_codes: listOf(exitShape.schema),
      terms: listOf(termShape.schema),
    }),
    answer({ rules: listOf(listedRuleShape.schema), terms: listOf(termShape.schema) }),
  ],
  options: {
    list: flag("--list", "list every rule with what it requires, and every word with its meaning"),
    verbose: flag("--verbose", "also the places in the XML, the XPath expression and its code lists"),
  },
  examples: [
    { type: "selfbill explain IBR-138-AE", does: "explains one rule, with an example that fails and one that passes" },
    { type: "selfbill explain 23", does: "explains an exit code, with the problems that lead to it" },
    { type: "selfbill explain C5", does: "explains a word of the screens" },
    { type: "selfbill explain --list", does: "lists every rule and every word" },
  ],
  input(words, { list, verbose }): Result<"all" | Asked> {
    if (list) return ok("all");
    if (words.length === 0) {
      const hint = "Type: selfbill explain IBR-138-AE, or selfbill explain --list.";
      return fail(problem("bad-usage", "No rule, problem code, exit code or word was named.", hint));
    }
    const term = words.length > 1 ? glossaryEntry(words.join(" ")) : undefined;
    const found = term ? [{ term }] : words.map(find);
    const problems = found.flatMap((each) => ("outcome" in each ? [each] : []));
    return problems.length > 0 ? failAll(problems) : ok({ found: found as Found[], verbose });
  },
  async run(wish, desk): Promise<Report> {
    return wish === "all" ? listed(desk) : explained(wish, desk);
  },
});

interface Asked {
  readonly found: readonly Found[];
  readonly verbose: boolean;
}

type Found =
  | { readonly rule: Rule }
  | { readonly code: ProblemCode }
  | { readonly term: GlossaryEntry }
  | { readonly exit: string; readonly ends: Outcome };

function find(word: string): Found | Problem {
  const id = word.trim().toUpperCase();
  const rule = allRules.find((each) => each.id === id) ?? formerRules().find((each) => each.id === id);
  if (rule) return { rule };
  const code = word.trim().toLowerCase();
  const ends = outcomeTable.find(({ outcome }) => String(exitCodes[outcome]) === code)?.outcome ?? ofSignals.get(code);
  if (ends) return { exit: code, ends };
  if (isCode(code)) return { code };
  const term = glossaryEntry(word);
  return term ? { term } : unknown(word);
}

/** Returns rules that exist only in earlier editions, to explain old verdicts. */
function formerRules(): readonly Rule[] {
  return editions.flatMap(({ id }) => rulesOf(id).official.filter(({ until }) => until !== undefined));
}

function unknown(word: string): Problem {
  const ids = [...allRules.map(({ id }) => id), ...Object.keys(problemTable), ...glossary.map((term) => term.word)];
  const holding = ids.filter((id) => word.length > 1 && id.toLowerCase().includes(word.toLowerCase()));
  const near = nearest(word, ids);
  const meant = near === undefined ? holding.slice(0, 5) : [near];
  const hint = meant.length === 0 ? otherHint(word) : `Did you mean ${meant.join(" or ")}?`;
  return problem("bad-usage", `There is no rule, problem code, exit code or word ${word}.`, hint);
}

/** Returns a hint for an unknown word: it may be a code from another list, or the number or id of a document. */
function otherHint(word: string): string {
  const code = word.trim().toUpperCase();
  for (const { name, title, list } of codeLists) {
    const words = list && codeWords(list, code);
    if (words) return `It is a code of another kind (${title}): ${words}. Type: selfbill codes ${name} ${typed(code)}`;
  }
  const everyRule = "selfbill explain --list names every rule.";
  return /\d/.test(word)
    ? `If it is the number or id of a document: ${suggest`show ${word}`}. ${everyRule}`
    : everyRule;
}

async function explained({ found, verbose }: Asked, desk: Desk): Promise<Report> {
  const texts: string[] = [];
  const rules: unknown[] = [];
  const codes: unknown[] = [];
  const exits: unknown[] = [];
  const terms: unknown[] = [];
  for (const each of found) {
    if ("exit" in each) {
      const { exit, ends } = each;
      const leading = Object.entries(problemTable).flatMap(([code, { outcome }]) => (outcome === ends ? [code] : []));
      texts.push(renderExitCode(exit, ends, ends === "done" ? [] : leading, desk.dataStyle));
      exits.push(exitShape.json({ exit, ends, leading }));
      continue;
    }
    if ("term" in each) {
      texts.push(renderTerm(each.term, desk.dataStyle));
      terms.push(termShape.json(each.term));
      continue;
    }
    if ("code" in each) {
      const { code } = each;
      texts.push(renderCode(code, problemTable[code].outcome, desk.dataStyle));
      codes.push(problemCodeShape.json({ code, row: problemTable[code] }));
      continue;
    }
    const { rule, edition } = asAskedToday(each.rule, desk);
    const expression = expressionOf(rule);
    const known = {
      rule,
      edition,
      ...(expression === undefined ? {} : { expression }),
      lists: listsIn(expression ?? ""),
      examples: await examplesOf(rule.id),
      unreachable: reasons[rule.id]?.reason,
      changes: historyOf(rule),
    };
    texts.push(renderRule(known, verbose, desk.dataStyle));
    rules.push(ruleShape.json(known));
  }
  return succeeded({
    view: "raw" as const,
    text: texts.join("\n"),
    data: { rules, problem_codes: codes, exit_codes: exits, terms },
  });
}

/** Returns the rule of the edition in force; for a rule that this edition lacks, its text in the closest edition. */
function asAskedToday(rule: Rule, desk: Desk): { readonly rule: Rule; readonly edition: string } {
  const { edition, rules } = rulesToday(desk);
  const asked = rules.find(({ id }) => id === rule.id);
  return asked ? { rule: asked, edition: edition.id } : { rule, edition: rule.until ?? rule.since ?? edition.id };
}

const rulesToday = (desk: Desk) => rulesInForce(editionInForce(gulfDay(desk.now())));

/** Sorted newest first. */
function historyOf({ id }: Rule): Array<{ readonly edition: string; readonly text: string }> {
  return editions
    .flatMap((edition) => {
      const text = editionChanges[edition.id]?.[id];
      return text === undefined ? [] : [{ edition: edition.id, text }];
    })
    .reverse();
}

function listed(desk: Desk): Report {
  const sorted = [...rulesToday(desk).rules].sort((a, b) => (a.id < b.id ? -1 : 1));
  const rules = sorted.map(({ id, says }) => ({
    name: id,
    says: reasons[id] ? `${says} (no document can break this rule)` : says,
  }));
  const words = glossary.map(({ word, says }) => ({ name: word, says }));
  const shown = tableView([...rules, ...words], {
    "Rule or word": "name",
    "What must be true, or what the word means": "says",
  });
  const data = { rules: sorted.map(listedRuleShape.json), terms: glossary.map(termShape.json) };
  return succeeded({ ...shown, data, empty: "" });
}
