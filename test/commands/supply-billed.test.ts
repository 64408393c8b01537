import { expect, test } from "vitest";
import { createCreditNote } from "../../src/commands/create-credit-note.ts";
import { createInvoice } from "../../src/commands/create-invoice.ts";
import type { SelfBilledDocument } from "../../src/document/index.ts";
import type { Problem } from "../../src/problem/index.ts";
import { writeYaml } from "../../src/read/index.ts";
import { creditNote, invoice, line } from "../support/documents.ts";
import { runCommand } from "../support/run-command.ts";
import { serviceDesk } from "../support/service-desk.ts";
import { ask, from, shop } from "../support/shop.ts";
import { startTestSandbox } from "../support/start-sandbox.ts";

type Given = { readonly partOf?: readonly string[]; readonly allowSimilar?: boolean };

/** Returns a desk, and a function that sends invoices with these changes and returns the outcome and what was said. */
async function office() {
  const desk = serviceDesk(await startTestSandbox());
  const fileOf = (number: string, change: Partial<SelfBilledDocument>) =>
    desk.file(`${number}.yaml`, writeYaml(invoice({ document_number: number, ...change }), "invoice"));
  const run = async (given: Given, ...files: string[]) => {
    const { outcome, problems, view } = await runCommand(createInvoice, desk, files, { yes: true, ...given });
    const own = view.view === "submissions" ? view.results.flatMap((each) => each.problems) : [];
    const said: readonly Problem[] = [...problems, ...own];
    return { outcome, said: said.filter(({ code }) => code === "supply-billed" || code === "looks-sent") };
  };
  const send = (number: string, change: Partial<SelfBilledDocument>, given: Given = {}) =>
    run(given, fileOf(number, change));
  return { desk, fileOf, run, send };
}

const of = (receipt: string, order: string, quantity = "40"): Partial<SelfBilledDocument> => ({
  receipt_document_reference: { id: receipt },
  order_reference: { id: order },
  document_lines: [line({ quantity })],
});
const delivered = (day: string, quantity = "40"): Partial<SelfBilledDocument> => ({
  order_reference: { id: "PO-FRAME" },
  delivery: { actual_delivery_date: day },
  document_lines: [line({ quantity })],
});

test("a second invoice for one receipt is refused, whatever its number, quantity and spelling", async () => {
  const { send } = await office();
  expect((await send("A-1", of("GRN-5501", "PO-4711"))).outcome).toBe("done");
  const second = await send("A-2", of("grn 5501", "PO-4711", "41"));
  expect(second.outcome).toBe("duplicate");
  expect(second.said.map(({ message }) => message)).toEqual([
    expect.stringMatching(
      /^Nothing was sent: this document bills what A-1 \(.*\) bills, by the goods received note grn 5501: Ceramic floor tile\.$/,
    ),
  ]);
  expect(second.said[0]?.hint).toContain("--part-of A-1");
  expect((await send("A-3", of("GRN-5501", "PO-4711", "41"), { allowSimilar: true })).outcome).toBe("duplicate");
  expect((await send("A-4", of("GRN-5501", "PO-4711", "41"), { partOf: ["a-1"] })).outcome).toBe("done");
});

test("daily deliveries with other references are not stopped, although amounts and dates are equal", async () => {
  const { send } = await office();
  for (const day of [1, 2, 3])
    expect(await send(`D-${day}`, of(`GRN-${day}`, `PO-${day}`))).toEqual({ outcome: "done", said: [] });
  expect((await send("D-4", of("GRN-4", "PO-3"))).outcome).toBe("done");
});

test("a frame order with other delivery dates is not stopped; the same date is", async () => {
  const { send } = await office();
  for (const day of ["2026-06-01", "2026-06-02"]) expect((await send(`F-${day}`, delivered(day))).outcome).toBe("done");
  expect((await send("F-3", delivered("2026-06-02", "41"))).outcome).toBe("duplicate");
  const other = { ...delivered("2026-06-02"), document_lines: [line({ name: "Bathtub", quantity: "2" })] };
  expect((await send("F-4", other)).outcome).toBe("done");
});

test("other items of one receipt are another part of it", async () => {
  const { send } = await office();
  await send("P-1", of("GRN-1", "PO-1"));
  const bath = line({ name: "Bathtub", quantity: "3", seller_item_identification: { id: "B-1" } });
  expect((await send("P-2", { ...of("GRN-1", "PO-1"), document_lines: [bath] })).outcome).toBe("done");
});

test("without references, other items of the same amount do not look alike", async () => {
  const { send } = await office();
  await send("G-1", { document_lines: [line({ name: "Gold bar" })] });
  expect((await send("G-2", { document_lines: [line({ name: "Smartphone" })] })).outcome).toBe("done");
  expect((await send("G-3", { document_lines: [line({ name: "Gold bars" })] })).outcome).toBe("duplicate");
});

test("two invoices of one run for one receipt are refused before either is sent", async () => {
  const { fileOf, run } = await office();
  const files = [fileOf("R-1", of("GRN-7", "PO-7")), fileOf("R-2", of("GRN-7", "PO-7", "10"))];
  const both = await run({}, ...files);
  expect([both.outcome, both.said.map(({ message }) => message)]).toEqual([
    "invalid",
    ["It bills what R-1 in this run bills, by the goods received note GRN-7."],
  ]);
  expect((await run({ partOf: ["R-1"] }, ...files)).outcome).toBe("done");
});

