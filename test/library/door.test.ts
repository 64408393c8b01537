import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { eachCalculatedLine, requiredMembers } from "../../src/document/index.ts";
import { startSandbox } from "../../src/embedded.ts";
import type { Answer, DocumentDraft, Finding, OverallStatus } from "../../src/library/index.ts";
import {
  calculate,
  calculateLines,
  check,
  codeLists,
  compareTotals,
  creditFrom,
  editions,
  findCodes,
  fromAnswer,
  fromUbl,
  readDocument,
  toRequest,
  toUbl,
  toXml,
} from "../../src/library/index.ts";
import { overallStatuses } from "../../src/states/index.ts";
import { runSelfbill, temporaryFolder, top } from "../support/run-selfbill.ts";

const got = <T>(result: { ok: true; value: T } | { ok: false; findings: readonly Finding[] }): T => {
  if (!result.ok) throw new Error(JSON.stringify(result.findings));
  return result.value;
};
const textOf = (name: string): string => readFileSync(join(top, "templates", name), "utf8");
const names = readdirSync(join(top, "templates")).filter(
  (name) => /\.(?:json|yaml)$/.test(name) && !/attach/.test(name),
);
const standard = textOf("standard-invoice.json");
const parsed = (): Record<string, never> => JSON.parse(standard);
const withQuantity = (quantity: unknown): DocumentDraft => {
  const document = JSON.parse(standard);
  document.document_lines[0].quantity = quantity;
  return document;
};
const facts = ({ findings }: { readonly findings: readonly Finding[] }) =>
  findings.map(({ code, path, message }) => [code, path, message]);

test("a body that JSON.parse read is taken: whole numbers and short decimals say exactly what was meant", () => {
  for (const name of names.filter((each) => each.endsWith(".json"))) {
    const given = JSON.parse(textOf(name));
    const [loose, exact] = [check(given), check(got(readDocument(textOf(name))))];
    const without = (found: typeof loose) => found.findings.map(({ line: _, column: __, ...each }) => each);
    expect([name, loose.ok, without(loose)]).toEqual([name, true, without(exact)]);
    if (loose.ok && exact.ok) expect(got(calculate(loose.document))).toEqual(got(calculate(exact.document)));
  }
});

test.each([
  [40, "40"],
  [12.5, "12.5"],
  [0.1, "0.1"],
  [1e-7, "0.0000001"],
  [70368744177663, "70368744177663"],
  [12345678901.2345, "12345678901.2345"],
  [40n, "40"],
  [12345678901234567890n, "12345678901234567890"],
])("the number %s is taken as %s", (quantity, text) => {
  const tree = got(toUbl(withQuantity(quantity), { uuid: "6b1f0c52-4d0e-4a7e-9c55-0f3a8f6f1d02" }));
  expect(got(toXml(tree))).toContain(`>${text}</cbc:InvoicedQuantity>`);
});

test.each([
  [Number.NaN, "NaN is not an amount."],
  [Number.POSITIVE_INFINITY, "Infinity is not an amount."],
  [1e21, "1e+21 is a JavaScript number that does not say exactly which amount is meant."],
  [0.1 + 0.2, "0.30000000000000004 is a JavaScript number that does not say exactly which amount is meant."],
  [
    JSON.parse("900719925474099.01"),
    "900719925474099 is a JavaScript number that does not say exactly which amount is meant.",
  ],
  [2 ** 46, "70368744177664 is a JavaScript number that does not say exactly which amount is meant."],
])("the number %s is refused in a sentence", (quantity, message) => {
  const path = "document_lines[0].quantity";
  for (const result of [
    check(withQuantity(quantity)),
    calculate(withQuantity(quantity)),
    toRequest(withQuantity(quantity)),
  ])
    expect([result.ok, facts(result)]).toEqual([false, [["wrong-value", path, message]]]);
});

test("no two amounts with fils become the same accepted number", () => {
  // For large amounts, where neighbouring numbers are more than a fils apart, JSON.parse would turn a longer amount
  // into a shorter one.
  for (const base of [1, 2 ** 20, 2 ** 40, 2 ** 45, 2 ** 46 - 4, 2 ** 46, 2 ** 50]) {
    for (let fils = 0; fils < 300; fils++) {
      const text = `${base + Math.floor(fils / 100)}.${String(fils % 100).padStart(2, "0")}`;
      const taken = toRequest(withQuantity(JSON.parse(text)));
      if (taken.ok) expect([text, Number(/"quantity":([\d.]+)/.exec(taken.value)?.[1])]).toEqual([text, Number(text)]);
      if (taken.ok)
        expect(/"quantity":([\d.]+)/.exec(taken.value)?.[1]?.replace(/\.0+$|(\.\d)0$/, "$1")).toBe(
          text.replace(/\.00$|(\.\d)0$/, "$1"),
        );
    }
  }
});

