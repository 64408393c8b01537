import { describe, expect, test } from "vitest";
import { createInvoice } from "../../../src/commands/create-invoice.ts";
import { due } from "../../../src/commands/due.ts";
import { businessDaysAfter, holidaysIn } from "../../../src/extras/outage/business-days.ts";
import { outageCommand as outage } from "../../../src/extras/outage/command.ts";
import { failuresIn, lastingOutages } from "../../../src/extras/outage/in-journal.ts";
import { usualLimits } from "../../../src/extras/outage/spans.ts";
import { writeYaml } from "../../../src/read/index.ts";
import { makeStyle } from "../../../src/render/index.ts";
import type { Report } from "../../../src/report/index.ts";
import { invoice, palmLedger } from "../../support/documents.ts";
import { settle } from "../../support/doubts.ts";
import { given } from "../../support/journal-file.ts";
import { at, lost, made, played, type Try } from "../../support/outage-attempts.ts";
import { type Given, runCommand } from "../../support/run-command.ts";
import { type ServiceDesk, serviceDesk } from "../../support/service-desk.ts";
import { screen } from "../../support/shop.ts";
import { SettableClock, startTestSandbox, type TestSandbox } from "../../support/start-sandbox.ts";

const account = "https://api.service.example BP-1";

interface Told {
  outages: { attempts: number; text: string; documents: { document_number: string; state: string }[] }[];
  single_failures: { failure: string; status: number | null; document: { document_number: string; state: string } }[];
}

const run = (desk: ServiceDesk, change: Given<typeof outage> = {}): Promise<Report> =>
  runCommand(outage, desk, [], change);
const told = async (desk: ServiceDesk, change: Given<typeof outage> = {}): Promise<Told> => {
  const { view } = await run(desk, change);
  if (view.view !== "raw") throw new Error(view.view);
  return view.data as never;
};
const dueSays = async (desk: ServiceDesk, sandbox = false): Promise<string[]> => {
  const options = { sandbox };
  return (await runCommand(due, desk, [], options)).problems.map(({ message }) => message);
};

/** A sandbox over HTTP that the desk treats as a real service. */
async function office(): Promise<{ desk: ServiceDesk; sandbox: TestSandbox; clock: SettableClock }> {
  // Doubts are settled according to the service's own clock, which shows today's date.
  const clock = new SettableClock(Date.now() - 3_600_000);
  const sandbox = await startTestSandbox();
  return { clock, sandbox, desk: serviceDesk(sandbox, { clock, sameClock: true, real: true, account }) };
}

async function send(desk: ServiceDesk, number: string): Promise<string> {
  const file = desk.file(`${number}.yaml`, writeYaml(invoice({ document_number: number }), "invoice"));
  const report = await runCommand(createInvoice, desk, [file], { yes: true, allowSimilar: true });
  return report.outcome;
}

/** Applies these faults to the next create requests. */
const faults = (sandbox: TestSandbox, ...next: object[]): Promise<unknown> =>
  sandbox.call("POST", "/sandbox/faults", { faults: next.map((each) => ({ method: "POST", ...each })) });

const offline = (baseUrl: string, facts: object = { real: true, account }): ServiceDesk =>
  serviceDesk({ baseUrl, token: "none", businessProfileId: "SBX-PALMLEDGER", profile: palmLedger }, facts);

