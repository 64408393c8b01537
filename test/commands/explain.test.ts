import { describe, expect, test } from "vitest";
import { allRules, expressionOf, rulesOf, unreachable } from "../../src/check/index.ts";
import { glossary, glossaryEntry } from "../../src/commands/explain/glossary.ts";
import { explain } from "../../src/commands/explain.ts";
import { commands } from "../../src/commands/index.ts";
import { topics } from "../../src/manual/index.ts";
import { exitCodes, problemTable } from "../../src/problem/index.ts";
import type { Report, View } from "../../src/report/index.ts";
import { offlineDesk } from "../support/offline-desk.ts";
import { runCommand } from "../support/run-command.ts";

async function run(
  words: readonly string[],
  { list = false, verbose = false } = {},
): Promise<{ report: Report; text: string; data: Answer }> {
  const report = await runCommand(explain, offlineDesk(), words, { list, verbose });
  const view = report.view as Extract<View, { view: "raw" }>;
  return { report, text: view.text ?? "", data: (view.data ?? {}) as unknown as Answer };
}

interface Answer {
  readonly rules: { id: string; fields: string[]; fails: unknown; passes: unknown; unreachable: string | null }[];
  readonly terms: { term: string; more: string }[];
  readonly problem_codes: { code: string; severity: string; exit_code: string }[];
}

test("a rule: what it demands, why, the fields, an example that fails and one that passes", async () => {
  const { report, text } = await run(["IBR-138-AE"]);
  expect(report.outcome).toBe("done");
  expect(text).toBe(`IBR-138-AE  A summary invoice must state its invoicing period.
  What to do    Add invoice_period or, if it is not a summary invoice, set the fourth digit of
                profile_execution_id to 0.
  Why           One of the UAE's rules of PINT AE self-billing 1.0.4. Fatal: the network refuses a
                document that breaks it (VALIDATION_FAILED).
  Source        PINT AE 1.0.4: IBG-14, BTAE-02
  Applies to    document
  Fields        invoice_period.start_date, profile_execution_id

  ✗ Fails: no period
      profile_execution_id: "00010000"

  ✓ Passes: only a start date
      profile_execution_id: "00010000"
      …
      invoice_period:
        start_date: 2026-05-01
`);
});

test("with --verbose: the places in the XML, the XPath expression, and where the code lists that it names are found", async () => {
  const { text, data } = await run(["IBR-CL-23"], { verbose: true });
  const { text: plain, data: same } = await run(["IBR-CL-23"]);
  expect(plain).not.toMatch(/XPath|Lists|cac:/);
  expect(same).toEqual(data);
  expect(text).toContain(
    "  XPath         normalize-space(@unitCode) = $unit\n  Lists         $unit: selfbill codes unit\n",
  );
  expect(data).toMatchObject({ rules: [{ test: "normalize-space(@unitCode) = $unit", lists: ["unit"] }] });
  // A check of the document has no XPath, because the document's UBL does not contain the checked value.
  expect((await run(["SB-0804"])).data).toMatchObject({ rules: [{ test: null, lists: [] }] });
});

test("a check of our own says whose it is and what comes of it", async () => {
  const { text } = await run(["SB-0101", "SB-0401"]);
  const bare = text.replace(/\s+/g, " ");
  expect(bare).toContain(
    "A check of selfbill's own, beyond the published rules. Fatal: the service refuses such a document (400).",
  );
  expect(bare).toContain("A warning: the document can still be sent.");
  expect(bare).not.toContain("VALIDATION_FAILED");
});

test("every rule has both examples, or a reason why nothing can break it", async () => {
  const { data } = await run(allRules.map(({ id }) => id));
  expect(data.rules).toHaveLength(allRules.length);
  const without = data.rules.filter(({ fails, passes }) => fails === null || passes === null).map(({ id }) => id);
  expect(without.filter((id) => !Object.hasOwn(unreachable, id))).toEqual([]);
  expect(
    data.rules
      .filter((each) => each.unreachable !== null)
      .map(({ id }) => id)
      .sort(),
  ).toEqual(Object.keys(unreachable).sort());
});

