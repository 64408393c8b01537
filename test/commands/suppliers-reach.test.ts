import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { refusedBy } from "../../src/commands/create/batch-question.ts";
import { showBeforeAsking } from "../../src/commands/create/show-before-asking.ts";
import { wizardFacts } from "../../src/commands/new/wizard-facts.ts";
import type { SelfBilledDocument } from "../../src/document/index.ts";
import { prepare, type Sendable } from "../../src/prepare/index.ts";
import { renderJson } from "../../src/render/index.ts";
import type { Report } from "../../src/report/index.ts";
import { bookText, openBook, type Supplier } from "../../src/suppliers/index.ts";
import { creditNote, invoice } from "../support/documents.ts";
import { given } from "../support/journal-file.ts";
import { type Given, runCommand } from "../support/run-command.ts";
import type { ServiceDesk } from "../support/service-desk.ts";
import { ask, create, from, plain, screen, shop } from "../support/shop.ts";
import { supplierDesk } from "../support/supplier-desk.ts";
import { desertLime } from "../support/suppliers.ts";
import { suppliers } from "../support/suppliers-command.ts";

const nobody = "1999999988";
const of = (tin: string, name: string): Supplier =>
  desertLime({ supplier: name, accounting_supplier_party: from(tin).accounting_supplier_party });
const book = [of("1002345674", "palm"), of(nobody, "oasis"), of("9900000098", "abroad")];

/** A desk whose supplier book is a file. */
async function place(facts: Parameters<typeof shop>[1] = {}) {
  const { desk, clock } = await shop({}, { sameClock: true, ...facts });
  const { folders } = given(await desk.settings());
  mkdirSync(folders.config, { recursive: true, mode: 0o700 });
  writeFileSync(join(folders.config, "suppliers.yaml"), bookText(book), { mode: 0o600 });
  const own: ServiceDesk = { ...desk, suppliers: async () => openBook(folders) };
  return { desk: own, clock };
}
const run = (desk: ServiceDesk, words: string, options: Given<typeof suppliers> = {}): Promise<Report> =>
  runCommand(suppliers, desk, words.split(" "), { sandbox: true, ...options });
const reached = async (desk: ServiceDesk, options: Given<typeof suppliers> = {}): Promise<Record<string, string>> => {
  const told = renderJson(await run(desk, "reach", options)).reach as Record<string, string>[];
  return Object.fromEntries(told.map((each) => [each.supplier, `${each.on_network}, ${each.on}: ${each.ground}`]));
};
/** Creates a document and requests its status once it is final. */
async function sent(at: Awaited<ReturnType<typeof place>>, number: string, tin: string, more = {}): Promise<void> {
  await create(at.desk, invoice({ document_number: number, ...from(tin), ...more }));
  at.clock.advance(20);
  await ask(at.desk, [number]);
}
const deliveries = async ({ openedJournal }: ServiceDesk) =>
  given(await openedJournal.notes()).filter(({ type }) => type === "delivery-heard");

test("what status tells of a document is known of its supplier, in reach, list and show, and of nobody else", async () => {
  const at = await place();
  const outside = "no, null: its address 9900000098 stands for a party outside UAE e-invoicing";
  const unknown = "unknown, null: no document has shown it yet";
  expect(await reached(at.desk)).toEqual({ palm: unknown, oasis: unknown, abroad: outside });
  await sent(at, "SB-1", "1002345674");
  await sent(at, "SB-2", nobody);
  expect(await reached(at.desk)).toEqual({
    palm: "yes, 2026-06-15: SB-1 of 2026-06-15 was delivered over Peppol",
    oasis: "no, 2026-06-15: SB-2 of 2026-06-15 was not delivered over Peppol",
    abroad: outside,
  });
  const { view } = await run(at.desk, "list");
  const column = view.view === "table" ? view.rows.map((row) => row[view.columns.indexOf("On the network")]) : [];
  expect(column.sort()).toEqual(["no", "no, 2026-06-15", "yes, 2026-06-15"]);
  const shown = await run(at.desk, "show oasis");
  const text = shown.view.view === "raw" ? shown.view.text : "";
  expect(text).toContain("# On the network: no; SB-2 of 2026-06-15 was not delivered over Peppol\n");
  expect(renderJson(shown).supplier).toMatchObject({ reach: { answer: "no", on: "2026-06-15" } });
  // Practice documents give no information about the network.
  expect(await reached(at.desk, { sandbox: false })).toEqual({ palm: unknown, oasis: unknown, abroad: outside });
});

