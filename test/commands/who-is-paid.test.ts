import { describe, expect, test } from "vitest";
import { createInvoice } from "../../src/commands/create-invoice.ts";
import { toWire } from "../../src/contract/index.ts";
import type { SelfBilledDocument } from "../../src/document/index.ts";
import { intentKey } from "../../src/journal/index.ts";
import { prepare, type Sendable } from "../../src/prepare/index.ts";
import { writeYaml } from "../../src/read/index.ts";
import type { Report } from "../../src/report/index.ts";
import { keyIn } from "../../src/submit/index.ts";
import { invoice, line } from "../support/documents.ts";
import { createdResult, intent } from "../support/intents.ts";
import { given, journalIn } from "../support/journal-file.ts";
import { type Given, runCommand } from "../support/run-command.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";
import { type ServiceDesk, serviceDesk } from "../support/service-desk.ts";
import { startTestSandbox } from "../support/start-sandbox.ts";
import { desertLime } from "../support/suppliers.ts";

const iban = "AE560990000001234567890";
const other = "AE070331234567890123456";
const lime = "Desert Lime Trading LLC";
const oasis = {
  name: "Oasis",
  party_name: "Oasis LLC",
  tin: "1007654321",
  endpoint_id: "1007654321",
  party_tax_scheme: { company_id: "100765432100003", tax_scheme: "VAT" },
};

type Change = Partial<SelfBilledDocument>;

/** Another invoice of the same supplier; the quantity is taken from the number. */
function next(number: string, change: Change = {}): SelfBilledDocument {
  const lines = [line({ quantity: number.replace(/\D/g, "") })];
  return invoice({ document_number: number, document_lines: lines, ...paidTo({ id: iban }), ...change });
}

function means(account: object) {
  return { payment_means_code: "30", payee_financial_account: account } as never;
}
const paidTo = (account: object): Change => ({ payment_means: [means(account)] });
const payee = (change: object): Change => ({ payee_party: change as never });
const withParty = (change: object): Change => ({
  accounting_supplier_party: { ...invoice().accounting_supplier_party, ...change },
});

function send(
  desk: ServiceDesk,
  documents: readonly SelfBilledDocument[],
  options: Given<typeof createInvoice> = {},
): Promise<Report> {
  const files = documents.map((each) => desk.file(`${each.document_number}.yaml`, writeYaml(each, "invoice")));
  return runCommand(createInvoice, desk, files, { yes: true, sendAnyway: true, ...options });
}

const said = ({ problems, view }: Report): string[] =>
  [...problems, ...(view.view === "submissions" ? view.results.flatMap((each) => each.problems) : [])]
    .filter(({ code, severity }) => /^supplier-changed$|^account-shared$/.test(code) && severity === "warning")
    .map(({ message }) => message);

interface Case {
  readonly first?: Change;
  readonly change: Change;
  /** What the one warning says; undefined if nothing has changed. */
  readonly says?: RegExp;
}

