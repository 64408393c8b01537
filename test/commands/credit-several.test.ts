import { expect, test } from "vitest";
import { createCreditNote } from "../../src/commands/create-credit-note.ts";
import { createInvoice } from "../../src/commands/create-invoice.ts";
import type { SelfBilledDocument } from "../../src/document/index.ts";
import type { Problem } from "../../src/problem/index.ts";
import { writeYaml } from "../../src/read/index.ts";
import { creditNote, inDollars, invoice, line } from "../support/documents.ts";
import { runCommand } from "../support/run-command.ts";
import { serviceDesk } from "../support/service-desk.ts";
import { startTestSandbox } from "../support/start-sandbox.ts";

/** Returns a desk that has sent INV-1 for forty boxes and INV-2 for one box. */
async function office() {
  const desk = serviceDesk(await startTestSandbox());
  const send = async (number: string, change: Partial<SelfBilledDocument>) => {
    const file = desk.file(`${number}.yaml`, writeYaml(invoice({ document_number: number, ...change }), "invoice"));
    expect(await runCommand(createInvoice, desk, [file], { yes: true, allowSimilar: true })).toMatchObject({
      outcome: "done",
    });
  };
  await send("INV-1", {});
  await send("INV-2", { document_lines: [line({ quantity: "1" })] });
  const note = (quantity: string, ...named: string[]) => {
    const { document_number: _, ...document } = creditNote({
      document_lines: [line({ quantity })],
      billing_reference: named.map((id) => ({ id, issue_date: "2026-06-15" })),
    });
    return desk.file(`${named.join("-")}-${quantity}.yaml`, writeYaml(document, "credit-note"));
  };
  const credit = async (...files: string[]) => {
    const { outcome, problems, view } = await runCommand(createCreditNote, desk, files, { yes: true });
    const own = view.view === "submissions" ? view.results.flatMap((each) => each.problems) : [];
    const said: readonly Problem[] = [...problems, ...own];
    return { outcome, said: (code: string) => said.filter((each) => each.code === code).map(({ message }) => message) };
  };
  return { send, note, credit };
}

test("a file that names several invoices is counted against all of them together", async () => {
  const { note, credit } = await office();
  const much = await credit(note("42", "INV-2", "INV-1"));
  expect([much.outcome, much.said("over-credited")]).toEqual([
    "invalid",
    ["Ceramic floor tile has 41 boxes (XBX) left to credit of INV-2 and INV-1, not 42. Invoiced: 41."],
  ]);
  const twice = await credit(note("41", "INV-1", "INV-1"));
  expect([twice.outcome, twice.said("over-credited")]).toEqual([
    "invalid",
    ["Ceramic floor tile has 40 boxes (XBX) left to credit of INV-1, not 41. Invoiced: 40."],
  ]);
  const fits = await credit(note("30", "INV-1", "INV-2"));
  expect([fits.outcome, fits.said("over-credited"), fits.said("credits-uncounted")]).toEqual(["done", [], []]);
  const before = await credit(note("12", "INV-1", "INV-2"));
  expect(before.said("over-credited")).toEqual([expect.stringContaining("not 12. Invoiced: 41. Credited before: 30.")]);
});

test("files of one run are counted against each other, each once", async () => {
  const { note, credit } = await office();
  const beyond = await credit(note("30", "INV-1", "INV-2"), note("12", "INV-2", "INV-1"));
  expect([beyond.outcome, beyond.said("over-credited")]).toEqual(["invalid", [expect.stringContaining("not 12.")]]);
  const single = await credit(note("30", "INV-1", "INV-2"), note("11", "INV-1"));
  expect(single.said("over-credited")).toEqual([expect.stringContaining("has 10 boxes (XBX) left to credit of INV-1")]);
  expect((await credit(note("30", "INV-1", "INV-2"), note("11", "INV-2", "INV-1"))).outcome).toBe("done");
});

test("what cannot be counted is said: an invoice that is not in the journal, and amounts in two currencies", async () => {
  const { send, note, credit } = await office();
  const unknown = await credit(note("99", "INV-1", "INV-9"));
  expect([unknown.outcome, unknown.said("credits-uncounted")]).toEqual([
    "done",
    [
      "The credit note names several invoices, and INV-9 is not in this journal, so it is not known whether more is credited than is left.",
    ],
  ]);
  const alone = await credit(note("88", "INV-9"));
  expect([alone.outcome, alone.said("credits-uncounted")]).toEqual([
    "done",
    ["The invoice INV-9 is not in this journal, so it is not known whether more is credited than is left."],
  ]);
  await send("INV-3", inDollars);
  const mixed = await credit(note("1", "INV-2", "INV-3"));
  expect([mixed.outcome, mixed.said("credits-uncounted")]).toEqual([
    "done",
    [
      "The credit note names several invoices, and INV-3 is in another currency, so only quantities are counted, not amounts.",
    ],
  ]);
});