test("the failing and the passing example of a rule differ, and neither is empty", async () => {
  const { data } = await run(allRules.map(({ id }) => id));
  const alike = data.rules.filter(({ fails, passes }) => {
    const [wrong, right] = [fails, passes] as ({ example: string } | null)[];
    return wrong !== null && (wrong?.example === right?.example || !wrong?.example || !right?.example);
  });
  expect(alike.map(({ id }) => id)).toEqual([]);
});

test("every problem code can be explained, with its exit code", async () => {
  const { data, text } = await run(Object.keys(problemTable));
  expect(data.problem_codes.map(({ code }) => code)).toEqual(Object.keys(problemTable));
  expect(data.problem_codes.find(({ code }) => code === "missing-field")?.exit_code).toBe("20");
  expect(text).toContain("missing-field  The service requires this field");
});

describe("words", () => {
  test.each([
    ["upper and lower case are the same", ["ibr-138-ae", "Missing-Field"], "done", undefined],
    ["two letters swapped", ["IBR-138-EA"], "usage", "Did you mean IBR-138-AE?"],
    ["a code with a slip", ["mising-field"], "usage", "Did you mean missing-field?"],
    ["a part of an id", ["CO-12"], "usage", "Did you mean IBR-CO-12?"],
    ["nothing like it", ["photosynthesis-of-plants"], "usage", "selfbill explain --list names every rule."],
    ["no word", [], "usage", "Type: selfbill explain IBR-138-AE, or selfbill explain --list."],
  ])("%s", async (_, words, outcome, hint) => {
    const { report } = await run(words);
    expect(report.outcome).toBe(outcome);
    expect(report.problems[0]?.hint).toBe(hint);
  });

  test("--list names every rule with its sentence, and then every word", async () => {
    const { report, data } = await run([], { list: true });
    if (report.view.view !== "table") throw new Error("no table");
    expect(report.view.rows).toHaveLength(allRules.length + glossary.length);
    expect(report.view.rows).toContainEqual(["IBR-138-AE", "A summary invoice must state its invoicing period."]);
    expect(report.view.rows.slice(-glossary.length)).toEqual(glossary.map(({ word, says }) => [word, says]));
    expect(data).toMatchObject({ terms: glossary.map(({ word }) => ({ term: word })) });
  });
});

test("an exit code: its outcome, what it means, and the problems that lead to it", async () => {
  const { report, text, data } = await run(["23"]);
  expect(report.outcome).toBe("done");
  expect(text).toBe(`23  in_doubt: it may exist; do not send it in any other way; selfbill resolve.
  Problems      correction-open, former-address-open, number-open, still-in-doubt, not-settled,
                id-known, answer-lost, answer-unclear, answer-contradicts
  More          selfbill explain CODE explains a problem; selfbill help exit-codes lists every exit
                code.
`);
  expect(data).toMatchObject({ exit_codes: [{ exit_code: "23", outcome: "in_doubt" }] });
  expect((await run(["0"])).text).toContain("0  done: ");
  expect((await run(["143"])).text).toContain("interrupted");
  const hinted = async (word: string) => (await run([word])).report.problems[0]?.hint;
  expect(await hinted("dl8.61.1.a")).toMatch(
    /credit note reason|Credit note reasons.*selfbill codes credit-reason DL8\.61\.1\.A$/,
  );
  expect(await hinted("6f0d2f0e-1b77-4c55-8a3e-0b9c7f1d2e33")).toContain(
    "selfbill show 6f0d2f0e-1b77-4c55-8a3e-0b9c7f1d2e33",
  );
  expect((await run(["99"])).report.problems[0]?.message).toBe("There is no rule, problem code, exit code or word 99.");
});