test("a number where a text belongs is refused, for its zeros may be lost; what no field has is a remark alone", () => {
  const party = { ...(parsed().accounting_supplier_party ?? {}), tin: 1002345674 };
  const verdict = check({ ...parsed(), accounting_supplier_party: party } as never);
  expect(facts(verdict)).toEqual([
    [
      "wrong-value",
      "accounting_supplier_party.tin",
      "1002345674 is written here as a number; it may have lost leading zeros.",
    ],
  ]);
  const more = check({ ...parsed(), flag: true, count: 3, extra: { a: [1, null, false] } } as never);
  expect([more.ok, facts(more).map(([code, path]) => `${code} ${path}`)]).toEqual([
    true,
    ["unknown-field flag", "unknown-field count", "unknown-field extra"],
  ]);
});

test("a text is read with its digits and places: findings are those of validate, each at its line", async () => {
  const home = temporaryFolder();
  const faulty = {
    "no-lines.yaml": textOf("standard-invoice.yaml").replace(/document_lines:[\s\S]*$/, "document_lines: []\n"),
    "typo.yaml": textOf("standard-invoice.yaml").replace("issue_date:", "isue_date:"),
    "amount.json": standard.replace(/"base_amount": [\d.]+/, '"base_amount": "1.250,00"'),
    "flags.json": standard.replace('"00000000"', '"00010000"'),
    "code.json": standard.replace(/"id": "S"/, '"id": "Q"'),
  };
  for (const [name, text] of Object.entries(faulty)) writeFileSync(join(home, name), text);
  const files = [
    ...names.map((name) => join(top, "templates", name)),
    ...Object.keys(faulty).map((name) => join(home, name)),
  ];
  const { stdout } = await runSelfbill(["validate", ...files, "--format", "jsonl"], { home });
  const told = stdout
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const short = (found: readonly Record<string, unknown>[]) =>
    found.map(({ path, line, column, code, id }) => [code ?? id, path, line, column].join(" | ")).sort();
  for (const file of files) {
    const own = told.find((each) => each.file === file);
    const source = got(readDocument(readFileSync(file, "utf8")));
    // An account that several suppliers share is told of many documents alone.
    const ofOne = own.findings.filter(({ code, id }: Record<string, string>) => (code ?? id) !== "account-shared");
    expect([file, short(check(source).findings as never)]).toEqual([file, short(ofOne)]);
  }
});

test("what cannot be read is told with its place, and nothing else is taken for a text", () => {
  const places = (text: unknown) => {
    const read = readDocument(text as string);
    return read.ok ? "read" : read.findings.map(({ code, line, column }) => [code, line, column]);
  };
  expect(places('{\n  "issue_date": "2026-06-15",\n  "issue_date": "2026-06-16"\n}')).toEqual([
    ["duplicate-key", 3, 3],
  ]);
  expect(places("a: [1")).toEqual([["bad-syntax", 1, expect.any(Number)]]);
  expect(places("")).toEqual([["empty-document", null, null]]);
  expect(places(`\uFEFF${standard}`)).toBe("read");
  expect(places(5)).toEqual([["bad-usage", null, null]]);
  const { place, document } = got(readDocument("\uFEFFdocument_lines:\n  - quantity: 1.10\n"));
  expect([
    document.document_lines?.[0]?.quantity,
    place("document_lines[0].quantity"),
    place("document_lines[0].quantity", "name"),
  ]).toEqual(["1.10", { line: 2, column: 15 }, { line: 2, column: 5 }]);
  const wrong = calculate(got(readDocument("document_lines:\n  - quantity: many\n")));
  expect(wrong.findings).toContainEqual(
    expect.objectContaining({ path: "document_lines[0].quantity", line: 2, column: 15 }),
  );
});

