import { describe, expect, test } from "vitest";
import type { SelfBilledDocument } from "../../src/document/index.ts";
import type { Passing } from "../support/changing-service.ts";
import { invoice } from "../support/documents.ts";
import { lose, send, settle, shop, told, unnumbered } from "../support/doubts.ts";
import type { ServiceDesk } from "../support/service-desk.ts";
import type { TestSandbox } from "../support/start-sandbox.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests change documents of any shape
type Told = Record<string, any>;
const isList = ({ method, path }: Passing): boolean => method === "GET" && /\/purchase-[a-z-]+$/.test(path);
const isDocument = ({ method, path }: Passing): boolean =>
  method === "GET" && /\/purchase-[a-z-]+\/[0-9a-f-]+$/.test(path);
const listed = (change: (document: Record<string, unknown>) => void) => (passing: Passing) => {
  if (isList(passing)) for (const each of passing.body.content) change(each);
  if (isDocument(passing)) change(passing.body);
};
/** Creates a document as another client; returns the id. */
async function elsewhere(sandbox: TestSandbox, document: SelfBilledDocument): Promise<string> {
  const { status, body } = await sandbox.call("POST", `/api/purchase-invoices/${sandbox.businessProfileId}`, document);
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.id;
}

/** An attachment; a service returns only its name. */
const file = (content: string) => [
  { file_name: "a.pdf", file_type: "application/pdf", file_content: Buffer.from(content).toString("base64") },
];

async function check(desk: ServiceDesk) {
  const report = await settle(desk, { check: true });
  const { resolved, doubts } = told(report);
  const [said] = report.problems;
  return { report, resolved, doubts, words: said?.message ?? "" };
}

describe("yes: what the service calculates or leaves out makes no other document", () => {
  const more = (value: unknown): number => Math.round(Number(value) * 100 + 1) / 100;
  const bent: [string, (document: Told) => void][] = [
    [
      "VAT 0.01 higher",
      (each) =>
        Object.assign(each, {
          tax_amount: more(each.tax_amount),
          payable_amount: more(each.payable_amount),
          totals: null,
        }),
    ],
    [
      "no totals at all",
      (each) => {
        for (const name of ["tax_amount", "payable_amount", "totals", "tax_breakdown"]) delete each[name];
      },
    ],
    [
      "times of day without seconds, amounts as texts",
      (each) => {
        each.issue_time &&= each.issue_time.slice(0, 5);
        each.document_lines[0].quantity = `${each.document_lines[0].quantity}.000`;
      },
    ],
    [
      "fields that it does not know",
      (each) => {
        delete each.payment_means;
        delete each.note;
        delete each.due_date;
        each.invented = 1;
      },
    ],
  ];
  for (const document of [invoice(), unnumbered]) {
    test.each(bent)(`${document.document_number ?? "without a number"}: %s`, async (_, change) => {
      const { sandbox, desk } = await shop(5, {}, listed(change));
      await lose(desk, sandbox, document, true);
      const { report, resolved } = await check(desk);
      expect([report.outcome, report.problems]).toEqual(["done", []]);
      expect(resolved).toMatchObject([{ verdict: "created", how: "looked-up" }]);
    });
  }

  test("what the list leaves out is fetched before it is judged", async () => {
    const { sandbox, desk } = await shop(5, {}, (passing) => {
      if (isList(passing)) passing.body.content = passing.body.content.map(({ id }: { id: string }) => ({ id }));
    });
    const other = await elsewhere(sandbox, { ...unnumbered, note: "another one" });
    await lose(desk, sandbox, { ...unnumbered, note: "ours" }, true);
    const { resolved } = await check(desk);
    expect(resolved).toMatchObject([{ verdict: "created" }]);
    expect(resolved[0]?.created_id).not.toBe(other);
  });
});