const cases: Readonly<Record<string, Case>> = {
  "another account": {
    change: paidTo({ id: other }),
    says: new RegExp(`^THE ACCOUNT OF ${lime} HAS CHANGED: it is ${other} here, and was ${iban} in SB-1\\.$`),
  },
  "a second account beside the first": {
    change: { payment_means: [means({ id: iban }), means({ id: other })] },
    says: new RegExp(`^A SECOND ACCOUNT OF ${lime} IS NEW: ${other} stands here beside the known one; SB-1 has only`),
  },
  "a second account before the first": {
    change: { payment_means: [means({ id: other }), means({ id: iban })] },
    says: /^A SECOND ACCOUNT OF /,
  },
  "the payee's account": {
    first: payee({ party_name: "Lime Factoring", financial_account: { id: iban } }),
    change: payee({ party_name: "Lime Factoring", financial_account: { id: other } }),
    says: new RegExp(`${other} stands here beside the known one`),
  },
  "the payee's account alone": {
    first: { payment_means: [means({})], ...payee({ party_name: "Lime Factoring", financial_account: { id: iban } }) },
    change: {
      payment_means: [means({})],
      ...payee({ party_name: "Lime Factoring", financial_account: { id: other } }),
    },
    says: new RegExp(`^THE ACCOUNT OF ${lime} HAS CHANGED: it is ${other} here`),
  },
  "somebody who is paid in place of the supplier": {
    change: payee({ party_name: "Lime Factoring" }),
    says: new RegExp(
      `^THE PAYEE OF ${lime} HAS CHANGED: Lime Factoring is paid in its place, and nobody was in SB-1\\.$`,
    ),
  },
  "another payee": {
    first: payee({ party_name: "Lime Factoring" }),
    change: payee({ party_name: "Dune Factoring" }),
    says: /HAS CHANGED: Dune Factoring is paid in its place, and Lime Factoring was in SB-1\.$/,
  },
  "no payee any more": {
    first: payee({ party_name: "Lime Factoring" }),
    change: {},
    says: /HAS CHANGED: nobody is paid in its place, and Lime Factoring was in SB-1\.$/,
  },
  "another TRN of the payee": {
    first: payee({ party_name: "Lime Factoring", party_identification: { id: "100888777600003" } }),
    change: payee({ party_name: "Lime Factoring", party_identification: { id: "100888777700003" } }),
    says: /100888777700003 is paid in its place, and Lime Factoring, 100888777600003 was in SB-1/,
  },
  "a payee of whom only the TRN is said": {
    change: payee({ party_identification: { id: "100888777700003" } }),
    says: /^THE PAYEE OF .*100888777700003 is paid in its place/,
  },
  "another BIC with the same account": {
    first: paidTo({ id: iban, financial_institution_branch_id: "EBILAEAD" }),
    change: paidTo({ id: iban, financial_institution_branch_id: "BOMLAEAD" }),
    says: new RegExp(
      `^THE BANK OF ${lime} HAS CHANGED: that of account ${iban} is BOMLAEAD here, and was EBILAEAD in SB-1\\.$`,
    ),
  },
  "another bank of a number that is no IBAN": {
    first: paidTo({ id: "12345678", financial_institution_branch_id: "EBILAEAD" }),
    change: paidTo({ id: "12345678", financial_institution_branch_id: "BOMLAEAD" }),
    says: /^THE BANK OF /,
  },
  "a bank where there was none, of a number that is no IBAN": {
    first: paidTo({ id: "12345678" }),
    change: paidTo({ id: "12345678", financial_institution_branch_id: "BOMLAEAD" }),
    says: /is BOMLAEAD here, and was not said in SB-1/,
  },
  "another account holder": {
    first: paidTo({ id: iban, name: lime }),
    change: paidTo({ id: iban, name: "Desert Lime Trading FZE" }),
    says: /^THE ACCOUNT HOLDER OF .* that of AE560990000001234567890 is Desert Lime Trading FZE here/,
  },
  "an account holder who was not said, and is not the supplier": {
    change: paidTo({ id: iban, name: "J. Doe" }),
    says: /is J\. Doe here, and was not said in SB-1/,
  },
  "an IBAN in a note": {
    change: { note: "Please pay to ae07 0331 2345 6789 0123 456 from now on." } as never,
    says: new RegExp(
      `^AN ACCOUNT IN A TEXT OF ${lime} IS NEW: note names ${other}, which is not the account paid to\\.$`,
    ),
  },
  "an IBAN in the terms": { change: { payment_terms: { note: `to ${other}` } } as never, says: /names AE07/ },
  "an IBAN in a text of a line": {
    change: { document_lines: [line({ quantity: "2", description: `Lime; to ${other}` })] },
    says: /document_lines\[0\]\.description names AE07/,
  },
  "an IBAN in payment_id": {
    change: { payment_means: [{ ...(means({ id: iban }) as object), payment_id: [other] } as never] },
    says: /payment_means\[0\]\.payment_id\[0\] names AE07/,
  },
  "an IBAN as the holder of the account": {
    first: paidTo({ id: iban, name: lime }),
    change: paidTo({ id: iban, name: `${lime} ${other}` }),
    says: new RegExp(`^WHO IS PAID FOR .*the holder of account.*; .*name names the account ${other}`),
  },
  "account, holder and payee at once, in one warning": {
    first: paidTo({ id: iban, name: lime }),
    change: { ...paidTo({ id: other, name: "J. Doe" }), ...payee({ party_name: "Dune Factoring" }) },
    says: new RegExp(
      `^WHO IS PAID FOR ${lime} HAS CHANGED: the account is ${other} \\(was ${iban} in SB-1\\); Dune Factoring is paid in its place \\(nobody was in SB-1\\)\\.$`,
    ),
  },
  "nothing, however the IBAN is written": { change: paidTo({ id: "ae56-0990 0000\u200b0123 4567 890" }) },
  "nothing, however bank and holder are written": {
    first: paidTo({ id: iban, name: lime, financial_institution_branch_id: "EBILAEAD" }),
    change: paidTo({ id: iban, name: "DESERT LIME TRADING L.L.C.", financial_institution_branch_id: "ebilaeadxxx" }),
  },
  "nothing, where less is said": {
    first: paidTo({ id: iban, name: lime, financial_institution_branch_id: "EBILAEAD" }),
    change: paidTo({ id: iban }),
  },
  "nothing, where bank and holder are said for the first time": {
    change: paidTo({ id: iban, name: lime, financial_institution_branch_id: "EBILAEAD" }),
  },
  "nothing, where a text names the account paid to": {
    change: { note: `Paid to AE56 0990 0000 0123 4567 890` } as never,
  },
  "nothing, where the text is the same as before": {
    first: { note: `Refunds to ${other}` } as never,
    change: { note: `Refunds to ${other}` } as never,
  },
};