test("before the day of a newer edition everything is told as it is asked that day", async () => {
  const desk = { ...offlineDesk(), now: () => new Date("2026-04-01T08:00:00Z") };
  const told = async (words: readonly string[], list = false) => {
    const { view } = await runCommand(explain, desk, words, { list });
    return view as Extract<View, { view: "raw" }>;
  };
  const [then, later] = [rulesOf("1.0.3").all, rulesOf("1.0.4").all];
  const changed = then.filter(({ id, says }) => later.some((each) => each.id === id && each.says !== says));
  expect(changed.length).toBeGreaterThan(0);
  for (const rule of changed) {
    const { text, data } = await told([rule.id]);
    expect(text).toMatch(/PINT AE\s+self-billing 1\.0\.3\./);
    expect(data).toMatchObject({ rules: [{ text: rule.says, test: expressionOf(rule) ?? null }] });
  }
  const listed = (await told([], true)).data as { rules: { id: string }[] };
  const ids = then.map(({ id }) => id);
  expect(listed.rules.map(({ id }) => id).sort()).toEqual([...ids].sort());
  // A rule that does not apply on that day can still be explained.
  for (const { id } of later.filter((each) => !ids.includes(each.id)))
    expect((await told([id])).text).toMatch(/PINT AE\s+self-billing 1\.0\.4\./);
});

test("what only ever warns ends with exit code 0, and says so", async () => {
  const codes = Object.keys(problemTable);
  const { data } = await run(codes);
  for (const { code, severity, exit_code } of data.problem_codes) {
    expect([code, severity, exit_code === String(exitCodes.done)]).toEqual([code, severity, severity === "warning"]);
  }
  const { text } = await run(["body-large", "reference-not-needed", "missing-field"]);
  const bare = text.replace(/\s+/g, " ");
  expect(bare).toContain(
    "Exit code 0 (done): a warning, which does not change the exit code, except with validate --strict (20).",
  );
  expect(bare.match(/Exit code {1,}20 \(invalid\)/g)).toHaveLength(1);
});

test("a word of the screens: what it means, in Arabic, and where more is said; in any case, also of two words", async () => {
  const { report, text, data } = await run(["c5"]);
  expect(report.outcome).toBe("done");
  expect(text.replaceAll(/\s+/g, " ")).toContain(
    "C5 The tax authority's side: it receives the tax report of your document.",
  );
  expect(text).toMatch(/^ {2}In Arabic {5}\p{Script=Arabic}.*\n {2}More {10}selfbill status --help$/mu);
  expect(data.terms).toMatchObject([{ term: "C5", more: "selfbill status --help" }]);
  expect((await run(["in", "doubt"])).data.terms).toMatchObject([{ term: "in doubt" }]);
  expect((await run(["C3", "MLS", "23"])).data).toMatchObject({
    terms: [{ term: "C3" }, { term: "MLS" }],
    exit_codes: [{ exit_code: "23" }],
  });
});

test("each word of the glossary has one meaning, two sentences at most, and leads to something that exists", async () => {
  const written = glossary.flatMap(({ word, also }) => [word, ...also].map((each) => each.toLowerCase()));
  const codes = [...allRules.map(({ id }) => id.toLowerCase()), ...Object.keys(problemTable)];
  const ends = Object.values(exitCodes).map(String);
  const all = [...written, ...codes, ...ends];
  expect(written.filter((each) => all.indexOf(each) !== all.lastIndexOf(each))).toEqual([]);
  const [names, pages]: (readonly string[])[] = [commands.map(({ name }) => name), topics];
  for (const { word, says, more, arabic } of glossary) {
    expect(glossaryEntry(` ${word.toUpperCase()} `)?.word).toBe(word);
    expect(says.split(/(?<=[.?]) /).length, word).toBeLessThanOrEqual(2);
    expect(arabic, word).toMatch(/^[\p{Script=Arabic}\p{M} ]+$/u);
    const [, first = "", second = ""] = more.split(" ");
    expect(first === "help" ? pages : names, more).toContain(first === "help" ? second : first);
  }
});