describe("no other document's id", () => {
  test("a twin that the journal knows is never taken for it, even where the service tells no difference", async () => {
    const { sandbox, clock, desk } = await shop();
    expect((await send(desk, { ...unnumbered, attachments: file("%PDF-1.4 one") })).outcome).toBe("done");
    await sandbox.call("POST", "/sandbox/faults", { faults: [{ fault: "close", method: "POST", processed: false }] });
    expect((await send(desk, { ...unnumbered, attachments: file("%PDF-1.4 two") }, true)).outcome).toBe("in_doubt");
    clock.advance(300);
    expect((await check(desk)).resolved).toMatchObject([{ verdict: "not-created" }]);
  });

  test.each<[string, SelfBilledDocument]>([
    ["another note", { ...unnumbered, note: "another one" }],
    ["another reference", { ...unnumbered, note: "ours", buyer_reference: "PO-2" }],
    [
      "another line text",
      {
        ...unnumbered,
        note: "ours",
        document_lines: invoice().document_lines?.map((line) => ({ ...line, name: "Glazed tile" })) ?? [],
      },
    ],
  ])("a near-twin made elsewhere may be it, for services change texts: %s", async (_, twin) => {
    const { sandbox, desk } = await shop(5);
    const id = await elsewhere(sandbox, twin);
    await lose(desk, sandbox, { ...unnumbered, note: "ours", buyer_reference: "PO-1" }, false);
    const { resolved, doubts } = await check(desk);
    expect([resolved, doubts]).toMatchObject([[], [{ candidates: [{ id, equal: ["date", "supplier", "amount"] }] }]]);
  });

  test("a near-twin that lacks what was sent is neither: it is shown", async () => {
    const { sandbox, desk } = await shop();
    const id = await elsewhere(sandbox, unnumbered);
    await lose(desk, sandbox, { ...unnumbered, note: "ours" }, false);
    const { resolved, doubts, words } = await check(desk);
    expect(resolved).toEqual([]);
    expect(words).toContain(id);
    expect(doubts).toMatchObject([{ candidates: [{ id }] }]);
  });

  test("two that are the same are both shown, and nothing is settled", async () => {
    const { sandbox, desk } = await shop();
    const ids = [await elsewhere(sandbox, unnumbered)];
    await lose(desk, sandbox, unnumbered, true);
    const { resolved, doubts, words } = await check(desk);
    expect(resolved).toEqual([]);
    expect(words).toContain("2 documents of the service may be it");
    expect(doubts).toMatchObject([{ candidates: expect.arrayContaining([expect.objectContaining({ id: ids[0] })]) }]);
  });

  test("two doubts are never settled with one id", async () => {
    const { sandbox, desk } = await shop();
    const one = { ...unnumbered, attachments: file("%PDF-1.4 one") };
    await lose(desk, sandbox, one, true);
    await sandbox.call("POST", "/sandbox/faults", { faults: [{ fault: "close", method: "POST", processed: false }] });
    expect((await send(desk, { ...unnumbered, attachments: file("%PDF-1.4 two") }, true)).outcome).toBe("in_doubt");
    const { resolved, doubts } = await check(desk);
    expect(resolved).toEqual([]);
    expect(doubts).toHaveLength(2);
    // Once a person has assigned the document to the first doubt, it cannot be assigned to the second one.
    const [first, second] = doubts;
    const id = (await sandbox.call("GET", "/api/purchase-invoices")).body.content[0].id;
    expect((await settle(desk, { created: id }, [String(first?.id)])).outcome).toBe("done");
    const refused = await settle(desk, { created: id }, [String(second?.id)]);
    expect(refused.problems.map(({ code }) => code)).toContain("id-known");
    expect(refused.outcome).toBe("in_doubt");
  });
});

describe("the same number is never another document", () => {
  test.each<[string, (document: Told) => void]>([
    [
      "with another supplier",
      (each) => {
        each.accounting_supplier_party.party_tax_scheme.company_id = "100999999900003";
      },
    ],
    [
      "with other lines",
      (each) => {
        each.document_lines[0].quantity = 7;
      },
    ],
  ])("%s: cannot tell", async (_, change) => {
    const { sandbox, desk } = await shop(5, {}, listed(change));
    await lose(desk, sandbox, invoice(), true);
    const { resolved, words } = await check(desk);
    expect(resolved).toEqual([]);
    expect(words).toContain("it has the number SB-2026-0001, but differs");
  });
});

