import { describe, expect, test } from "vitest";
import { acceptedIn } from "../../src/commands/create/gates/changed-supplier.ts";
import { createInvoice } from "../../src/commands/create-invoice.ts";
import { previewOf } from "../../src/commands/preview.ts";
import type { SelfBilledDocument } from "../../src/document/index.ts";
import { ok } from "../../src/problem/index.ts";
import { writeYaml } from "../../src/read/index.ts";
import type { Report } from "../../src/report/index.ts";
import { invoice, line } from "../support/documents.ts";
import { type Given, runCommand } from "../support/run-command.ts";
import type { ServiceDesk } from "../support/service-desk.ts";
import { serviceDesk } from "../support/service-desk.ts";
import { screen } from "../support/shop.ts";
import { startTestSandbox } from "../support/start-sandbox.ts";
import { desertLime } from "../support/suppliers.ts";

const preview = previewOf([]);

const iban = "AE560990000001234567890";

/** Returns another invoice for the same supplier; the quantity is taken from the number. */
function next(number: string, change: Partial<SelfBilledDocument> = {}): SelfBilledDocument {
  return invoice({
    document_number: number,
    document_lines: [line({ quantity: number.replace(/\D/g, "") })],
    ...change,
  });
}

const paidTo = (id: string): Partial<SelfBilledDocument> => ({
  payment_means: [{ payment_means_code: "30", payee_financial_account: { id, name: "Desert Lime Trading LLC" } }],
});

function withParty(change: object): Partial<SelfBilledDocument> {
  return { accounting_supplier_party: { ...invoice().accounting_supplier_party, ...change } };
}

const trn = (company_id: string) => ({ party_tax_scheme: { company_id, tax_scheme: "VAT" } });

function files(desk: ServiceDesk, documents: readonly SelfBilledDocument[]): string[] {
  return documents.map((each) => desk.file(`${each.document_number}.yaml`, writeYaml(each, "invoice")));
}

function send(
  desk: ServiceDesk,
  documents: readonly SelfBilledDocument[],
  options: Given<typeof createInvoice> = {},
): Promise<Report> {
  return runCommand(createInvoice, desk, files(desk, documents), { yes: true, sendAnyway: true, ...options });
}

/** Returns a desk that has already sent SB-1. */
async function deskAfterOne(facts: Parameters<typeof serviceDesk>[1] = {}, first: Partial<SelfBilledDocument> = {}) {
  const sandbox = await startTestSandbox();
  const desk = serviceDesk(sandbox, facts);
  expect((await send(desk, [next("SB-1", first)])).outcome).toBe("done");
  return desk;
}

async function createdIn(desk: ServiceDesk): Promise<(string | undefined)[]> {
  const records = await desk.openedJournal.records(0, 100);
  return (records.ok ? records.value : []).flatMap((each) =>
    each.type === "result" ? [each.data.documentNumber] : [],
  );
}

const changes = ({ problems, view }: Report): string[] =>
  [...problems, ...(view.view === "submissions" ? view.results.flatMap((each) => each.problems) : [])]
    .filter(({ code, severity }) => code === "supplier-changed" && severity === "warning")
    .map(({ message }) => message);

