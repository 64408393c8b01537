import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createCreditNote } from "../../src/commands/create-credit-note.ts";
import type { SelfBilledDocument } from "../../src/document/index.ts";
import { saidIn } from "../../src/life/index.ts";
import { ok } from "../../src/problem/index.ts";
import { writeYaml } from "../../src/read/index.ts";
import type { Report } from "../../src/report/index.ts";
import { creditNote, invoice, line } from "../support/documents.ts";
import { given } from "../support/journal-file.ts";
import { type Given, runCommand } from "../support/run-command.ts";
import type { ServiceDeskFacts } from "../support/service-desk.ts";
import { create, from, shop, wrongTrn } from "../support/shop.ts";

type Desk = Awaited<ReturnType<typeof shop>>["desk"];
type Options = Given<typeof createCreditNote>;

const none: Options = { yes: true, sendAnyway: true, acceptChangedSupplier: true };

/**
 * Returns a desk that has sent SB-1 to a supplier with this TIN; it has a final status that the desk has not requested
 * yet.
 */
async function billed(tin: string, facts: ServiceDeskFacts = {}, more: Partial<SelfBilledDocument> = {}) {
  const { desk, clock } = await shop({}, { sameClock: true, ...facts });
  await create(desk, invoice({ document_number: "SB-1", ...from(tin), ...more }));
  clock.advance(20);
  return desk;
}

/** The ways in which a credit note for SB-1 can be sent. */
const doors: Readonly<Record<string, (desk: Desk, more?: Options) => Promise<Report>>> = {
  "--from": (desk, more) =>
    runCommand(createCreditNote, desk, [], { ...none, from: "SB-1", reason: "DL8.61.1.A", ...more }),
  "--from into a file that is sent": (desk, more) => {
    const out = join(desk.folder, "out.yaml");
    const options = { ...none, from: "SB-1", reason: "DL8.61.1.A", out, ...more };
    return runCommand(createCreditNote, desk, [], options);
  },
  "a file": (desk, more) => {
    const note = creditNote({ billing_reference: [{ id: "SB-1", issue_date: "2026-06-15" }], ...from("1999999921") });
    const file = desk.file("note.yaml", writeYaml(note, "credit-note"));
    return runCommand(createCreditNote, desk, [file], { ...none, ...more });
  },
  "several files": (desk, more) => {
    const files = ["CN-1", "CN-2"].map((number, at) => {
      const reference = at === 0 ? "SB-1" : "SB-404";
      const note = creditNote({
        document_number: number,
        document_lines: [line({ quantity: String(at + 1) })],
        billing_reference: [{ id: reference, issue_date: "2026-06-15" }],
      });
      return desk.file(`${number}.yaml`, writeYaml(note, "credit-note"));
    });
    return runCommand(createCreditNote, desk, files, { ...none, ...more });
  },
};

const problemsOf = ({ view, problems }: Report) => [
  ...problems,
  ...(view.view === "submissions" ? view.results.flatMap((each) => each.problems) : []),
];
const codesOf = (report: Report): string[] =>
  problemsOf(report).flatMap(({ code }) => (/^invoice-|^status-/.test(code) ? [code] : []));

async function credited(desk: Desk): Promise<number> {
  return given(await desk.openedJournal.tries.count({ kind: "credit-note" }));
}

describe.each(Object.entries(doors))("through %s", (_, send) => {
  test("an invoice that failed is refused, whatever is added", async () => {
    const desk = await billed("1002345674", {}, wrongTrn());
    for (const more of [{}, { creditRejected: true }]) {
      const report = await send(desk, more);
      expect([report.outcome, codesOf(report)]).toEqual(["invalid", ["invoice-not-valid"]]);
    }
    expect(await credited(desk)).toBe(0);
  });

  test("one that the tax authority did not accept needs a word", async () => {
    const desk = await billed("1999999921");
    const report = await send(desk);
    expect([report.outcome, codesOf(report)]).toEqual(["invalid", ["invoice-rejected"]]);
    expect(problemsOf(report).find(({ code }) => code === "invoice-rejected")).toMatchObject({
      message: expect.stringContaining("Nothing was sent: the invoice SB-1 is REJECTED"),
      hint: expect.stringContaining("add --credit-rejected"),
    });
    expect(await credited(desk)).toBe(0);
    expect((await send(desk, { creditRejected: true, out: undefined })).outcome).toBe("done");
  });

  test("one that the tax authority accepted is credited without a word", async () => {
    const desk = await billed("1999999913");
    const report = await send(desk);
    expect([report.outcome, codesOf(report)]).toEqual(["done", []]);
    const said = saidIn(given(await desk.openedJournal.notes()));
    const [past] = given(await desk.openedJournal.tries.called("SB-1"));
    const document = { account: past?.intent.account ?? "", id: past?.id ?? "" };
    expect(said.authority(document)?.accepted).toBe(true);
    expect(given(await desk.openedJournal.seen(document.account, document.id)).at(-1)?.state).toBe("REJECTED");
  });
});

test("somebody at a terminal is asked, and no is what nothing means", async () => {
  const desk = await billed("1999999921");
  const asked: string[] = [];
  const answering = (answer: boolean) => ({
    ...desk,
    ask: { ...desk.ask, possible: true, confirm: async (question: string) => ok(asked.push(question) > 0 && answer) },
  });
  const options = { ...none, from: "SB-1", reason: "DL8.61.1.A" };
  const no = await runCommand(createCreditNote, answering(false), [], options);
  expect([no.outcome, asked]).toEqual(["declined", ["Credit this invoice all the same?"]]);
  expect(desk.said.join("\n")).toContain("It never counted");
  expect(await credited(desk)).toBe(0);
  expect((await runCommand(createCreditNote, answering(true), [], options)).outcome).toBe("done");
});

test("a file of a credit note may be prepared, and says what is to be known", async () => {
  const out = (desk: Desk): string => join(desk.folder, "c.yaml");
  const desk = await billed("1999999921");
  const options = { ...none, from: "SB-1", reason: "DL8.61.1.A", yes: false };
  const report = await runCommand(createCreditNote, desk, [], { ...options, out: out(desk) });
  expect([report.outcome, codesOf(report)]).toEqual(["done", ["invoice-rejected"]]);
  expect(readFileSync(out(desk), "utf8")).toContain("SB-1 is REJECTED");
  const failed = await billed("1002345674", {}, wrongTrn());
  const refused = await runCommand(createCreditNote, failed, [], { ...options, out: out(failed) });
  expect([refused.outcome, existsSync(out(failed))]).toEqual(["invalid", false]);
});

test("where the service tells no status of an invoice one sentence says so, and nothing is refused", async () => {
  const desk = await billed("1999999921", { extras: false });
  const send = doors["several files"];
  const report = await send?.(desk);
  expect(report && [report.outcome, codesOf(report)]).toEqual(["done", ["status-unknown"]]);
});

test("what was heard before decides where the service does not answer now", async () => {
  const desk = await billed("1999999921");
  const [past] = given(await desk.openedJournal.tries.called("SB-1"));
  given(await desk.openedJournal.saw(past?.intent.account ?? "", past?.id ?? "", "REJECTED"));
  const connect: Desk["connect"] = async (words) => {
    const connection = await desk.connect(words);
    if (!connection.ok) return connection;
    return ok({ ...connection.value, profile: { ...connection.value.profile, extras: false } });
  };
  const report = await doors["a file"]?.({ ...desk, connect });
  expect(report && codesOf(report)).toEqual(["invoice-rejected"]);
});