test("one delivery in thirty days is noted of an address, however many documents and questions there are", async () => {
  const at = await place();
  for (const number of ["SB-1", "SB-2", "SB-3"]) await sent(at, number, "1002345674");
  await ask(at.desk, ["SB-1"]);
  expect((await deliveries(at.desk)).map(({ data }) => data.called)).toEqual(["SB-1"]);
  at.clock.advance(40 * 24 * 3600);
  await sent(at, "SB-4", "1002345674", { issue_date: "2026-07-16", due_date: "2026-08-16" });
  expect((await deliveries(at.desk)).map(({ data }) => data.called)).toEqual(["SB-1", "SB-4"]);
  expect((await reached(at.desk)).palm).toBe("yes, 2026-07-16: SB-4 of 2026-07-16 was delivered over Peppol");
});

test("a list tells it as well, once for many documents to one address", async () => {
  const at = await place();
  for (const number of ["SB-1", "SB-2", "SB-3"]) await create(at.desk, invoice({ document_number: number }));
  at.clock.advance(20);
  await ask(at.desk, []);
  expect(await deliveries(at.desk)).toHaveLength(1);
  expect((await reached(at.desk)).palm).toMatch(/^yes, 2026-06-15: SB-/);
});

test("where a service does not show documents, the address is that of the document as it was sent", async () => {
  const at = await place({ extras: false });
  await create(at.desk, creditNote({ document_number: "SBC-1", ...from(nobody) }));
  at.clock.advance(20);
  await ask(at.desk, ["SBC-1"]);
  expect((await reached(at.desk)).oasis).toMatch(/^no, .*: SBC-1 of .* was not delivered over Peppol$/);
});

test("a person's word counts until a later document says otherwise, and for the address that it was about", async () => {
  const at = await place();
  await sent(at, "SB-1", nobody);
  at.clock.advance(2 * 24 * 3600);
  const said = await run(at.desk, "reach oasis yes", { by: "e-mail from Mona Haddad", on: "2026-06-16" });
  expect(renderJson(said).reach).toMatchObject([
    { supplier: "oasis", on_network: "yes", on: "2026-06-16", ground: "recorded by unknown: e-mail from Mona Haddad" },
  ]);
  await sent(at, "SB-2", nobody, { issue_date: "2026-06-17", due_date: "2026-07-17" });
  expect((await reached(at.desk)).oasis).toBe("no, 2026-06-17: SB-2 of 2026-06-17 was not delivered over Peppol");
  await run(at.desk, "edit oasis", { set: ["endpoint_id=1002345674"] });
  expect((await reached(at.desk)).oasis).toBe("unknown, null: no document has shown it yet");
});

test("a word goes along with the book, and the later one of two counts", async () => {
  const desk = supplierDesk([of("1002345674", "palm")]);
  await desk.run("reach palm no", { by: "telephone", on: "2026-06-10" });
  const shown = await desk.run("show palm");
  const other = supplierDesk([of("1002345674", "palm")]);
  await other.run("reach palm yes", { by: "later", on: "2026-06-12" });
  const file = other.file("copy.yaml", shown.view.view === "raw" ? shown.view.text : "");
  await other.run(`import ${file}`, { update: true });
  expect((await other.inBook())[0]?.on_network).toMatchObject({ answer: "yes", date: "2026-06-12", how: "later" });
  const third = supplierDesk();
  await third.run(`import ${third.file("copy.yaml", shown.view.view === "raw" ? shown.view.text : "")}`);
  expect((await third.inBook())[0]?.on_network).toMatchObject({ answer: "no", address: "0235:1002345674" });
});

const by = "telephone";
test.each([
  ["reach palm yes", {}, "How you know it was not given."],
  ["reach palm yes", { by, on: "2026-06-16" }, "--on 2026-06-16 is in the future."],
  ["reach palm yes", { by: "x".repeat(301) }, "--by has more than 300 characters."],
  ["reach palm", { by }, "Whether the supplier is on the network was not said."],
  ["reach yes", { by }, "No supplier was named."],
  ["reach lost yes", { by }, 'The supplier "lost" is not in the supplier book.'],
  ["reach abroad yes", { by }, "Nothing was recorded of abroad: its address 9900000098 stands for a party outside"],
  ["reach bare no", { by }, "Nothing was recorded of bare: it has no Peppol address."],
] as const)("%s %j is refused, and nothing is recorded", async (words, options, says) => {
  const desk = supplierDesk([...book, desertLime({ supplier: "bare", accounting_supplier_party: {} })]);
  const before = await desk.inBook();
  const report = await desk.run(words, options);
  expect([report.outcome, report.problems[0]?.message]).toEqual(["usage", expect.stringContaining(says)]);
  expect(await desk.inBook()).toEqual(before);
});

