import { allRules, editionChanges, ruleSetOf, rulesOf } from "../check/index.ts";
import type { Desk } from "../desk/index.ts";
import { type Edition, editionInForce, editionOf, editions, gulfDay, isBefore } from "../document/index.ts";
import { fail, ok, type Problem, problem, type Result } from "../problem/index.ts";
import type { Report } from "../report/index.ts";
import { stoppedBy } from "./answer/stopped-by.ts";
import { defineCommand } from "./command.ts";
import { tryEdition } from "./rules/try.ts";
import { rulesOptions } from "./rules/words.ts";

export const rules = defineCommand({
  words: "rules <list|diff|try> [words...]",
  summary: "editions of the Peppol rules: list, compare, try your documents with another one",
  help: `list: the editions that selfbill knows and when each is in force. diff A B: what changes for your documents from edition A to edition B.
try EDITION [FILE...]: checks every document sent from this computer, and the files, by another edition; nothing is sent.
Exit code of try: 0 when every document passes, 20 when some would be refused.`,
  options: rulesOptions,
  examples: [
    { type: "selfbill rules list", does: "shows the editions and their dates" },
    { type: "selfbill rules diff 1.0.3 1.0.4", does: "shows what changed, in words" },
    { type: "selfbill rules try 1.0.4 outbox", does: "checks sent documents and a folder by that edition" },
  ],
  async run(input, desk): Promise<Report> {
    const [action = "", ...words] = input.words;
    if (action === "list" && words.length === 0) return listed(desk);
    if (action === "diff") return differences(words);
    if (action === "try") {
      const [edition = "", ...files] = words;
      const known = named(edition);
      return known.ok ? tryEdition(known.value, files, input, desk) : stoppedBy(known.problems);
    }
    const message =
      action === "list" ? "rules list takes no further words." : `Unknown action ${JSON.stringify(action)} for rules.`;
    return stoppedBy([problem("bad-usage", message, "Type selfbill rules list, diff A B or try EDITION.")]);
  },
});

/** Problem: `bad-usage`. */
function named(id: string): Result<Edition> {
  const edition = editionOf(id);
  return edition ? ok(edition) : fail(noEdition(id));
}

function noEdition(id: string): Problem {
  const ids = editions.map((each) => each.id).join(", ");
  const message = id === "" ? "The edition is missing." : `Unknown edition of the rules: ${JSON.stringify(id)}.`;
  return problem("bad-usage", message, `Write one of: ${ids}.`);
}

function listed(desk: Desk): Report {
  const inForce = editionInForce(gulfDay(desk.now())).id;
  const all = editions.map((edition) => ({ ...edition, ruleSet: ruleSetOf(rulesOf(edition.id).all, edition.id) }));
  const columns = ["Edition", "Published", "In force from", "Until", "Rules", "Rule set"];
  const rows = all.map(({ id, published, from, until, ruleSet }) => [
    id === inForce ? `${id} (today)` : id,
    published,
    from,
    until ?? "",
    String(ruleSet.count),
    ruleSet.hash,
  ]);
  const data = {
    editions: all.map(({ id, published, from, until, ruleSet }) => ({
      edition: id,
      published,
      from,
      until: until ?? null,
      in_force: id === inForce,
      rules: String(ruleSet.count),
      hash: ruleSet.hash,
    })),
  };
  return { outcome: "done", sandbox: false, view: { view: "table", columns, rows, data, empty: "" }, problems: [] };
}

function differences(words: readonly string[]): Report {
  if (words.length !== 2)
    return stoppedBy([problem("bad-usage", "rules diff takes two editions.", "Type selfbill rules diff 1.0.3 1.0.4.")]);
  const [one, other] = words;
  const found = [one, other].map((id) => named(id ?? ""));
  const problems = found.flatMap((each) => (each.ok ? [] : [...each.problems]));
  if (problems.length > 0) return stoppedBy(problems);
  const [a, b] = found.flatMap((each) => (each.ok ? [each.value] : [])) as [Edition, Edition];
  const [from, to] = isBefore(b.id, a.id) ? [b, a] : [a, b];
  const changes = editions
    .filter(({ id }) => isBefore(from.id, id) && !isBefore(to.id, id))
    .flatMap((edition) =>
      Object.entries(editionChanges[edition.id] ?? {}).map(([rule, sentence]) => ({ edition, rule, sentence })),
    );
  const columns = ["Since", "From", "Rule", "What changed"];
  const rows = changes.map(({ edition, rule, sentence }) => [edition.id, edition.from, rule, sentence]);
  const data = {
    from: from.id,
    to: to.id,
    changes: changes.map(({ edition, rule, sentence }) => ({
      edition: edition.id,
      in_force_from: edition.from,
      rule,
      text: sentence,
      demands: allRules.find(({ id }) => id === rule)?.says ?? null,
    })),
  };
  const empty = `Nothing changed: both are edition ${from.id}.`;
  return { outcome: "done", sandbox: false, view: { view: "table", columns, rows, data, empty }, problems: [] };
}
