import type { Desk } from "../desk/index.ts";
import { documentKinds, shownSeries } from "../document/index.ts";
import type { NumberUse } from "../journal/index.ts";
import { fail, ok, type Problem, problem, suggest } from "../problem/index.ts";
import { gulfTime } from "../render/index.ts";
import type { Report } from "../report/index.ts";
import { allCompaniesOption, companiesHere, oneOrAllCompanies } from "./answer/all-companies.ts";
import { tableView } from "./answer/columns.ts";
import { journalIfAny } from "./answer/journal-head.ts";
import { personOf } from "./answer/person.ts";
import { stoppedBy, succeeded } from "./answer/stopped-by.ts";
import { defineCommand, flag, type Input, serviceOptions } from "./command.ts";

const options = {
  ...serviceOptions,
  ...allCompaniesOption,
  all: flag("--all", "show every number, not only the gaps"),
} as const;

type NumbersInput = Input<typeof options>;

const stateWords = (): Readonly<Record<NumberUse["state"], string>> => ({
  created: "created",
  "in-doubt": `in doubt: ${suggest`resolve`}`,
  "under-way": "being sent now",
  "not-created": "gap: its document was not created, and gets this number when it is sent again",
  "used-elsewhere": "gap: used by another program",
});

export const numbers = defineCommand({
  words: "numbers [skip] [number]",
  summary: "the numbers given by a profile's number series, and the gaps",
  help: `A gap is a number whose document was not created: it was refused, or never sent. The same document gets its number again when it is sent
again. skip NUMBER records that another program used it: its document then gets the next number, and the gap is explained. The series is set
with selfbill profile set NAME --number-series "SB-{yyyy}-{00000}" --credit-note-series "SBC-{yyyy}-{00000}".`,
  group: "Check and send",
  practice: "own books",
  facts: {
    journal: ([action]) => (action === "skip" ? "used" : "shown"),
    oneDocument: false,
    sends: false,
    asksService: false,
  },
  answers: ({ records }) => [records.numbers],
  options,
  examples: [
    { type: "selfbill numbers", does: "shows each series, its last number, and the gaps" },
    { type: "selfbill numbers skip SB-2026-00042", does: "records that this number is used elsewhere" },
  ],
  input([action, number], given) {
    const whose = oneOrAllCompanies(given);
    if (!whose.ok) return whose;
    if (number !== undefined && given.allCompanies)
      return fail(problem("bad-usage", "A number is skipped for one company.", "Name it: --company NAME"));
    if (action === undefined || (action === "skip" && number !== undefined)) return ok({ number, given });
    const message = `Unknown action ${JSON.stringify(action)} for numbers${action === "skip" ? " without a number" : ""}.`;
    return fail(problem("bad-usage", message, `Type ${suggest`numbers`}, or ${suggest`numbers skip NUMBER`}.`));
  },
  async run({ number, given: wanted }, desk): Promise<Report> {
    if (wanted.allCompanies) return numbersOfAll(wanted, desk);
    const profile = await desk.profile(wanted);
    if (!profile.ok) return stoppedBy(profile.problems);
    const { sandbox } = profile.value;
    const account = (await desk.account(profile.value)) ?? "";
    // Does not create a journal: an empty one would hide the fact that nothing is known about earlier runs.
    const journal = await journalIfAny(desk);
    if (!journal.ok) return stoppedBy(journal.problems, sandbox);
    if (!journal.value)
      return number === undefined
        ? table([{ found: [] }], { ...wanted, sandbox }, desk)
        : stoppedBy([notSkipped(number)]);
    if (number !== undefined) {
      const given = await journal.value.giveUpNumber(account, number, personOf(desk));
      if (!given.ok) return stoppedBy(given.problems, sandbox);
      if (!given.value) return stoppedBy([notSkipped(number)], sandbox);
      desk.say(`✓ ${number} counts as used elsewhere; its document gets the next number of the series.`);
    }
    const found = await journal.value.numbers(account);
    return found.ok
      ? table([{ found: found.value }], { ...wanted, sandbox }, desk)
      : stoppedBy(found.problems, sandbox);
  },
});