describe("attempts that never left", () => {
  test.each([
    ["nothing answers at the address", "http://127.0.0.1:9"],
    ["the name is not known: a computer without a network", "https://api.service.invalid"],
  ])("are an outage in which our system could not send, and due tells of it: %s", async (_, baseUrl) => {
    const desk = offline(baseUrl);
    for (const number of ["SB-1", "SB-2", "SB-1"]) expect(await send(desk, number)).toBe("not_sent");
    const { outages, single_failures } = await told(desk);
    expect(single_failures).toEqual([]);
    expect(outages).toMatchObject([
      { to: null, attempts: 3, no_connection: 3, no_answer: 0, server_errors: 0, rate_limited: 0 },
    ]);
    const states = outages[0]?.documents.map(({ document_number, state }) => [document_number, state]);
    expect(states).toEqual([
      ["SB-1", "not-created"],
      ["SB-2", "not-created"],
    ]);
    expect(outages[0]?.text).toMatch(
      /^From 20\d\d-\d\d-\d\d \d\d:\d\d:\d\d \+04:00 to .* \+04:00 our system could not send electronic invoices or credit notes: none of its attempts reached the service of our provider\. Whether our network or the service was the cause is not known\.\n3 attempts for 2 documents: 3 did not leave our system\.\nNo later attempt to send was answered so far\.\nDocuments:\n- SB-1, Desert Lime Trading LLC, AED [\d,.]+: not created\n- SB-2, /,
    );
    expect(await dueSays(desk)).toEqual([
      expect.stringMatching(
        /^Sending fails since .*: none of 3 attempts was answered .* 2 documents wait\. .*AED 1,000/,
      ),
    ]);
  });

  test("the first line of due does not deny what its warning says", async () => {
    const desk = offline("http://127.0.0.1:9");
    const style = makeStyle({ isTerminal: true, columns: 80, environment: {}, noColor: true });
    const first = async () => screen(await runCommand(due, { ...desk, dataStyle: style }, [], {})).split("\n")[0];
    await send(desk, "SB-1");
    await send(desk, "SB-2");
    expect(await first()).toBe("Nothing is due.");
    await send(desk, "SB-3");
    expect(await first()).toBe("Nothing is due apart from what is said below.");
  });

  test("are single failures while there are two", async () => {
    const desk = offline("http://127.0.0.1:9");
    await send(desk, "SB-1");
    await send(desk, "SB-2");
    expect(await told(desk)).toMatchObject({ outages: [], single_failures: [{ status: null }, { status: null }] });
    expect(await dueSays(desk)).toEqual([]);
    expect((await told(desk, { attempts: 2 })).outages).toHaveLength(1);
  });
});

