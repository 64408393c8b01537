import { editionChanges, ruleSetOf, rulesOf } from "../../check/index.ts";
import { tableView } from "../../commands/answer/columns.ts";
import { succeeded } from "../../commands/answer/stopped-by.ts";
import { defineCommand, type Values } from "../../commands/command.ts";
import type { Desk } from "../../desk/index.ts";
import { type Edition, editionInForce, editionOf, editions, gulfDay, isBefore } from "../../document/index.ts";
import { fail, failAll, ok, type Problem, problem, type Result, suggest } from "../../problem/index.ts";
import type { Report } from "../../report/index.ts";
import { rulesOptions } from "./options.ts";
import { tryEdition } from "./try.ts";

export const rules = defineCommand({
  words: "rules <list|diff|try> [words...]",
  completes: { words: "edition" },
  summary: "editions of the Peppol rules: list, compare, try your documents with another one",
  help: `list: the editions that selfbill knows and when each is in force. diff A B: what changes for your documents from edition A to edition B.
try EDITION [FILE...]: checks every document sent from this computer, and the files, by another edition; nothing is sent.
Exit code of try: 0 when every document passes, 20 when some would fail.`,
  group: "For programs and integrators",
  practice: "own books",
  facts: { journal: "used", oneDocument: false, sends: false, asksService: false },
  answers: ({ checking }) => [checking.editions, checking.editionChanges, checking.editionTried],
  options: rulesOptions,
  examples: [
    { type: "selfbill rules list", does: "shows the editions and their dates" },
    { type: "selfbill rules diff 1.0.3 1.0.4", does: "shows what changed, in words" },
    { type: "selfbill rules try 1.0.4 outbox", does: "checks sent documents and a folder by that edition" },
  ],
  input([action = "", ...words], options): Result<Wish> {
    if (action === "list" && words.length === 0) return ok({ is: "list" });
    if (action === "diff") return twoEditions(words);
    if (action === "try") {
      const [id = "", ...files] = words;
      const known = named(id);
      return known.ok ? ok({ is: "try", edition: known.value, files, options }) : known;
    }
    const message =
      action === "list" ? "rules list takes no further words." : `Unknown action ${JSON.stringify(action)} for rules.`;
    return fail(problem("bad-usage", message, `Type ${suggest`rules list`}, diff A B or try EDITION.`));
  },
  async run(wish, desk): Promise<Report> {
    if (wish.is === "list") return listed(desk);
    if (wish.is === "diff") return differences(wish.one, wish.other);
    return tryEdition(wish.edition, wish.files, { words: [], options: wish.options }, desk);
  },
});

type Wish =
  | { readonly is: "list" }
  | { readonly is: "diff"; readonly one: Edition; readonly other: Edition }
  | {
      readonly is: "try";
      readonly edition: Edition;
      readonly files: readonly string[];
      readonly options: Values<typeof rulesOptions>;
    };

/** Reads the two editions to compare. Problem: `bad-usage`. */
function twoEditions(words: readonly string[]): Result<Wish> {
  if (words.length !== 2)
    return fail(problem("bad-usage", "rules diff takes two editions.", `Type ${suggest`rules diff 1.0.3 1.0.4`}.`));
  const [one, other] = words.map(named);
  if (one?.ok && other?.ok) return ok({ is: "diff", one: one.value, other: other.value });
  return failAll([one, other].flatMap((each) => (each === undefined || each.ok ? [] : [...each.problems])));
}

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
  const shown = tableView(all, {
    Edition: ({ id }) => (id === inForce ? `${id} (today)` : id),
    Published: "published",
    "In force from": "from",
    Until: "until",
    Rules: ({ ruleSet }) => ruleSet.count,
    "Rule set": ({ ruleSet }) => ruleSet.hash,
  });
  const data = {
    editions: all.map(({ id, published, from, until, ruleSet }) => ({
      edition: id,
      published,
      from,
      until: until ?? null,
      in_force: id === inForce,
      rules: ruleSet.count,
      hash: ruleSet.hash,
    })),
  };
  return succeeded({ ...shown, data, empty: "" });
}

function differences(a: Edition, b: Edition): Report {
  const [from, to] = isBefore(b.id, a.id) ? [b, a] : [a, b];
  const changes = editions
    .filter(({ id }) => isBefore(from.id, id) && !isBefore(to.id, id))
    .flatMap((edition) =>
      Object.entries(editionChanges[edition.id] ?? {}).map(([rule, sentence]) => ({ edition, rule, sentence })),
    );
  const demanded = rulesOf(to.id).all;
  const shown = tableView(changes, {
    Since: ({ edition }) => edition.id,
    From: ({ edition }) => edition.from,
    Rule: "rule",
    "What changed": "sentence",
  });
  const data = {
    from: from.id,
    to: to.id,
    changes: changes.map(({ edition, rule, sentence }) => ({
      edition: edition.id,
      in_force_from: edition.from,
      rule,
      text: sentence,
      demands: demanded.find(({ id }) => id === rule)?.says ?? null,
    })),
  };
  const empty = `Nothing changed: both are edition ${from.id}.`;
  return succeeded({ ...shown, data, empty });
}