const connection = async (desk: ServiceDesk) => given(await desk.connect(plain));
async function prepared(desk: ServiceDesk, document: SelfBilledDocument): Promise<Sendable> {
  const { profile } = await connection(desk);
  const content = new TextEncoder().encode(JSON.stringify(document));
  return (await prepare("a.json", { kind: "invoice", version: "20260101", profile, content }, desk)) as Sendable;
}
const said = ({ said: lines }: ServiceDesk): string => lines.join("\n").replace(/\s+/g, " ");

test("the review before sending says that nothing will be delivered, and what to do then; of others it says nothing", async () => {
  const at = await place();
  const { profile } = await connection(at.desk);
  const review = async (tin: string): Promise<string> => {
    at.desk.said.length = 0;
    await showBeforeAsking(
      await prepared(at.desk, invoice({ document_number: "SB-9", ...from(tin) })),
      profile,
      at.desk,
    );
    return said(at.desk);
  };
  expect(await review(nobody)).not.toContain("Delivery");
  await sent(at, "SB-1", nobody);
  await sent(at, "SB-2", "1002345674");
  expect(await review("1002345674")).not.toContain("Delivery");
  expect(await review(nobody)).toContain(
    "Delivery not over Peppol, as far as is known: the supplier is not on the network (SB-1 of 2026-06-15 was not delivered over Peppol). The document is " +
      "reported to the tax authority, and you hand the copy over yourself; then: selfbill suppliers handed-over SB-9 --by mail",
  );
});

test("the question of a run names the suppliers to whom nothing is delivered, each once", async () => {
  const at = await place();
  const { profile } = await connection(at.desk);
  const checked = async (tin: string, wrong = false) => ({
    ...{ file: "a", subject: { file: "a" }, wrong, hash: "h", key: undefined, to: from(tin).accounting_supplier_party },
    held: { file: "a", problems: [], supplier: { name: `Name ${tin}`, trn: "" } },
  });
  const tins = ["9900000098", "9900000098", "1002345674", "9900000099"];
  const all = [...(await Promise.all(tins.map((each) => checked(each)))), await checked("9900000097", true)];
  const none = { currencies: [], suppliers: [], before: 0, twins: 0, wrong: 0 };
  const zero = (await prepared(at.desk, invoice())).calculation.totals.prepaid_amount;
  const batch = { ...none, count: 4, netInAed: zero, grossInAed: zero, counted: zero };
  const desk = { ...at.desk, ask: { ...at.desk.ask, text: async () => ({ ok: true, value: "no" }) as never } };
  await refusedBy(all as never, [{ batch, due: all as never, connection: { profile } as never }], desk);
  expect(said(at.desk)).toContain(
    "Not on the network: Name 9900000098, Name 9900000099. Their documents are reported to the tax authority, and you hand the copies over " +
      "yourself; the list of them: selfbill suppliers handover-list",
  );
});

test("the wizard says it where a supplier is chosen, and beside the whole document", async () => {
  const at = await place();
  await sent(at, "SB-1", nobody);
  const { profile } = await connection(at.desk);
  const facts = await wizardFacts(plain, profile, at.desk);
  const warned = facts.parties.flatMap(({ name, warnings = [] }) =>
    warnings.some((each) => each.startsWith("Delivery: not over Peppol")) ? [name] : [],
  );
  expect(warned.sort()).toEqual(["abroad", "oasis"]);
  const lines = facts.parties.flatMap(({ warnings = [] }) => warnings.filter((each) => each.startsWith("Delivery")));
  for (const each of lines) expect(each).toContain("selfbill suppliers handed-over NUMBER --by mail");
  const shown = await facts.preview(invoice({ document_number: "", ...from(nobody) }), "invoice");
  expect(shown.replace(/\s+/g, " ")).toContain("then: selfbill suppliers handed-over NUMBER --by mail");
});

test("the list of what is to be handed over says whether the network delivers now", async () => {
  const at = await place();
  await sent(at, "SB-1", nobody);
  const documents = async () => renderJson(await run(at.desk, "handover-list")).documents;
  expect(await documents()).toMatchObject([{ document_number: "SB-1", on_network: "no" }]);
  at.clock.advance(2 * 24 * 3600);
  await run(at.desk, "reach oasis yes", { by });
  expect(await documents()).toMatchObject([{ document_number: "SB-1", on_network: "yes" }]);
  expect(screen(await run(at.desk, "handover-list"), "pipe")).toContain("yes, 2026-06-17");
});