describe("faults of a service", () => {
  test("a lost answer, a 500 and a closed connection among others are three single failures, and claim nothing", async () => {
    const { desk, sandbox, clock } = await office();
    const hit = new Map<number, object>([
      [3, { fault: "created-but-lost" }],
      [5, { fault: "status", status: 500 }],
      [8, { fault: "close" }],
    ]);
    for (let each = 1; each <= 12; each += 1) {
      const fault = hit.get(each);
      if (fault) await faults(sandbox, fault);
      expect(await send(desk, `SB-${each}`)).toBe(fault ? "in_doubt" : "done");
      expect(await dueSays(desk)).toEqual([]);
      clock.advance(5);
    }
    const { outages, single_failures } = await told(desk);
    expect(outages).toEqual([]);
    expect(single_failures.map(({ failure, status, document }) => [failure, status, document.document_number])).toEqual(
      [
        ["no-answer", null, "SB-3"],
        ["server-error", 500, "SB-5"],
        ["no-answer", null, "SB-8"],
      ],
    );
    const shown = screen(await run(desk));
    expect(shown).toContain("The journal shows no outage.\n");
    expect(shown).toContain("3 SINGLE FAILURES (not an outage)\n");
    expect(shown).toMatch(
      / {2}server error 500\n {4}SB-5, Desert Lime Trading LLC, AED [\d,.]+ {2}IN DOUBT: it may or may not exist\n/,
    );
    expect(shown).not.toMatch(/could not send|NOT CREATED|1,000/);
  });

  test("forty minutes of them are one outage; each document is told as it is: found, created later, in doubt, not created", async () => {
    const { desk, sandbox, clock } = await office();
    await send(desk, "SB-0");
    clock.advance(60);
    const out: [string, object][] = [
      ["SB-1", { fault: "created-but-lost" }],
      ["SB-2", { fault: "status", status: 503 }],
      ["SB-3", { fault: "rate-limited" }],
      ["SB-4", { fault: "close" }],
    ];
    for (const [number, fault] of out) {
      await faults(sandbox, fault);
      if (number === "SB-3") await faults(sandbox, { fault: "status", status: 502 });
      expect(await send(desk, number)).toBe("in_doubt");
      clock.advance(13 * 60);
      if (number === "SB-1") await settle(desk, { check: true });
    }
    const [open] = (await told(desk)).outages;
    expect(open?.documents.map(({ state }) => state)).toEqual(["found", ...Array(3).fill("in-doubt")]);
    expect(await dueSays(desk)).toEqual([
      expect.stringContaining("none of 4 attempts was answered with a result, and 3 "),
    ]);
    const doubts = given(await desk.openedJournal.doubts());
    const notCreated = (at: number): Promise<Report> =>
      settle(desk, { notCreated: true, yes: true }, [doubts[at]?.attempt ?? ""]);
    await notCreated(0);
    expect(await send(desk, "SB-2")).toBe("done");
    await notCreated(1);
    expect(await dueSays(desk)).toEqual([]);
    const { outages, single_failures } = await told(desk);
    expect(single_failures).toEqual([]);
    expect(outages).toMatchObject([
      { attempts: 4, no_connection: 0, no_answer: 2, server_errors: 2, rate_limited: 1, to: expect.any(String) },
    ]);
    expect(outages[0]?.documents.map(({ document_number, state }) => [document_number, state])).toEqual([
      ["SB-1", "found"],
      ["SB-2", "created"],
      ["SB-3", "not-created"],
      ["SB-4", "in-doubt"],
    ]);
    const text = outages[0]?.text ?? "";
    expect(text.replace(/\d\d\d\d-\d\d-\d\d \d\d:\d\d:\d\d \+04:00/g, "TIME").replace(/AED [\d,.]+/g, "SUM")).toBe(
      [
        "From TIME to TIME the service of our provider confirmed none of the electronic invoices or credit notes that our system tried to send.",
        "4 attempts for 4 documents: 2 got no answer, 2 met a server error (502, 503). 1 further attempt met the service's rate limit (429).",
        "The next attempt that was answered began at TIME.",
        "Documents:",
        "- SB-1, Desert Lime Trading LLC, SUM: was in doubt, found to exist TIME",
        "- SB-2, Desert Lime Trading LLC, SUM: created later, TIME",
        "- SB-3, Desert Lime Trading LLC, SUM: not created",
        "- SB-4, Desert Lime Trading LLC, SUM: in doubt, it may or may not exist",
      ].join("\n"),
    );
    const shown = screen(await run(desk));
    expect(shown).toMatch(/^OUTAGE {2}\S+ \S+ \+04:00 to \S+ \S+ \+04:00\n {2}The next attempt/);
    expect(shown).toContain("4 failed attempts for 4 documents; 1 not created, 1 in doubt:\n");
    expect(shown).toMatch(/SB-3, .* {2}NOT CREATED\n {4}SB-4, .* {2}IN DOUBT: it may or may not exist\n/);
    expect(shown).not.toContain(desk.folder);
  });

  test("a service that asks to wait (429), again and again, is no outage", async () => {
    const { desk, sandbox } = await office();
    await faults(sandbox, { fault: "rate-limited", times: 40 });
    for (const number of ["SB-1", "SB-2", "SB-3", "SB-4"]) await send(desk, number);
    expect(await told(desk)).toEqual({ outages: [], single_failures: [] });
    expect(await dueSays(desk)).toEqual([]);
  });

  test("answers that were lost are no time in which our system could not send; --from leaves out what began earlier", async () => {
    const { desk, sandbox } = await office();
    await faults(sandbox, { fault: "close", times: 3, processed: false });
    for (const number of ["SB-1", "SB-2", "SB-3"]) await send(desk, number);
    const [only] = (await told(desk)).outages;
    expect(only?.text).toContain("the service of our provider did not answer our system's attempts to send");
    expect(only?.text).not.toContain("could not send");
    expect(await told(desk, { from: "2099-01-01" })).toEqual({ outages: [], single_failures: [] });
  });

  test("a document without a number is told by its file's name, supplier and amount, without its folder", async () => {
    const { desk, sandbox } = await office();
    const { document_number: _, ...unnumbered } = invoice();
    for (const name of ["rent", "tiles", "paint"]) {
      await faults(sandbox, { fault: "close" });
      const document = { ...unnumbered, note: name };
      const file = desk.file(`${name}.yaml`, writeYaml(document, "invoice"));
      await runCommand(createInvoice, desk, [file], { yes: true, allowSimilar: true });
    }
    const [only] = (await told(desk)).outages;
    expect(only?.text).toMatch(/\n- rent\.yaml, Desert Lime Trading LLC, AED [\d,.]+: in doubt/);
    expect(`${only?.text}${screen(await run(desk))}`).not.toContain(desk.folder);
  });
});

