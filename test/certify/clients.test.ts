import { expect, test } from "vitest";
import { cases } from "../../src/certify/index.ts";
import { casesOf, clientOf, faultsOf, runCases } from "./run-cases.ts";

/** Minutes, for a whole run on a busy computer. */
const long = 600_000;

test.each<[defect: string, found: Record<string, readonly string[]>, alsoRuns?: readonly string[]]>([
  ["resends-when-lost", { "lost-close": ["sent-again-blindly"], "lost-cut-id": ["sent-again-blindly"] }, ["lost-500"]],
  ["resends-after-5xx", { "lost-500": ["sent-again-blindly"], "lost-504": ["sent-again-blindly"] }, ["lost-close"]],
  ["renumbers", { "lost-close": ["sent-twice"], "lost-500": ["sent-twice"] }],
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
  ["claims-approved", { "plain-slow": ["status-not-told"], "plain-invalid": ["status-not-told"] }, ["no-400"]],
  ["always-in-doubt", { plain: ["did-not-create"], "late-answer": ["did-not-create"] }, ["lost-close", "no-500"]],
  ["polls-fast", { "long-pending": ["asks-too-often"] }, ["plain"]],
  ["first-of-list", { "no-twin": ["claims-too-much"], "look-up-twin": ["claims-too-much"] }, ["lost-close"]],
  ["first-page", { "look-up-page-2": ["lost-a-201"], "look-up-late": ["lost-a-201"] }, ["lost-close"]],
])(
  "a client whose one defect is %s is named for it, and for nothing else",
  async (defect, found, alsoRuns = []) => {
    expect(await faultsOf(clientOf(defect), [...Object.keys(found), ...alsoRuns])).toEqual(found);
  },
  long,
);

test.each([
  ["by its number", clientOf("careful")],
  ["by the whole list", clientOf("by-list")],
  ["and never sends again", clientOf("never-resends")],
  ["without any list", clientOf("without-lists")],
  ["as selfbill does", clientOf("", "selfbill.mjs")],
])(
  "a good client that looks up %s gets no false word, in all cases",
  async (_, command) => {
    const done = await runCases(command, cases);
    const said = [...done.values()].flatMap(({ case: { id }, faults, remarks }) =>
      [...faults, ...remarks].map((each) => `${id}: ${each}`),
    );
    expect([done.size, said]).toEqual([cases.length, []]);
  },
  long,
);

test.each([
  ["says nothing", "exit 0"],
  ["is in doubt", `echo '{"result":"in_doubt"}'`],
  ["says that it created", `echo '{"result":"created","id":"x","status":"APPROVED"}'`],
  ["says that it sent nothing", `echo '{"result":"not_sent"}'`],
  ["says that it can do nothing", `echo '{"result":"not_supported"}'`],
])(
  "a client that does nothing and %s fails in every case that it may not leave out",
  async (_, command) => {
    const done = [...(await runCases(command, cases)).values()];
    const passed = done.filter(({ faults }) => !faults.includes("did-nothing")).map(({ case: { id } }) => id);
    const asked = cases.filter(({ asks }) => asks !== undefined).map(({ id }) => id);
    const may = command.includes("not_supported")
      ? asked
      : command.includes("not_sent")
        ? ["plain-invalid", "too-large"]
        : [];
    expect(passed.sort()).toEqual([...may].sort());
    if (may === asked) expect(done.flatMap(({ remarks }) => remarks)).toEqual(asked.map(() => "not-supported"));
  },
  long,
);

test("who is in doubt although the list told is told so, as a remark alone", async () => {
  // It reads the list, and says all the same that it does not know.
  const done = await runCases(clientOf("doubts-the-list"), casesOf(["lost-close", "look-up-fails", "no-400"]));
  expect([...done.values()].map(({ case: { id }, faults, remarks }) => [id, faults, remarks]).sort()).toEqual([
    ["look-up-fails", [], []],
    ["lost-close", [], ["in-doubt-needlessly"]],
    ["no-400", [], []],
  ]);
});
