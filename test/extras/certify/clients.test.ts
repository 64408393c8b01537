import { expect, test } from "vitest";
import { casesOf, clientOf, faultsOf, runCases } from "./run-cases.ts";

/** Timeout of a whole run on a busy computer: ten minutes, in milliseconds. */
const long = 600_000;

test.each<[defect: string, found: Record<string, readonly string[]>, alsoRuns?: readonly string[]]>([
  ["resends-when-lost", { "lost-close": ["sent-again-blindly"], "lost-cut-id": ["sent-again-blindly"] }, ["lost-500"]],
  ["resends-after-5xx", { "lost-500": ["sent-again-blindly"], "lost-504": ["sent-again-blindly"] }, ["lost-close"]],
  ["renumbers", { "lost-close": ["sent-twice"], "lost-500": ["sent-twice"] }],
  [
    "numbers-afresh",
    { "lost-503": ["sent-twice"], "no-close": ["sent-again-blindly"], "no-503": ["sent-again-blindly"] },
    ["plain"],
  ],
  ["looks-elsewhere", { "no-close": ["sent-again-blindly"] }, ["plain"]],
  ["ignores-429", { "429-documented": ["came-back-too-early"], "429-date": ["came-back-too-early"] }, ["plain"]],
  ["429-is-refused", { "429-documented": ["did-not-create"], "429-bare": ["did-not-create"] }, ["no-400"]],
  ["ignores-date", { "429-date": ["came-back-too-early"] }, ["429-documented", "429-gateway"]],
  ["any-2xx", { "no-202": ["claims-too-much"], "no-200-page": ["claims-too-much"] }, ["plain", "lost-500"]],
  [
    "null-is-approved",
    Object.fromEntries(["meta", "status", "overall", "legs"].map((each) => [`null-${each}`, ["misread-a-null"]])),
    ["plain"],
  ],
  ["5xx-is-not-sent", { "lost-500": ["lost-a-201"], "lost-503": ["lost-a-201"] }, ["lost-close"]],
  ["lost-is-not-sent", { "lost-close": ["lost-a-201"], "lost-cut-half": ["lost-a-201"] }, ["lost-500"]],
  ["no-version", { plain: ["no-version"], "no-400": ["no-version"] }],
  ["mixed-versions", { plain: ["mixed-versions"], "lost-close": ["mixed-versions"] }],
  [
    "follows-redirects",
    {
      "redirect-301-own": ["token-followed-redirect"],
      "redirect-307-other": ["token-followed-redirect"],
      "redirect-read": ["token-followed-redirect"],
    },
    ["plain"],
  ],
  [
    "follows-by-fetch",
    {
      "redirect-301-own": ["token-followed-redirect"],
      "redirect-307-own": ["token-followed-redirect"],
      "redirect-308-other": ["token-followed-redirect"],
    },
    ["plain"],
  ],
  ["claims-approved", { "plain-slow": ["status-not-told"], "plain-invalid": ["status-not-told"] }, ["no-400"]],
  ["always-in-doubt", { plain: ["did-not-create"], "late-answer": ["did-not-create"] }, ["lost-close", "no-500"]],
  ["polls-fast", { "long-pending": ["asks-too-often"] }, ["no-400"]],
  ["lists-fast", { plain: ["asks-too-often"] }],
  ["no-content-type", { plain: ["no-content-type"] }],
  ["number-is-mine", { "number-taken": ["claims-too-much"] }, ["no-400"]],
  ["number-is-enough", { "no-other": ["claims-too-much"] }, ["lost-close"]],
  ["unknown-parameter", { "lost-close": ["unknown-parameter"] }, ["plain"]],
  ["resends-unseen", { "look-up-fails": ["sent-again-blindly"] }, ["lost-close", "no-close"]],
  ["resends-though-seen", { "lost-close": ["sent-again-blindly"] }, ["no-close"]],
  ["first-of-list", { "no-twin": ["claims-too-much"], "look-up-twin": ["claims-too-much"] }, ["lost-close"]],
  [
    "first-page",
    { "look-up-page-2": ["sent-again-blindly", "lost-a-201"], "look-up-late": ["lost-a-201"] },
    ["lost-close"],
  ],
])(
  "a client whose one defect is %s is named for it, and for nothing else",
  async (defect, found, alsoRuns = []) => {
    expect(await faultsOf(clientOf(defect), [...Object.keys(found), ...alsoRuns])).toEqual(found);
  },
  long,
);

/** One case of each kind, for quick runs. */
const few = [
  ...[
    "plain-slow",
    "plain-rejected",
    "credit-note",
    "resubmit",
    "lost-close",
    "lost-201-empty",
    "late-answer",
    "no-503",
  ],
  ...["too-large", "number-taken", "429-date", "null-legs", "token-ends", "look-up-cut", "look-up-late"],
  ...["look-up-page-2", "look-up-twin", "no-twin", "no-other", "redirect-301-own", "redirect-307-other"],
];
const whole = process.env.SELFBILL_TEST_ALL ? [] : few;

test.each<[string, string, readonly string[]]>([
  ["by its number", clientOf("careful"), []],
  ["by the whole list", clientOf("by-list"), whole],
  ["and never sends again", clientOf("never-resends"), whole],
  ["without any list", clientOf("without-lists"), whole],
  ["as selfbill does", clientOf("", "selfbill.mjs"), whole],
])(
  "a good client that looks up %s gets no false word",
  async (_, command, ids) => {
    const chosen = casesOf(ids);
    const done = await runCases(command, chosen);
    const said = [...done.values()].flatMap(({ case: { id }, faults, remarks }) =>
      [...faults, ...remarks].map((each) => `${id}: ${each}`),
    );
    expect([done.size, said]).toEqual([chosen.length, []]);
  },
  long,
);

test.each<[string, string, readonly string[]]>([
  ["says nothing", "exit 0", []],
  ["is in doubt", `echo '{"result":"in_doubt"}'`, whole],
  ["says that it created", `echo '{"result":"created","id":"x","status":"APPROVED"}'`, whole],
  ["says that it sent nothing", `echo '{"result":"not_sent"}'`, whole],
  ["says that it can do nothing", `echo '{"result":"not_supported"}'`, whole],
])(
  "a client that does nothing and %s fails in every case that it may not leave out",
  async (_, command, ids) => {
    const chosen = casesOf(ids);
    const done = [...(await runCases(command, chosen)).values()];
    const passed = done.filter(({ faults }) => !faults.includes("did-nothing")).map(({ case: { id } }) => id);
    const asked = chosen.filter(({ asks }) => asks !== undefined).map(({ id }) => id);
    const may = command.includes("not_supported")
      ? asked
      : command.includes("not_sent")
        ? chosen.filter(({ mayHoldBack }) => mayHoldBack).map(({ id }) => id)
        : [];
    expect(passed.sort()).toEqual([...may].sort());
    if (may === asked) expect(done.flatMap(({ remarks }) => remarks)).toEqual(asked.map(() => "not-supported"));
  },
  long,
);

test("who is in doubt although the list told is told so, as a remark alone", async () => {
  // The client reads the list, but still reports an unknown result.
  const done = await runCases(clientOf("doubts-the-list"), casesOf(["lost-close", "look-up-fails", "no-400"]));
  expect([...done.values()].map(({ case: { id }, faults, remarks }) => [id, faults, remarks]).sort()).toEqual([
    ["look-up-fails", [], []],
    ["lost-close", [], ["in-doubt-needlessly"]],
    ["no-400", [], []],
  ]);
});