/** The numbers in use; `company` is set if several companies are shown. */
interface OfCompany {
  readonly company?: string | undefined;
  readonly found: readonly NumberUse[];
}

async function numbersOfAll(given: NumbersInput["options"], desk: Desk): Promise<Report> {
  const companies = await companiesHere(given, desk);
  if (!companies.ok) return stoppedBy(companies.problems);
  const { all, problems } = companies.value;
  const journal = await journalIfAny(desk);
  if (!journal.ok) return stoppedBy(journal.problems);
  const used: OfCompany[] = [];
  for (const { company, account } of all) {
    const found = journal.value ? await journal.value.numbers(account) : ok([]);
    if (!found.ok) return stoppedBy(found.problems);
    used.push({ company, found: found.value });
  }
  const shown = table(used, { ...given, sandbox: false }, desk);
  const found = [...problems, ...sharedSeries(used)];
  const failed = found.find(({ severity }) => severity === "error");
  return { ...shown, outcome: failed?.outcome ?? shown.outcome, problems: found };
}

function sharedSeries(used: readonly OfCompany[]): Problem[] {
  const users = new Map<string, Set<string>>();
  for (const { company = "", found } of used)
    for (const { series } of found) users.set(series, (users.get(series) ?? new Set()).add(company));
  return [...users].flatMap(([series, companies]) => {
    if (companies.size < 2) return [];
    const message = `The series ${shownSeries(series)} gave numbers to several companies: ${[...companies].join(", ")}.`;
    const hint = 'Give each a series of its own: selfbill profile set NAME --number-series "ACME-{yyyy}-{00000}"';
    return [problem("series-shared", message, hint, { severity: "warning" })];
  });
}

function table(used: readonly OfCompany[], given: NumbersInput["options"], desk: Desk): Report {
  const series = used.flatMap(({ company, found }) =>
    [...new Set(found.map((each) => each.series))].map((name) => {
      const all = found.filter((each) => each.series === name);
      const gaps = all.filter(isGap).length;
      const last = all.at(-1)?.number ?? "";
      return { series: shownSeries(name), handed_out: all.length, last, gaps, ...(company ? { company } : {}) };
    }),
  );
  for (const { series: name, handed_out: count, last, gaps, company } of series)
    desk.say(
      `  ${company ? `${company}: series` : "Series"} ${name}: ${count === 1 ? "1 number" : `${count} numbers`} used, the last is ${last}; ${gaps === 0 ? "no gaps" : gaps === 1 ? "1 gap" : `${gaps} gaps`}.`,
    );
  const shown = used.flatMap(({ company, found }) =>
    found.filter((each) => given.all || isGap(each)).map((each) => ({ ...each, company })),
  );
  const data = { series, numbers: shown.map(numberJson) };
  const isUsed = used.some(({ found }) => found.length > 0);
  const whose = given.allCompanies ? "no profile has a" : "this profile has no";
  const empty = isUsed ? "No gaps." : `No number was given: ${whose} number series, or nothing was sent.`;
  const view = tableView(shown, {
    Company: given.allCompanies && "company",
    Number: "number",
    Kind: ({ kind }) => kind && documentKinds[kind].short,
    State: ({ state }) => stateWords()[state],
    "Given on": ({ at }) => gulfTime(Date.parse(at)).slice(0, 10),
    File: "file",
  });
  return succeeded({ ...view, data, empty }, given.sandbox);
}

const isGap = ({ state }: NumberUse): boolean => state !== "created";

function numberJson({
  number,
  series,
  state,
  kind,
  file,
  at,
  company,
}: NumberUse & Pick<OfCompany, "company">): Record<string, unknown> {
  return {
    number,
    series: shownSeries(series),
    state: state.replaceAll("-", "_"),
    kind: kind ?? null,
    file: file ?? null,
    at,
    ...(company === undefined ? {} : { company }),
  };
}

function notSkipped(number: string): Problem {
  const message = `${number} cannot be skipped: no series of this profile gave it, or its document exists or may exist.`;
  return problem("bad-usage", message, `${suggest`numbers`} lists the numbers that can be skipped: the gaps.`);
}
