import type { Desk } from "../desk/index.ts";
import { documentKinds, shownSeries } from "../document/index.ts";
import type { NumberUse } from "../journal/index.ts";
import { fail, ok, type Problem, problem } from "../problem/index.ts";
import { gulfTime } from "../render/index.ts";
import type { Report } from "../report/index.ts";
import { personOf } from "./answer/person.ts";
import { stoppedBy, succeeded } from "./answer/stopped-by.ts";
import { defineCommand, flag, type Input, serviceOptions } from "./command.ts";

const options = {
  ...serviceOptions,
  all: flag("--all", "show every number, not only the gaps"),
} as const;

type NumbersInput = Input<typeof options>;

/** The state of a number, in words. */
const stateWords: Readonly<Record<NumberUse["state"], string>> = {
  created: "created",
  "in-doubt": "in doubt: selfbill resolve",
  "under-way": "being sent now",
  "not-created": "gap: its document was not created, and gets this number when it is sent again",
  "used-elsewhere": "gap: used by another program",
};

export const numbers = defineCommand({
  words: "numbers [skip] [number]",
  summary: "the numbers given by a profile's number series, and the gaps",
  help: `A gap is a number whose document was not created: it was refused, or never sent. The same document gets its number again when it is sent
again. skip NUMBER records that another program used it: its document then gets the next number, and the gap is explained. The series is set
with selfbill profile set NAME --number-series "SB-{yyyy}-{00000}" --credit-note-series "SBC-{yyyy}-{00000}".`,
  group: "Check and send",
  practice: "own books",
  answers: ({ records }) => [records.numbers],
  options,
  examples: [
    { type: "selfbill numbers", does: "shows each series, its last number, and the gaps" },
    { type: "selfbill numbers skip SB-2026-00042", does: "records that this number is used elsewhere" },
  ],
  input([action, number], given) {
    if (action === undefined || (action === "skip" && number !== undefined)) return ok({ number, given });
    const message = `Unknown action ${JSON.stringify(action)} for numbers${action === "skip" ? " without a number" : ""}.`;
    return fail(problem("bad-usage", message, "Type selfbill numbers, or selfbill numbers skip NUMBER."));
  },
  async run({ number, given: wanted }, desk): Promise<Report> {
    const profile = await desk.profile(wanted);
    if (!profile.ok) return stoppedBy(profile.problems);
    const { sandbox } = profile.value;
    const account = (await desk.account(profile.value)) ?? "";
    // Opening would make it, and a later run could not tell any more that nothing is known of earlier ones.
    const isNew = await desk.journalIsNew();
    if (!isNew.ok) return stoppedBy(isNew.problems, sandbox);
    if (isNew.value) return number === undefined ? table([], wanted, sandbox, desk) : stoppedBy([notSkipped(number)]);
    const journal = await desk.journal();
    if (!journal.ok) return stoppedBy(journal.problems, sandbox);
    if (number !== undefined) {
      const given = await journal.value.giveUpNumber(account, number, personOf(desk));
      if (!given.ok) return stoppedBy(given.problems, sandbox);
      if (!given.value) return stoppedBy([notSkipped(number)], sandbox);
      desk.say(`✓ ${number} counts as used elsewhere; its document gets the next number of the series.`);
    }
    const found = await journal.value.numbers(account);
    return found.ok ? table(found.value, wanted, sandbox, desk) : stoppedBy(found.problems, sandbox);
  },
});

function table(found: readonly NumberUse[], given: NumbersInput["options"], sandbox: boolean, desk: Desk): Report {
  const names = [...new Set(found.map((each) => each.series))];
  const series = names.map((name) => {
    const all = found.filter((each) => each.series === name);
    const gaps = all.filter(isGap).length;
    return { series: shownSeries(name), handed_out: all.length, last: all.at(-1)?.number ?? "", gaps };
  });
  for (const { series: name, handed_out: count, last, gaps } of series)
    desk.say(
      `  Series ${name}: ${count === 1 ? "1 number" : `${count} numbers`} used, the last is ${last}; ${gaps === 0 ? "no gaps" : gaps === 1 ? "1 gap" : `${gaps} gaps`}.`,
    );
  const shown = found.filter((each) => given.all || isGap(each));
  const rows = shown.map(({ number, state, kind, file, at }) => [
    number,
    kind === undefined ? "" : documentKinds[kind].short,
    stateWords[state],
    gulfTime(Date.parse(at)).slice(0, 10),
    file ?? "",
  ]);
  const data = { series, numbers: shown.map(numberJson) };
  const empty =
    found.length === 0 ? "No number was given: this profile has no number series, or nothing was sent." : "No gaps.";
  return succeeded(
    { view: "table", columns: ["Number", "Kind", "State", "Given on", "File"], rows, data, empty },
    sandbox,
  );
}

const isGap = ({ state }: NumberUse): boolean => state !== "created";

function numberJson({ number, series, state, kind, file, at }: NumberUse): Record<string, unknown> {
  return {
    number,
    series: shownSeries(series),
    state: state.replaceAll("-", "_"),
    kind: kind ?? null,
    file: file ?? null,
    at,
  };
}

function notSkipped(number: string): Problem {
  const message = `${number} cannot be skipped: no series of this profile gave it, or its document exists or may exist.`;
  return problem("bad-usage", message, "selfbill numbers lists the numbers that can be skipped: the gaps.");
}