test("the service takes toRequest, and its answer is read, checked, credited and compared", async () => {
  await using sandbox = await startSandbox();
  const headers = {
    authorization: `Bearer ${sandbox.token}`,
    "x-service-version": "20260101",
    "content-type": "application/json",
  };
  const url = `${sandbox.baseUrl}/api/purchase-invoices`;
  for (const name of names.filter((each) => each.endsWith(".yaml") && !/credit/.test(each))) {
    const source = got(readDocument(textOf(name)));
    const body = got(toRequest(source));
    const answered = await fetch(`${url}/${sandbox.businessProfileId}`, { method: "POST", headers, body });
    const text = await answered.text();
    expect([name, answered.status, answered.ok ? "" : text]).toEqual([name, 201, ""]);
    const answer = got(fromAnswer(text));
    expect([answer.kind, answer.id, answer.document_number]).toEqual([
      "invoice",
      JSON.parse(text).id,
      JSON.parse(text).document_number,
    ]);
    expect(answer.totals).toEqual(got(calculate(source)).totals);
    expect(got(compareTotals(source, answer))).toMatchObject({ same: true, differences: [] });
    const again = check(answer);
    expect([name, again.ok, again.kind]).toEqual([name, true, "invoice"]);
    const lines = answer.document.document_lines?.length ?? 0;
    const credit = creditFrom(answer, { issue_date: "2026-06-20", reason: "DL8.61.1.D" });
    expect([name, credit.ok && credit.value.billing_reference?.[0 as never], lines > 0]).toEqual([
      name,
      expect.objectContaining({ id: answer.document_number }),
      true,
    ]);
  }
  const [sent] = sandbox.requests();
  for (const used of [
    check,
    calculate,
    toRequest,
    (given: object) => creditFrom(given, { issue_date: "2026-06-20", reason: "DL8.61.1.D" }),
  ])
    expect(facts(used(JSON.parse(sent?.answer ?? "")))).toEqual([
      ["wrong-value", null, "This is an answer of the service, not a document."],
    ]);
  sandbox.clock.advance(10);
  const [first] = sandbox.requests();
  const id = first?.created;
  const seen = got(fromAnswer(await (await fetch(`${url}/${id}`, { headers })).text()));
  expect([seen.id, seen.overall_status]).toEqual([id, "APPROVED"]);
});

test("lines come one by one, as calculate has them, and nothing is made of those that are not asked for", () => {
  const [line] = parsed().document_lines as unknown as object[];
  const numbered = Array.from({ length: 20_000 }, (_, at) => ({ ...line, quantity: String(at + 1) }));
  const document = { ...parsed(), document_lines: numbered };
  const lines = got(calculateLines(document));
  expect([...lines]).toEqual(got(calculate(document)).document_lines);
  expect([...lines]).toHaveLength(20_000);
  expect(facts(calculateLines({}))).toEqual([["missing-field", "document_lines", expect.any(String)]]);
  const read: number[] = [];
  const watched = [1, 2, 3].map((at) => ({
    ...line,
    get quantity() {
      read.push(at);
      return "7";
    },
  }));
  const each = eachCalculatedLine({ document_lines: watched as never });
  each.next();
  expect(new Set(read)).toEqual(new Set([1]));
});

test("the status of an answer is one of the four or any other text, in types as in what is read", () => {
  const four: readonly OverallStatus[] = overallStatuses;
  const all: readonly (typeof overallStatuses)[number][] = four;
  const status = (told: string) =>
    got(fromAnswer(JSON.stringify({ ...parsed(), meta_info: { peppol_status: { overall_status: told } } })))
      .overall_status;
  const other: Answer["overall_status"] = "ARCHIVED";
  expect([...all.map(status), status(other ?? "")]).toEqual([...four, "ARCHIVED"]);
});

test("an answer that has no document is refused, and one whose attachments are lost says so", () => {
  for (const text of ["[]", '{"message":"no"}', "null", "5", "<html>", '{"content":[]}', ""])
    expect(fromAnswer(text).ok).toBe(false);
  expect(fromAnswer(JSON.parse(standard)).findings[0]?.hint).toContain("JSON.parse loses digits");
  const attached = fromAnswer(JSON.stringify({ ...parsed(), attachments: [{ id: "1", file_name: "a.pdf" }] }));
  expect(facts(attached)).toEqual([["left-out", "attachments", expect.stringContaining("attachments")]]);
  expect(got(attached).document.attachments).toBe(undefined);
});