describe("who is paid is compared with the last document", () => {
  test.each(Object.keys(cases))("%s", async (name) => {
    const { first = {}, change, says } = cases[name] as Case;
    const desk = serviceDesk(await startTestSandbox());
    expect((await send(desk, [next("SB-1", first)], { acceptChangedSupplier: true })).outcome).toBe("done");
    const report = await send(desk, [next("SB-2", change)]);
    expect(said(report)).toEqual(says === undefined ? [] : [expect.stringMatching(says)]);
    expect(report.outcome).toBe(says === undefined ? "done" : "usage");
    expect((await send(desk, [next("SB-2", change)], { acceptChangedSupplier: true })).outcome).toBe("done");
    const again = await send(desk, [next("SB-3", { ...change, document_lines: withQuantity(change, "3") })]);
    expect([again.outcome, said(again)], "once accepted, it is known").toEqual(["done", []]);
  });
});

function withQuantity({ document_lines: lines = [line()] }: Change, quantity: string) {
  return lines.map((each) => ({ ...each, quantity }));
}

describe("an account of another supplier", () => {
  const says = `THE ACCOUNT OF Oasis LLC IS THAT OF ANOTHER SUPPLIER: ${iban} is the account of`;

  test("is told of a new supplier, by an earlier document, an earlier one of the run, and the book", async () => {
    const sandbox = await startTestSandbox();
    const desk = serviceDesk(sandbox);
    await send(desk, [next("SB-1")]);
    const found = await send(desk, [next("SB-2", withParty(oasis))]);
    expect([found.outcome, said(found)]).toEqual(["done", [`${says} ${lime} in SB-1.`]]);

    const empty = serviceDesk(await startTestSandbox());
    const run = await send(empty, [next("SB-1"), next("SB-2", withParty(oasis))]);
    expect(said(run)).toEqual([expect.stringMatching(new RegExp(`^${says} ${lime} in .*SB-1\\.yaml\\.$`))]);

    const book = serviceDesk(await startTestSandbox(), { suppliers: [desertLime()] });
    expect(said(await send(book, [next("SB-2", withParty(oasis))]))).toEqual([
      `${says} ${lime} in your supplier book.`,
    ]);
  });

  test("is told in the warning about a changed account, and once it is known no more", async () => {
    const desk = serviceDesk(await startTestSandbox());
    await send(desk, [next("SB-1"), next("SB-2", { ...withParty(oasis), ...paidTo({ id: other }) })]);
    const changed = await send(desk, [next("SB-3", withParty(oasis))]);
    expect([changed.outcome, said(changed)]).toEqual([
      "usage",
      [expect.stringMatching(/^WHO IS PAID FOR Oasis LLC HAS CHANGED: the account is .*; .* is the account of Desert/)],
    ]);
    await send(desk, [next("SB-3", withParty(oasis))], { acceptChangedSupplier: true });
    expect(said(await send(desk, [next("SB-4", withParty(oasis))]))).toEqual([]);
  });
});

