import { describe, expect, test } from "vitest";
import { createInvoice } from "../../src/commands/create-invoice.ts";
import { due } from "../../src/commands/due.ts";
import { businessDaysAfter, holidaysIn } from "../../src/commands/outage/business-days.ts";
import { outage } from "../../src/commands/outage.ts";
import { writeYaml } from "../../src/read/index.ts";
import type { Report } from "../../src/report/index.ts";
import { createWords } from "../support/create-options.ts";
import { invoice, palmLedger } from "../support/documents.ts";
import { type ServiceDesk, serviceDesk } from "../support/service-desk.ts";
import { create, plain, shop } from "../support/shop.ts";

const words = { ...plain, from: undefined, to: undefined, holidays: undefined };

const told = ({ view }: Report): { from: string; to: string | null; documents: unknown[]; text: string }[] =>
  view.view === "raw" ? (view.data as { outages: never[] }).outages : [];

async function tries(desk: ServiceDesk, number: string): Promise<Report> {
  const file = desk.file(`${number}.yaml`, writeYaml(invoice({ document_number: number }), "invoice"));
  return createInvoice.run({ words: [file], options: { ...createWords, allowSimilar: true } }, desk);
}

test("attempts without an answer are one outage: documents, deadline, and a text; due tells of it while it lasts", async () => {
  const desk = serviceDesk({
    baseUrl: "http://127.0.0.1:9",
    token: "none",
    businessProfileId: "SBX-PALMLEDGER",
    profile: palmLedger,
  });
  expect((await tries(desk, "SB-1")).outcome).toBe("not_sent");
  await tries(desk, "SB-2");
  await tries(desk, "SB-1");
  const report = await outage.run({ words: [], options: words }, desk);
  const [only, ...more] = told(report);
  expect(more).toEqual([]);
  expect(only).toMatchObject({
    to: null,
    attempts: "3",
    documents: [{ document_number: "SB-1" }, { document_number: "SB-2" }],
  });
  expect(only?.text).toContain("3 attempts for 2 documents got no answer. None of them has been created since.");
  const options = { ...plain, check: false, since: undefined, output: undefined };
  const seen = await due.run({ words: [], options }, desk);
  expect(seen.outcome).toBe("done");
  expect(seen.problems.map(({ message }) => message)).toEqual([
    expect.stringMatching(/: 2 documents wait\. .*AED 1,000/),
  ]);
});

test("it ends with the next answer, and what was created since is told", async () => {
  const { desk, sandbox } = await shop({}, { sameClock: true });
  await sandbox.call("POST", "/sandbox/faults", { faults: [{ fault: "close", method: "POST", processed: false }] });
  await tries(desk, "SB-1");
  await create(desk, invoice({ document_number: "SB-2" }));
  const report = await outage.run({ words: [], options: words }, desk);
  const [only] = told(report);
  expect(only?.text).toContain("1 attempt for 1 document got no answer. It has not been created since.");
  expect(report.view).toMatchObject({
    text: expect.stringMatching(/SB-1 {2}Desert Lime Trading LLC {2}[\d,]+\.\d\d AED/),
  });
  expect(only).toMatchObject({ to: expect.any(String), documents: [{ document_number: "SB-1", created_at: null }] });
  expect(told(await outage.run({ words: [], options: { ...words, from: "2030-01-01" } }, desk))).toEqual([]);
});

describe("business days", () => {
  test.each([
    ["2026-06-15", [], "2026-06-17"],
    ["2026-06-18", [], "2026-06-22"], // Thursday: Friday, Monday
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