test("a line that names its own receipt is compared by it", async () => {
  const { send } = await office();
  const lines = (...receipts: string[]) => ({
    document_lines: receipts.map((id) => line({ document_reference: { id } })),
  });
  await send("L-1", lines("GRN-1", "GRN-2"));
  expect((await send("L-2", lines("GRN-3"))).outcome).toBe("done");
  expect((await send("L-3", lines("GRN-2", "GRN-4"))).outcome).toBe("duplicate");
});

test("a credit note for another line of the same amount is not a double", async () => {
  const { desk, send } = await office();
  const grout = line({ name: "Grout", quantity: "40" });
  await send("C-1", { document_lines: [line(), grout] });
  const note = async (name: string, change: Partial<SelfBilledDocument>) => {
    const { document_number: _, ...document } = creditNote({ billing_reference: [{ id: "C-1" }], ...change });
    const file = desk.file(`${name}.yaml`, writeYaml(document, "credit-note"));
    return (await runCommand(createCreditNote, desk, [file], { yes: true })).outcome;
  };
  const four = { quantity: "4" };
  expect(await note("tile", { document_lines: [line(four)] })).toBe("done");
  expect(await note("grout", { document_lines: [{ ...grout, ...four }] })).toBe("done");
  expect(await note("again", { document_lines: [{ ...grout, ...four }], note: "again" })).toBe("duplicate");
});

test("what an approved credit note gave back in part may be billed again, once and no more", async () => {
  const { desk, clock } = await shop({}, { sameClock: true });
  const bill = async (number: string, boxes: string) => {
    const change = { ...of("GRN-9", "PO-9", boxes), document_number: number, issue_date: "2026-06-15" };
    const file = desk.file(`${number}.yaml`, writeYaml(invoice(change), "invoice"));
    return (await runCommand(createInvoice, desk, [file], { yes: true })).outcome;
  };
  expect(await bill("N-1", "40")).toBe("done");
  const back = creditNote({ document_number: "N-C", billing_reference: [{ id: "N-1", issue_date: "2026-06-15" }] });
  const note = { ...back, document_lines: [line({ quantity: "10" })] };
  const file = desk.file("N-C.yaml", writeYaml(note, "credit-note"));
  expect((await runCommand(createCreditNote, desk, [file], { yes: true })).outcome).toBe("done");
  expect(await bill("N-2", "10")).toBe("duplicate");
  clock.advance(30);
  await ask(desk, ["N-C"]);
  expect(await bill("N-3", "11")).toBe("duplicate");
  expect(await bill("N-4", "10")).toBe("done");
  expect(await bill("N-5", "9")).toBe("duplicate");
});

/** A supplier with the receipt GRN-7, whose first invoice R-1 is REJECTED: by its provider alone, or by the tax authority. */
async function rejected(tin: string) {
  const { desk, clock } = await shop({}, { sameClock: true });
  const bill = async (number: string) => {
    const change = { ...of("GRN-7", "PO-7"), ...from(tin), document_number: number, issue_date: "2026-06-15" };
    const file = desk.file(`${number}.yaml`, writeYaml(invoice(change), "invoice"));
    return (await runCommand(createInvoice, desk, [file], { yes: true })).outcome;
  };
  const heard = async (number: string) => {
    clock.advance(30);
    return (await ask(desk, [number])).outcome;
  };
  expect(await bill("R-1")).toBe("done");
  expect(await heard("R-1")).toBe("rejected");
  return { desk, bill, heard };
}

test("a rejected invoice that the tax authority has gives nothing back until a credit note is approved", async () => {
  const { desk, bill, heard } = await rejected("1999999913");
  const credit = async (number: string, tin: string) => {
    const named = { billing_reference: [{ id: "R-1", issue_date: "2026-06-15" }], document_number: number };
    const note = { ...creditNote({ ...named, ...from(tin) }), document_lines: [line({ quantity: "40" })] };
    const file = desk.file(`${number}.yaml`, writeYaml(note, "credit-note"));
    const given = { yes: true, acceptChangedSupplier: true };
    expect((await runCommand(createCreditNote, desk, [file], given)).outcome).toBe("done");
  };
  expect(await bill("R-2")).toBe("duplicate");
  await credit("R-C1", "1999999913");
  expect(await bill("R-3")).toBe("duplicate");
  expect(await heard("R-C1")).toBe("rejected");
  expect(await bill("R-4")).toBe("duplicate");
  await credit("R-C2", "1002345674");
  expect(await bill("R-5")).toBe("duplicate");
  expect(await heard("R-C2")).toBe("done");
  expect(await bill("R-6")).toBe("done");
  expect(await bill("R-7")).toBe("duplicate");
});

test("a rejected invoice that the tax authority did not accept gives back at once what it billed", async () => {
  const { bill } = await rejected("1999999970");
  expect(await bill("R-2")).toBe("done");
  expect(await bill("R-3")).toBe("duplicate");
});
