import { describe, expect, test } from "vitest";
import { createCreditNote } from "../../src/commands/create-credit-note.ts";
import { createInvoice } from "../../src/commands/create-invoice.ts";
import { status } from "../../src/commands/status.ts";
import { exitCodes } from "../../src/problem/index.ts";
import { writeYaml } from "../../src/read/index.ts";
import { renderJson } from "../../src/render/index.ts";
import { creditNote, invoice } from "../support/documents.ts";
import { run as due, rowsOf } from "../support/due-desk.ts";
import { runCommand } from "../support/run-command.ts";
import { screen } from "../support/shop.ts";
import { finding, isCreate, isSnapshot, sixEndpoints, told } from "../support/six-endpoints.ts";

/** Creates a document at a service of six calls that tells this; asks for its status. */
async function created(
  kind: "invoice" | "credit-note",
  meta: object | null,
  later: object = {},
  { extras = false, id }: { readonly extras?: boolean; readonly id?: string } = {},
) {
  const found = await sixEndpoints({
    extras,
    change: (passing) => {
      if (isCreate(passing)) passing.body = { ...passing.body, ...(id === undefined ? {} : { id }), meta_info: meta };
      if (isSnapshot(passing)) passing.body = { ...passing.body, ...later };
    },
  });
  const document = kind === "invoice" ? invoice({ document_number: "SB-7" }) : creditNote({ document_number: "SB-7" });
  const file = found.desk.file("SB-7.yaml", writeYaml(document, kind));
  await runCommand(kind === "invoice" ? createInvoice : createCreditNote, found.desk, [file], { yes: true });
  found.clock.advance(10);
  const ask = () => runCommand(status, found.desk, ["SB-7"], {});
  return { ...found, ask };
}
const first = (report: Awaited<ReturnType<Awaited<ReturnType<typeof created>>["ask"]>>) =>
  (renderJson(report).results as Record<string, unknown>[])[0];

describe("what the answer to create told holds where the service tells no later word", () => {
  test.each([
    ["VALIDATION_FAILED", 26],
    ["REJECTED", 26],
    ["APPROVED", 0],
  ] as const)("an invoice: %s", async (word, code) => {
    const { ask, desk } = await created("invoice", told(word, word === "APPROVED" ? [] : [finding]));
    const report = await ask();
    expect(exitCodes[report.outcome]).toBe(code);
    expect(first(report)).toMatchObject({ overall_status: word, overall_status_at: expect.any(String) });
    if (word === "APPROVED") return;
    expect(screen(report)).toContain(finding.text);
    expect(screen(report)).not.toContain("resubmit");
    expect(screen(report).replace(/\s+/g, " ")).toMatch(/\(Told when created, \d{4}-\d\d-\d\d \d\d:\d\d\.\)/);
    const [row] = rowsOf(await due(desk));
    expect(row?.due).toBe(word === "REJECTED" ? "rejected" : "failed");
    expect(row?.todo.join(" ")).not.toContain("resubmit");
    expect(row?.todo.join(" ")).toContain("selfbill correct SB-7");
    const credit = creditNote({ billing_reference: [{ id: "SB-7", issue_date: "2026-06-15" }] });
    const file = desk.file("credit.yaml", writeYaml(credit, "credit-note"));
    const refused = screen(await runCommand(createCreditNote, desk, [file], { yes: true }));
    expect(refused).not.toContain("resubmit");
    if (word === "VALIDATION_FAILED") expect(refused).toContain("selfbill correct SB-7");
  });

  test.each([404, 405, 501])("also without --extras no, where the call is missing (%i)", async (missing) => {
    const found = await sixEndpoints({
      extras: true,
      missing,
      change: (passing) => {
        if (isCreate(passing)) passing.body.meta_info = told("VALIDATION_FAILED", [finding]);
      },
    });
    const file = found.desk.file("SB-7.yaml", writeYaml(invoice({ document_number: "SB-7" }), "invoice"));
    await runCommand(createInvoice, found.desk, [file], { yes: true });
    expect(exitCodes[(await runCommand(status, found.desk, ["SB-7"], {})).outcome]).toBe(26);
  });

  test("a credit note that failed is not outranked by legs that say ACCEPTED, now and in what is due", async () => {
    const { ask, desk } = await created("credit-note", told("VALIDATION_FAILED", [finding]));
    expect(exitCodes[(await ask()).outcome]).toBe(26);
    expect(exitCodes[(await ask()).outcome]).toBe(26);
    expect(rowsOf(await due(desk)).map((row) => row.due)).toEqual(["failed"]);
  });

  test.each([".", ".."])("also of an id that cannot stand in a path, so that nobody can be asked: %s", async (id) => {
    const { ask, asked } = await created("credit-note", told("VALIDATION_FAILED", [finding]), {}, { id });
    const before = asked.length;
    const report = await ask();
    expect(exitCodes[report.outcome]).toBe(26);
    expect(screen(report)).toContain(finding.text);
    expect(screen(report).replace(/\s+/g, " ")).toContain("cannot stand in a path");
    expect(asked).toHaveLength(before);
  });

  test.each(["PENDING", "IN_REVIEW"])(
    "%s holds at its time: the legs are beside it, and it is never pending too long",
    async (word) => {
      const { ask, desk, clock } = await created("credit-note", told(word));
      const report = await ask();
      expect(report.outcome).toBe("pending");
      const shown = screen(report, 120).replace(/\s+/g, " ");
      expect(shown).toContain(`Overall: ${word} when created`);
      expect(shown).toContain("the service tells no later one");
      clock.advance(3 * 86_400);
      expect(rowsOf(await due(desk))).toEqual([]);
    },
  );

  test("an overall status at the root of a snapshot is read, and is later", async () => {
    const { ask } = await created("credit-note", told("PENDING"), { meta_info: told("APPROVED") });
    const report = await ask();
    expect(report.outcome).toBe("done");
    expect(first(report)).toMatchObject({ overall_status: "APPROVED", overall_status_at: null });
  });
});

test("APPROVED with a fatal finding is not the end of it", async () => {
  const { ask } = await created("credit-note", told("PENDING"), { meta_info: told("APPROVED", [finding]) });
  const report = await ask();
  expect(report.outcome).toBe("pending");
  expect(screen(report)).not.toContain("Nothing more to do");
});
