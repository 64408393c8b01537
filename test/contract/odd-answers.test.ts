import { expect, test } from "vitest";
import { startTestSandbox } from "../support/start-sandbox.ts";
import { creditNoteBody, invoiceBody } from "./bodies.ts";

const path = (id: unknown, rest = "") => `/api/purchase-invoices/${encodeURIComponent(String(id))}${rest}`;

test("with odd answers ids are numbers and any text, each asked for in its path, and parts of answers are left out", async () => {
  const sandbox = await startTestSandbox({ oddAnswers: 2 });
  const texts: string[] = [];
  const lacking = new Set<string>();
  for (let at = 0; at < 60; at++) {
    const { document_number: _, ...body } = invoiceBody() as Record<string, unknown>;
    const made = await sandbox.call("POST", `/api/purchase-invoices/${sandbox.businessProfileId}`, body);
    expect(made.status).toBe(201);
    texts.push(/"id":("(?:[^"\\]|\\.)*"|[\d.]+)/.exec(made.text)?.[1] ?? "");
    for (const name of ["document_number", "totals", "payable_amount", "meta_info", "org_id"])
      if (!(name in made.body)) lacking.add(name);
    const id = texts[at]?.startsWith('"') ? made.body.id : texts[at];
    const again = await sandbox.call("GET", path(id));
    expect(again.status, texts[at]).toBe(200);
    expect(again.text).toContain(`"id":${texts[at]}`);
    const status = await sandbox.call("GET", path(id, "/peppol-status"));
    expect(status.status).toBe(200);
    expect((await sandbox.call("GET", path(id, "/peppol-status-logs"))).status).toBe(200);
  }
  expect(new Set(texts).size).toBe(60);
  expect(new Set(texts.map((each) => each.replaceAll('"', "").toLowerCase())).size).toBeLessThan(60);
  expect(texts.some((each) => /^\d+$/.test(each))).toBe(true);
  expect(texts.some((each) => /^\d{17,}$/.test(each))).toBe(true);
  expect([...lacking].sort()).toEqual(["document_number", "meta_info", "org_id", "payable_amount", "totals"]);
  expect((await sandbox.call("GET", "/api/purchase-invoices/uuids?created_on=2026-06-15")).status).toBe(200);
  const listed = await sandbox.call("GET", "/api/purchase-invoices?size=100");
  expect(texts.every((each) => listed.text.includes(`"id":${each}`))).toBe(true);
});

test("the description of odd answers says so: an id is a number or any text, and what may be left out is not required", async () => {
  const [odd, ordinary] = await Promise.all(
    [{ oddAnswers: 2 }, {}].map(async (options) => {
      const sandbox = await startTestSandbox(options);
      return (await sandbox.call("GET", "/openapi.json", undefined, { authorization: "" })).body.components.schemas;
    }),
  );
  const of = ({ InvoiceAnswer: { properties, required } }: typeof odd) => [
    properties.id.type,
    required.includes("payable_amount"),
    required.includes("document_sequence"),
  ];
  expect([of(odd), of(ordinary)]).toEqual([
    [["string", "number"], false, true],
    ["string", true, true],
  ]);
  expect(odd.NewInvoice).toEqual(ordinary.NewInvoice);
});

test("equal seeds answer equally, another seed otherwise, and the plain id of a document means nothing", async () => {
  const answers = await Promise.all(
    [3, 3, 4].map(async (oddAnswers) => {
      const sandbox = await startTestSandbox({ oddAnswers });
      const told: unknown[] = [];
      for (let at = 0; at < 8; at++) {
        const { document_number: _, ...body } = creditNoteBody() as Record<string, unknown>;
        const made = await sandbox.call("POST", `/api/purchase-credit-notes/${sandbox.businessProfileId}`, body);
        told.push([made.body.id, Object.keys(made.body).sort()]);
      }
      return JSON.stringify(told);
    }),
  );
  expect(answers[0]).toBe(answers[1]);
  expect(answers[0]).not.toBe(answers[2]);
});
