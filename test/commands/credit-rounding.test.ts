import { expect, test } from "vitest";
import { createCreditNote } from "../../src/commands/create-credit-note.ts";
import { show } from "../../src/commands/show.ts";
import { writeYaml } from "../../src/read/index.ts";
import { creditNote, invoice, line } from "../support/documents.ts";
import { type Given, runCommand } from "../support/run-command.ts";
import type { ServiceDesk } from "../support/service-desk.ts";
import { ask, create, plain, screen, shop } from "../support/shop.ts";

const piece = (name: string, price: string, quantity = "40") =>
  line({ name, description: name, unit_code: "H87", quantity, price: { base_amount: price } });

async function withInvoice() {
  const { desk, clock } = await shop({}, { sameClock: true });
  await create(
    desk,
    invoice({ document_number: "SB-1", document_lines: [piece("Tile", "0.30"), piece("Grout", "0.30")] }),
  );
  /** What `show` says of the invoice once its credit notes are approved: until then they take nothing off. */
  const shown = async () => {
    clock.advance(60);
    await ask(desk, []);
    return screen(await runCommand(show, desk, ["SB-1"]));
  };
  return { desk, shown };
}

const credit = (desk: ServiceDesk, words: string[], more: Given<typeof createCreditNote> = {}) =>
  runCommand(createCreditNote, desk, words, { yes: true, acceptChangedSupplier: true, ...more });
/** Credits a part besides all those that were credited before. */
async function part(desk: ServiceDesk, choice: string) {
  const connection = await desk.connect(plain);
  const before = await desk.openedJournal.creditsOn(connection.ok ? connection.value.account : "", "SB-1");
  const partOf = before.ok ? before.value.map(({ number }) => number) : [];
  return credit(desk, [], { from: "SB-1", reason: "DL8.61.1.D", line: [choice], partOf });
}

test("a note for another line of the same amount is no double", async () => {
  const { desk } = await withInvoice();
  const one = (choice: string) => credit(desk, [], { from: "SB-1", reason: "DL8.61.1.D", line: [choice] });
  expect((await one("1=2")).outcome).toBe("done");
  expect((await one("2=2")).outcome).toBe("done");
  expect(await desk.openedJournal.tries.count({ kind: "credit-note" })).toEqual({ ok: true, value: 2 });
});

test("single pieces, then the rest: nothing is left but what show names, and that can be taken back", async () => {
  const { desk, shown } = await withInvoice();
  for (const choice of ["1=1", "2=1", "1=1"]) expect((await part(desk, choice)).outcome).toBe("done");
  const last = await credit(desk, [], { from: "SB-1", reason: "DL8.61.1.D" });
  expect(last.outcome).toBe("done");
  expect(await shown()).toMatch(
    /Left +0\.\d\d AED of 25\.20 AED, by rounding: 0\.\d\d AED net\. To take it back, without VAT:/,
  );
  expect((await credit(desk, [], { from: "SB-1", reason: "DL8.61.1.D" })).outcome).toBe("done");
  const left = await shown();
  expect(left).toMatch(/Left +0\.00 AED of 25\.20 AED$/m);
});

test("the last note takes exactly what is left", async () => {
  const { desk, shown } = await withInvoice();
  for (const choice of ["1=1", "2=1", "1=3", "2=3"]) expect((await part(desk, choice)).outcome).toBe("done");
  expect((await credit(desk, [], { from: "SB-1", reason: "DL8.61.1.D" })).outcome).toBe("done");
  expect(await shown()).toMatch(/Left +0\.00 AED of 25\.20 AED$/m);
  const more = await credit(desk, [], { from: "SB-1", reason: "DL8.61.1.A" });
  expect(more.problems.map(({ code }) => code)).toEqual(["over-credited"]);
});

test("a note in a file that takes a fils of VAT too much is refused, with the way to take what is left", async () => {
  const { desk } = await withInvoice();
  expect((await part(desk, "1=39")).outcome).toBe("done");
  expect((await part(desk, "2=39")).outcome).toBe("done");
  const of = (name: string, number: string) =>
    creditNote({
      ...{ document_number: number, document_lines: [piece(name, "0.30", "1")] },
      billing_reference: [{ id: "SB-1", issue_date: "2026-06-15" }],
    });
  const send = (name: string, number: string) =>
    credit(desk, [desk.file(`${number}.yaml`, writeYaml(of(name, number), "credit-note"))]);
  expect((await send("Tile", "CN-1")).outcome).toBe("done");
  const refused = await send("Grout", "CN-2");
  const said = refused.view.view === "submissions" ? refused.view.results.flatMap(({ problems }) => problems) : [];
  expect([...refused.problems, ...said]).toContainEqual(
    expect.objectContaining({
      code: "over-credited",
      message: "The VAT of the credit note is 0.02 AED, and 0.01 AED of SB-1 is left.",
      hint: expect.stringContaining("create-credit-note --from SB-1 --reason CODE --line LINE=QUANTITY"),
    }),
  );
});