describe("one digit of the account or the TRN changes", () => {
  test.each([
    [
      "the account",
      paidTo("AE560990000001234567891"),
      /^THE ACCOUNT OF Desert Lime Trading LLC HAS CHANGED: it is AE560990000001234567891 here, and was AE560990000001234567890 in SB-1\. Only the 23rd character differs\.$/,
    ],
    [
      "the TRN",
      withParty(trn("100234567500003")),
      /^THE TRN OF Desert Lime Trading LLC HAS CHANGED: it is 100234567500003 here, and was 100234567400003 in SB-1\. Only the 10th character differs\.$/,
    ],
    ["the TIN", withParty({ tin: "1002345675" }), /^THE TIN OF .*\. Only the 10th character differs\.$/],
  ])("%s: in a script nothing is sent, exit code 2, and the flag is named", async (_, change, said) => {
    const desk = await deskAfterOne();
    const report = await send(desk, [next("SB-2", change)]);
    expect(report.outcome).toBe("usage");
    expect(report.problems[0]).toMatchObject({
      code: "supplier-changed",
      severity: "error",
      message: expect.stringMatching(/^Nothing was sent: the TRN or account of Desert Lime Trading LLC differs/),
      hint: expect.stringMatching(/add --accept-changed-supplier ['"]Desert Lime Trading LLC['"]$/),
    });
    expect(changes(report)).toEqual([expect.stringMatching(said)]);
    expect(await createdIn(desk)).toEqual(["SB-1"]);
    const accepted = await send(desk, [next("SB-2", change)], { acceptChangedSupplier: true });
    expect([accepted.outcome, changes(accepted).length]).toEqual(["done", 1]);
  });

  test("at a terminal --yes does not pass: it is asked for by a question of its own", async () => {
    const asked: string[] = [];
    const answering = (answer: boolean) => ({
      possible: true,
      confirm: async (question: string) => {
        asked.push(question);
        return ok(answer);
      },
    });
    const desk = await deskAfterOne();
    const at = (answer: boolean): ServiceDesk => ({ ...desk, ask: { ...desk.ask, ...answering(answer) } });
    const changed = [next("SB-2", paidTo("AE560990000001234567891"))];
    expect((await send(at(false), changed)).outcome).toBe("declined");
    expect(asked).toEqual([expect.stringMatching(/^Have you called the supplier/)]);
    expect(desk.said.join("")).toContain("THE ACCOUNT OF Desert Lime Trading LLC HAS CHANGED");
    expect((await send(at(true), changed)).outcome).toBe("done");
    expect(asked).toHaveLength(2);
  });

  test("the journal says that it was accepted, and the next document is compared with this one", async () => {
    const desk = await deskAfterOne();
    await send(desk, [next("SB-2", paidTo("AE560990000001234567891"))], { acceptChangedSupplier: true });
    const records = await desk.openedJournal.records(0, 100);
    const intents = records.ok ? records.value.flatMap((each) => (each.type === "intent" ? [each.data] : [])) : [];
    expect(intents.map(({ overridden }) => overridden?.includes("--accept-changed-supplier") ?? false)).toEqual([
      false,
      true,
    ]);
    expect((await send(desk, [next("SB-3", paidTo("AE560990000001234567891"))])).outcome).toBe("done");
    expect(changes(await send(desk, [next("SB-4")]))).toEqual([expect.stringContaining(`it is ${iban} here`)]);
  });

  test("within a batch, against the file before it", async () => {
    const sandbox = await startTestSandbox();
    const desk = serviceDesk(sandbox);
    const report = await send(desk, [next("SB-1"), next("SB-2", paidTo("AE560990000001234567891"))]);
    expect(report.outcome).toBe("usage");
    expect(changes(report)).toEqual([expect.stringMatching(/was AE560990000001234567890 in .*SB-1\.yaml/)]);
  });

  test("preview shouts too, at the line", async () => {
    const desk = await deskAfterOne();
    const [file = ""] = files(desk, [next("SB-2", paidTo("AE560990000001234567891"))]);
    const report = await runCommand(preview, desk, [file]);
    expect(report.outcome).toBe("done");
    expect(screen(report)).toMatch(/SB-2\.yaml:\d+:\d+\s+supplier-changed\s+THE\s+ACCOUNT\s+OF/);
  });
});

describe("in a batch a changed account stops only the documents of its supplier", () => {
  const oasis = withParty({
    ...trn("100765432100003"),
    name: "Oasis",
    party_name: "Oasis LLC",
    tin: "1007654321",
    endpoint_id: "1007654321",
  });
  const changed = paidTo("AE560990000001234567891");
  const batch = [next("SB-2", changed), next("SB-3", oasis), next("SB-4")];
  const told = (report: Report) =>
    report.view.view === "submissions"
      ? report.view.results.map(({ documentNumber, outcome, problems }) => [
          documentNumber,
          outcome,
          problems.some(({ message }) => message.startsWith("Not sent: ")),
        ])
      : [];

  test("in a script the others are sent, and what is not sent says so", async () => {
    const desk = await deskAfterOne();
    const report = await send(desk, batch);
    expect(report.outcome).toBe("partial");
    expect(told(report)).toEqual([
      ["SB-2", "usage", true],
      ["SB-3", "done", false],
      ["SB-4", "usage", true],
    ]);
    expect(screen(report)).toContain("not sent: not confirmed");
    expect(await createdIn(desk)).toEqual(["SB-1", "SB-3"]);
    expect((await send(desk, batch, { acceptChangedSupplier: ["Oasis LLC"] })).outcome).toBe("partial");
    const accepted = await send(desk, batch, { acceptChangedSupplier: ["desert lime trading llc"] });
    expect(accepted.outcome).toBe("done");
    expect(await createdIn(desk)).toEqual(["SB-1", "SB-3", "SB-2", "SB-4"]);
  });

  test("at a terminal each supplier has a question of its own, and a no keeps only that one", async () => {
    const desk = await deskAfterOne();
    expect((await send(desk, [next("SB-3", oasis)])).outcome).toBe("done");
    const asked: string[] = [];
    const confirm = async (question: string) => {
      asked.push(question);
      return ok(question.includes("Oasis"));
    };
    const at: ServiceDesk = { ...desk, ask: { ...desk.ask, possible: true, confirm } };
    const report = await send(at, [next("SB-2", changed), next("SB-5", { ...oasis, ...changed })]);
    expect(asked).toEqual([
      expect.stringContaining("Have you called the supplier Desert Lime Trading LLC"),
      expect.stringContaining("Have you called the supplier Oasis LLC"),
    ]);
    expect(told(report)).toEqual([
      ["SB-2", "declined", true],
      ["SB-5", "done", false],
    ]);
  });

  test("before a file the option stands for itself, and with a name for one supplier", () => {
    expect(acceptedIn([], ["march.yaml"])).toEqual({ words: ["march.yaml"], accepted: true });
    expect(acceptedIn(["a.yaml"], ["Desert Lime"])).toEqual({ words: ["a.yaml"], accepted: ["Desert Lime"] });
    expect(acceptedIn(["a.yaml"], true)).toEqual({ words: ["a.yaml"], accepted: true });
  });
});

describe("nothing is shouted", () => {
  test("when nothing changed, however the account is spaced", async () => {
    const desk = await deskAfterOne();
    const report = await send(desk, [next("SB-2", paidTo("AE56 0990 0000 0123 4567 890"))]);
    expect([report.outcome, changes(report)]).toEqual(["done", []]);
  });

  test("about a document that exists already, though the account changed since", async () => {
    const desk = await deskAfterOne();
    await send(desk, [next("SB-2", paidTo("AE560990000001234567891"))], { acceptChangedSupplier: true });
    const report = await send(desk, [next("SB-1")]);
    expect([report.outcome, changes(report)]).toEqual(["done", []]);
  });

  test("about another supplier", async () => {
    const desk = await deskAfterOne();
    const oasis = {
      ...trn("100765432100003"),
      name: "Oasis",
      party_name: "Oasis LLC",
      tin: "1007654321",
      endpoint_id: "1007654321",
    };
    const report = await send(desk, [next("SB-2", { ...withParty(oasis), ...paidTo("AE070331234567890123456") })]);
    expect([report.outcome, changes(report)]).toEqual(["done", []]);
  });

  test("about a second supplier of the same name, once both are known", async () => {
    const desk = await deskAfterOne();
    const twin = withParty({ ...trn("100765432100003"), tin: "1007654321", endpoint_id: "1007654321" });
    expect((await send(desk, [next("SB-2", twin)])).outcome).toBe("usage");
    await send(desk, [next("SB-2", twin)], { acceptChangedSupplier: true });
    expect(changes(await send(desk, [next("SB-3")]))).toEqual([]);
    expect(changes(await send(desk, [next("SB-4", twin)]))).toEqual([]);
  });

  test("about an account for another currency, once it is known", async () => {
    const dollars = {
      document_currency_code: "USD",
      tax_currency_code: "AED",
      tax_exchange_rate: { source_currency_code: "USD", target_currency_code: "AED", calculation_rate: "3.6725" },
    };
    const inDollars = { ...dollars, ...paidTo("AE070331234567890123456") };
    const desk = await deskAfterOne();
    await send(desk, [next("SB-2", inDollars)], { acceptChangedSupplier: true });
    expect(changes(await send(desk, [next("SB-3")]))).toEqual([]);
    expect(changes(await send(desk, [next("SB-4", inDollars)]))).toEqual([]);
  });
});

describe("a document that reached nobody is no yardstick", () => {
  const failing = withParty(trn("100234567400001")); // accepted by the service, but not by the network

  test("one whose validation was seen to fail", async () => {
    const desk = await deskAfterOne({}, failing);
    expect((await send(desk, [next("SB-2")])).outcome).toBe("usage");
    const records = await desk.openedJournal.records(0, 100);
    const [result] = records.ok ? records.value.filter(({ type }) => type === "result") : [];
    if (result?.type !== "result") throw new Error(JSON.stringify(records));
    await desk.openedJournal.saw(result.account, result.data.id ?? "", "VALIDATION_FAILED");
    expect((await send(desk, [next("SB-2")])).outcome).toBe("done");
  });

  test("and of a wrong document only what is wrong is told", async () => {
    const desk = await deskAfterOne();
    const report = await send(desk, [next("SB-2", withParty(trn("10023456740000")))], { sendAnyway: false });
    expect([report.outcome, changes(report)]).toEqual(["invalid", []]);
  });
});

describe("a supplier of the book", () => {
  const named = (number: string, change: object = {}): SelfBilledDocument => {
    const { accounting_supplier_party: _, payment_means: __, ...rest } = next(number);
    return { supplier: "desert-lime", ...rest, ...change } as SelfBilledDocument;
  };

  test("is known by its entry, also when name and TRN changed together", async () => {
    const sandbox = await startTestSandbox();
    const desk = serviceDesk(sandbox, { suppliers: [desertLime()] });
    expect((await send(desk, [named("SB-1")])).outcome).toBe("done");
    const party = {
      ...invoice().accounting_supplier_party,
      ...trn("100765432100003"),
      tin: "1007654321",
      endpoint_id: "1007654321",
      party_name: "Lime LLC",
    };
    const other = {
      ...desk,
      suppliers: async () => ok({ path: "", suppliers: [desertLime({ accounting_supplier_party: party } as object)] }),
    };
    expect(changes(await send(other, [named("SB-2")]))).toEqual([
      expect.stringMatching(/^THE TRN OF Lime LLC HAS CHANGED/),
    ]);
  });

  test("whose document pays to an account that the book does not have", async () => {
    const sandbox = await startTestSandbox();
    const desk = serviceDesk(sandbox, { suppliers: [desertLime()] });
    const report = await send(desk, [named("SB-1", paidTo("AE560990000001234567891"))]);
    expect(report.outcome).toBe("usage");
    expect(changes(report)).toEqual([expect.stringContaining("in your supplier book")]);
  });
});