describe("practice", () => {
  test("has no outages unless --sandbox asks for them, and then it says so", async () => {
    const desk = offline("http://127.0.0.1:9", {});
    for (const number of ["SB-1", "SB-2", "SB-3"]) await send(desk, number);
    expect(await told(desk)).toEqual({ outages: [], single_failures: [] });
    const report = await run(desk);
    expect([report.sandbox, screen(report)]).toEqual([
      true,
      expect.stringContaining("This profile is a sandbox: practice has no outages."),
    ]);
    expect(await dueSays(desk)).toEqual([]);
    const [only] = (await told(desk, { sandbox: true })).outages;
    expect(only?.text).toMatch(/^PRACTICE, not to be reported\.\nFrom /);
    const practised = screen(await run(desk, { sandbox: true }));
    expect(practised).toContain("  This is practice: it is not reported.\n");
    expect(practised).not.toContain("tax adviser");
    expect(practised).toMatch(/^PRACTICE in a sandbox: nothing of this is a real outage\.\n/);
    expect(await dueSays(desk, true)).toEqual([
      expect.stringMatching(/ 3 documents wait\. This is practice: it is not reported\.$/),
    ]);
  });
});

test("pages of the journal are read as one: onwards, and for due back to the last answer", async () => {
  const many = Array.from({ length: 210 }, (_, each): Try => [`SB-${each}`, each, each, each < 205 ? lost : made]);
  const whole = { account: undefined, practice: false };
  const [only] = given(await failuresIn(await played(many), whole, usualLimits));
  expect(only?.outages.map(({ from, last, to }) => [from, last, to])).toEqual([[at(0), at(204), at(205)]]);
  const lasts = many.map(([number, begins, ends], each): Try => [number, begins, ends, each < 5 ? made : lost]);
  const lasting = given(await lastingOutages(await played(lasts), whole));
  expect(lasting.map(({ from, failures }) => [from, failures.length])).toEqual([[at(5), 205]]);
});

describe("business days", () => {
  test.each([
    ["2026-06-15", [], "2026-06-17"],
    ["2026-06-18", [], "2026-06-22"], // a Thursday; the two business days are Friday and Monday
    ["2026-06-19", [], "2026-06-23"],
    ["2026-06-20", [], "2026-06-23"],
    ["2026-06-18", ["2026-06-19", "2026-06-22"], "2026-06-24"],
  ])("two after %s without %j are over on %s", (from, holidays, last) => {
    expect(businessDaysAfter(from, 2, new Set(holidays))).toBe(last);
  });

  test("holidays stand one a line, with remarks; anything else is told", () => {
    expect(holidaysIn("# 2026\n2026-12-02  # National Day\n\n2026-12-03\n")).toEqual({
      days: new Set(["2026-12-02", "2026-12-03"]),
    });
    expect(holidaysIn("2026-12-02\n2 December")).toEqual({ line: 2, wrong: "2 December" });
  });
});
