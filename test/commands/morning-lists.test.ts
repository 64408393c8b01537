import { expect, test } from "vitest";
import { createInvoice } from "../../src/commands/create-invoice.ts";
import { history } from "../../src/commands/history.ts";
import { listCommand } from "../../src/commands/list.ts";
import { wizardFacts } from "../../src/commands/new/wizard-facts.ts";
import { resubmit } from "../../src/commands/resubmit.ts";
import { ok } from "../../src/problem/index.ts";
import { writeYaml } from "../../src/read/index.ts";
import { renderJson } from "../../src/render/index.ts";
import { invoice } from "../support/documents.ts";
import { given } from "../support/journal-file.ts";
import { runCommand } from "../support/run-command.ts";
import { create, plain, shop, wrongTrn } from "../support/shop.ts";

const agreed = { yes: true, sendAnyway: true, acceptChangedSupplier: true };
type Row = Record<string, unknown>;

test("history marks what was sent since: the same document, or another under its number", async () => {
  const { desk, sandbox } = await shop({}, { sameClock: true });
  for (const [number, quantity] of [
    ["SB-1", "40"],
    ["SB-2", "41"],
    ["SB-3", "42"],
  ] as const) {
    await sandbox.call("POST", "/sandbox/faults", { faults: [{ fault: "status", method: "POST", status: 400 }] });
    const file = desk.file(
      `${number}.yaml`,
      writeYaml(invoice({ document_number: number, note: quantity }), "invoice"),
    );
    expect((await runCommand(createInvoice, desk, [file], agreed)).outcome).not.toBe("done");
  }
  await create(desk, invoice({ document_number: "SB-1", note: "40" }));
  await create(desk, invoice({ document_number: "SB-2", note: "corrected" }));
  const rows = renderJson(await runCommand(history, desk, [], { state: ["refused"] })).history as Row[];
  expect(rows.map(({ sent_since: since }) => (since as Row | null)?.document_number)).toEqual([
    "SB-1",
    "SB-2",
    undefined,
  ]);
});

test("list finds a document by a whole id or its beginning, not by letters that happen to be in one", async () => {
  const { desk } = await shop();
  const id = await create(desk, invoice({ document_number: "SB-1" }));
  const [past] = given(await desk.openedJournal.tries.called("SB-1"));
  const attempt = past?.attempt ?? "";
  const found = async (word: string): Promise<number> =>
    (renderJson(await runCommand(listCommand, desk, [word], {})).documents as Row[]).length;
  const inner = [id.slice(9, 13), attempt.slice(1, 3), id.slice(0, 3)].filter(
    (word) => /\d/.test(word) && /[a-f]/.test(word),
  ); // no letters of a name or a currency
  expect(await Promise.all([id, id.slice(0, 8), attempt].map(found))).toEqual([1, 1, 1]);
  for (const word of inner) expect([word, await found(word)]).toEqual([word, 0]);
});

test("an invoice that was sent again is offered once, and the supplier of its failed content is not", async () => {
  const { desk, clock } = await shop({}, { sameClock: true });
  const failed = { ...invoice({ document_number: "SB-1" }), ...wrongTrn() };
  await create(desk, failed);
  clock.advance(20);
  const file = desk.file("SB-1.yaml", writeYaml(invoice({ document_number: "SB-1" }), "invoice"));
  expect((await runCommand(resubmit, desk, ["SB-1", file], agreed)).outcome).toBe("done");
  const { parties, invoices } = await wizardFacts(plain, given(await desk.profile(plain)), desk);
  expect(invoices.map(({ number }) => number)).toEqual(["SB-1"]);
  expect(parties.map(({ party }) => party.party_tax_scheme?.company_id)).toEqual(["100234567400003"]);
});

test("what was sent before is not counted among old issue dates", async () => {
  const { desk, clock } = await shop({}, { sameClock: true });
  const files = ["SB-1", "SB-2", "SB-3"].map((number) =>
    desk.file(`${number}.yaml`, writeYaml(invoice({ document_number: number, note: number }), "invoice")),
  );
  expect((await runCommand(createInvoice, desk, files.slice(0, 1), agreed)).outcome).toBe("done");
  clock.advance(30 * 86_400);
  const asking = { ...desk, ask: { ...desk.ask, possible: true, text: async () => ok("no") } };
  const options = { sendAnyway: true, acceptChangedSupplier: true };
  await runCommand(createInvoice, asking as typeof desk, files, options);
  expect(desk.said.join("\n").replace(/\s+/g, " ")).toContain("2 documents have an issue date more than 14 days ago");
});