describe("the supplier book", () => {
  test("is asked also where the document has the supplier written out", async () => {
    const desk = serviceDesk(await startTestSandbox(), { suppliers: [desertLime()] });
    const report = await send(desk, [next("SB-1", paidTo({ id: other }))]);
    expect([report.outcome, said(report)]).toEqual(["usage", [expect.stringContaining("in your supplier book")]]);
    await send(desk, [next("SB-1", paidTo({ id: other }))], { acceptChangedSupplier: true });
    expect(said(await send(desk, [next("SB-2", paidTo({ id: other }))]))).toEqual([]);
  });

  test("knows no payee", async () => {
    const desk = serviceDesk(await startTestSandbox(), { suppliers: [desertLime()] });
    const report = await send(desk, [next("SB-1", payee({ party_name: "Lime Factoring" }))]);
    expect(said(report)).toEqual([expect.stringMatching(/^THE PAYEE OF .*nobody was in your supplier book\.$/)]);
  });
});

test("a rejected document is no yardstick", async () => {
  const desk = serviceDesk(await startTestSandbox());
  await send(desk, [next("SB-1", paidTo({ id: other }))]);
  const records = await desk.openedJournal.records(0, 100);
  const [result] = records.ok ? records.value.filter(({ type }) => type === "result") : [];
  if (result?.type !== "result") throw new Error(JSON.stringify(records));
  await desk.openedJournal.saw(result.account, result.data.id ?? "", "REJECTED");
  expect((await send(desk, [next("SB-2")])).outcome).toBe("done");
});

describe("an IBAN is sent in its one form", () => {
  test("and the same file with it typed otherwise is the same document", async () => {
    const desk = serviceDesk(await startTestSandbox());
    expect((await send(desk, [next("SB-1", paidTo({ id: "ae56 0990-0000 0123 4567 890" }))])).outcome).toBe("done");
    const [first] = await intentsIn(desk);
    const body = await desk.openedJournal.kept(first?.bodyHash ?? "");
    expect(body.ok && body.value).toContain(`"id":"${iban}"`);
    await send(desk, [next("SB-1")]);
    await send(desk, [next("SB-1", paidTo({ id: "AE56 0990 0000 0123 4567 890" }))]);
    expect(await intentsIn(desk)).toHaveLength(1);
  });

  test("and a document of an earlier version, which sent it as it was typed, is not sent again", async () => {
    const desk = serviceDesk(await startTestSandbox());
    const typed = next("SB-1", paidTo({ id: "AE56 0990 0000 0123 4567 890" }));
    const body = toWire(typed, "invoice");
    const file = desk.file("SB-1.yaml", writeYaml(typed, "invoice"));
    const prepared = (await prepare(file, { version: "20260101" }, desk)) as Sendable;
    const whose = { account: "sandbox:SBX-1", businessProfileId: "SBX-1", kind: "invoice" as const };
    const before = intent({ ...whose, key: intentKey(whose, body) });
    expect(keyIn(prepared)(whose.account)).not.toBe(before.key);
    const journal = journalIn(temporaryFolder());
    const first = given(await journal.begin(before, { allowSimilar: false }));
    if (first.is !== "begun") throw new Error(first.is);
    const now = intent({ ...whose, key: keyIn(prepared)(whose.account) });
    const asked = async () => given(await journal.begin(now, { allowSimilar: true, keyIn: keyIn(prepared) })).is;
    await first.attempt.armed();
    expect(await asked()).toBe("busy");
    await first.attempt.result(createdResult("id-1"), "{}");
    expect(await asked()).toBe("created");
  });
});

async function intentsIn(desk: ServiceDesk) {
  const records = await desk.openedJournal.records(0, 100);
  return records.ok ? records.value.flatMap((each) => (each.type === "intent" ? [each.data] : [])) : [];
}