test("the body is what selfbill sends, with every digit", () => {
  const long = standard.replace(/"quantity": [\d.]+/, '"quantity": 0.123456789012345678');
  const body = got(toRequest(got(readDocument(long))));
  expect(body).toContain('"quantity":0.123456789012345678');
  for (const name of ["standard-invoice", "foreign-currency-invoice", "credit-note"]) {
    expect(JSON.parse(got(toRequest(got(readDocument(textOf(`${name}.yaml`))))))).toEqual(
      JSON.parse(textOf(`${name}.json`)),
    );
  }
  const own = toRequest({ ...parsed(), supplier: "Desert Lime", attachments: [{ file_path: "a.pdf" }] } as never);
  expect(facts(own).map(([code, path]) => [code, path])).toEqual([
    ["bad-usage", "supplier"],
    ["bad-usage", "attachments[0].file_path"],
  ]);
});

test("sums of a document that lacks what they are made of are not given", () => {
  const missing = (given: unknown) => {
    const { ok, findings } = calculate(given as DocumentDraft);
    return ok ? "calculated" : findings.map(({ path }) => path);
  };
  expect(missing({})).toEqual(["document_lines"]);
  expect(missing({ document_lines: [] })).toEqual(["document_lines"]);
  expect(missing({ document_lines: [{}] })).toEqual(
    ["quantity", "price", "classified_tax_category"].map((name) => `document_lines[0].${name}`),
  );
  const { document_lines } = parsed();
  expect(missing({ document_lines })).toBe("calculated");
  expect(missing({ document_lines, document_currency_code: "USD" })).toEqual(["tax_exchange_rate"]);
  expect(missing({ document_lines, charges: [{}] })).toEqual(["charges[0].tax_category", "charges[0].amount"]);
  const { quantity: _, ...line } = (document_lines as unknown as Record<string, string>[])[0] ?? {};
  const wish = { issue_date: "2026-06-20", reason: "DL8.61.1.D", invoice_number: "1" };
  const credit = creditFrom({ ...parsed(), document_lines: [line] } as DocumentDraft, wish);
  expect([credit.ok, facts(credit).map(([code, path]) => `${code} ${path}`)]).toEqual([
    false,
    ["missing-field document_lines[0].quantity"],
  ]);
});

test("what fromUbl gives is taken as it is", () => {
  const source = got(readDocument(textOf("credit-note.yaml")));
  const xml = got(toXml(got(toUbl(source, { uuid: "6b1f0c52-4d0e-4a7e-9c55-0f3a8f6f1d02" }))));
  const verdict = check(got(fromUbl(xml)));
  expect([verdict.ok, verdict.kind]).toEqual([true, "credit-note"]);
});

test("totals are compared as exact decimals, and only where there are some", () => {
  const source = got(readDocument(textOf("standard-invoice.yaml")));
  const totals = { payable_amount: "12831", tax_amount: "611.000", tax_exclusive_amount: "12220.01" };
  expect(got(compareTotals(source, { totals }))).toEqual({
    same: false,
    compared: ["payable_amount", "tax_amount", "tax_exclusive_amount"],
    differences: [{ total: "tax_exclusive_amount", ours: "12220", theirs: "12220.01" }],
  });
  for (const none of [{ totals: {} }, {}, undefined, { totals: { payable_amount: "many" } }])
    expect(compareTotals(source, none as { totals: object }).ok).toBe(false);
});

test("codes and editions are those of the program", async () => {
  expect(codeLists.map(({ name }) => name)).toEqual(expect.arrayContaining(["currency", "unit", "hs"]));
  expect(got(await findCodes("box", "unit"))[0]).toMatchObject({ list: "unit", code: "XBX" });
  expect([(await findCodes("box", "nothing")).ok, (await findCodes(5 as never)).ok]).toEqual([false, true]);
  expect(editions.at(-1)).toMatchObject({ id: "1.0.4", until: null });
  expect(editions.map(({ id }) => check(got(readDocument(standard)), { edition: id }).edition)).toEqual(
    editions.map(({ id }) => id),
  );
});

test("a verdict without errors has the document with exact texts, and any other verdict has none", () => {
  const verdict = check(withQuantity(12.5));
  expect(verdict.ok && verdict.document.document_lines?.[0]?.quantity).toBe("12.5");
  expect(check({})).not.toHaveProperty("document");
  for (const name of names.filter((each) => each.endsWith(".yaml"))) {
    const source = got(readDocument(textOf(name)));
    for (const member of requiredMembers(source.kind).get("") ?? [])
      expect([name, member, check({ ...source, document: { ...source.document, [member]: undefined } }).ok]).toEqual([
        name,
        member,
        false,
      ]);
  }
});