describe("an incomplete list proves nothing", () => {
  test.each<[string, (passing: Passing) => void]>([
    [
      "it is capped",
      ({ body }) => {
        body.total_elements += 1;
      },
    ],
    [
      "an entry comes twice",
      ({ body }) => {
        body.content.push(body.content[0]);
      },
    ],
    [
      "it has more pages than it gives",
      ({ body }) => {
        body.total_pages = 2;
        body.content = body.content.slice(0, 0);
      },
    ],
    [
      "every page is the first one",
      ({ body }) => {
        body.total_pages = undefined;
        body.total_elements = undefined;
        body.page_number = undefined;
      },
    ],
    [
      "another page came",
      ({ body }) => {
        body.page_number = 3;
      },
    ],
    [
      "an entry has no id",
      ({ body }) => {
        body.content[0].id = "";
      },
    ],
  ])("%s", async (_, change) => {
    const { sandbox, desk } = await shop(5, {}, (passing) => {
      if (!isList(passing)) return;
      const { query } = passing;
      if (passing.body.content.length === 0 && query.get("page") !== "0" && query.get("page") !== null) return;
      if (passing.body.content.length > 0) change(passing);
    });
    await elsewhere(sandbox, invoice({ document_number: "SB-2026-0777", prepaid_amount: "7000" }));
    await lose(desk, sandbox, invoice(), false);
    const { resolved, words } = await check(desk);
    expect([resolved, words]).toEqual([[], expect.stringMatching(/the service's list|a page of the service's list/)]);
  });
});

describe("'it does not exist' needs two clocks that nobody here can set", () => {
  const dated = (date: (told: string | null) => string | null) => (passing: Passing) => {
    if (isList(passing)) passing.date = date(passing.date);
  };

  test.each<[string, (told: string | null) => string | null, string]>([
    ["tells no time", () => null, "its answer has no time"],
    ["tells an hour that is none", () => "tomorrow", "its answer has no time"],
    ["is an hour behind", () => new Date(Date.now() - 3_600_000).toUTCString(), "by its own clock"],
  ])("not where the service %s", async (_, date, words) => {
    const { sandbox, desk } = await shop(60, {}, dated(date));
    await lose(desk, sandbox, invoice(), false);
    const found = await check(desk);
    expect([found.resolved, found.words]).toEqual([[], expect.stringContaining(words)]);
  });

  test("not when this computer's clock was set forward in the meantime", async () => {
    const { sandbox, clock, desk } = await shop(0);
    clock.at = Date.now();
    await lose(desk, sandbox, invoice(), false);
    clock.advance(3_600);
    expect((await check(desk)).resolved).toEqual([]);
  });

  test("not when the computer was started again", async () => {
    const run = { boot: "first" };
    const { sandbox, desk } = await shop(60, { boot: () => run.boot });
    await lose(desk, sandbox, invoice(), false);
    run.boot = "second";
    const found = await check(desk);
    expect([found.resolved, found.words]).toEqual([[], expect.stringContaining("started again")]);
    run.boot = "first";
    expect((await check(desk)).resolved).toMatchObject([{ verdict: "not-created" }]);
  });

  test("a document that the service moved to the next day is not overlooked", async () => {
    const { sandbox, desk } = await shop();
    const id = await elsewhere(sandbox, { ...unnumbered, issue_date: "2026-06-16" });
    await lose(desk, sandbox, { ...unnumbered, issue_date: "2026-06-15" }, false);
    const { resolved, doubts } = await check(desk);
    expect([resolved, doubts]).toMatchObject([[], [{ candidates: [{ id }] }]]);
  });
});
