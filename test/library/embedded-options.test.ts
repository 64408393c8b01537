import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type SandboxOptions, startSandbox } from "../../src/embedded.ts";
import { creditNoteBody, invoiceBody, lineBody } from "../contract/bodies.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";

type Target = { baseUrl: string; token: string; businessProfileId: string };

async function call({ baseUrl, token }: Omit<Target, "businessProfileId">, path: string, body?: object) {
  const answer = await fetch(baseUrl + path, {
    method: body === undefined ? "GET" : "POST",
    headers: { authorization: `Bearer ${token}`, "x-service-version": "20260101", "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: answers of any shape
  return { status: answer.status, body: (await answer.json()) as any };
}
const post = (target: Target, body: object = invoiceBody()) =>
  call(target, `/api/purchase-invoices/${target.businessProfileId}`, body);
const credit = (target: Target, body: object) =>
  call(target, `/api/purchase-credit-notes/${target.businessProfileId}`, body);
const count = async (target: Target, path = "purchase-invoices"): Promise<number> =>
  (await call(target, `/api/${path}`)).body.total_elements;

test.each<[string, object, RegExp]>([
  [
    "a name that is none",
    { pendingSecond: 1 },
    /^pendingSecond is not an option of startSandbox\. Did you mean pendingSeconds\?$/,
  ],
  [
    "a port beyond the last",
    { port: 70_000 },
    /^70000 is not a value that port takes\. Write a whole number from 0 to 65535\.$/,
  ],
  ["a number as text", { rate: "60" }, /^"60" is not a value that rate takes\./],
  ["a switch as text", { strict: "yes" }, /^"yes" is not a value that strict takes\. Write true or false\.$/],
  [
    "an unknown edition",
    { rulesEdition: "2.0" },
    /^"2\.0" is not a value that rulesEdition takes\. Use one of: .*1\.0\.4/,
  ],
  ["an unknown version", { defaultVersion: "20200101" }, /Use one of: 20260101/],
  ["null", { folder: null }, /^This is not a value that folder takes\. Write the path of a folder\.$/],
  [
    "documents that are none",
    { seed: [1] },
    /^This is not a value that seed takes\. Write an array of create bodies\.$/,
  ],
  ["a token with a blank", { token: "two words" }, /8 to 4000 characters without blanks/],
  ["an id that looks like a real one", { businessProfileId: "BP-1" }, /SBX-/],
  [
    "memory and a folder",
    { memory: true, folder: "x" },
    /^memory and folder exclude each other\. Leave one of them out\.$/,
  ],
  ["two at once", { port: -1, strict: 1 }, /port takes.*\n.*strict takes/],
])("%s is refused in a sentence", async (_, options, sentence) => {
  await expect(startSandbox(options as SandboxOptions)).rejects.toThrow(sentence);
});

type Opened = Awaited<ReturnType<typeof startSandbox>>;
// biome-ignore lint/suspicious/noExplicitAny: values that the types forbid
const given = (value: unknown): any => value;
test.each<[string, (sandbox: Opened) => unknown, RegExp]>([
  [
    "no seconds",
    ({ clock }) => clock.advance(Number.NaN),
    /^The clock cannot be advanced by NaN seconds\. Write a number/,
  ],
  ["seconds left out", ({ clock }) => clock.advance(given(undefined)), /^The clock cannot be advanced by undefined/],
  ["seconds as text", ({ clock }) => clock.advance(given("3")), /^The clock cannot be advanced by "3" seconds/],
  ["seconds back", ({ clock }) => clock.advance(-1), /^The clock cannot be advanced by -1 seconds/],
  [
    "a day as text",
    ({ clock }) => clock.set(given("2026-06-01")),
    /^The clock cannot be set to "2026-06-01"\. .*1970 to 9998/,
  ],
  ["a time beyond all dates", ({ clock }) => clock.set(1e16), /^The clock cannot be set to 10000000000000000\./],
  ["a limit as text", ({ accounts }) => accounts.add(given({ rate: "x" })), /^"x" is not a value that rate takes\./],
  ["a limit below zero", ({ accounts }) => accounts.add({ rate: -1 }), /^-1 is not a value that rate takes\./],
  [
    "a wait below zero",
    ({ accounts }) => accounts.add({ pendingSeconds: -5 }),
    /^-5 is not a value that pendingSeconds/,
  ],
  [
    "a switch as text",
    ({ accounts }) => accounts.add(given({ strict: "no" })),
    /^"no" is not a value that strict takes\./,
  ],
  [
    "the name of the control call",
    ({ accounts }) => accounts.add(given({ pending_seconds: 0 })),
    /^pending_seconds is not an option of accounts\.add\. Did you mean pendingSeconds\?$/,
  ],
  ["another option", ({ accounts }) => accounts.add(given({ foo: 1 })), /^foo is not an option of accounts\.add\. /],
  [
    "an unknown fault",
    ({ faults }) => faults.add(given({ fault: "x" })),
    /^The fault cannot be read: faults\.0\.fault: \w/,
  ],
  [
    "a header that cannot be sent",
    ({ faults }) => faults.add({ fault: "status", headers: { "Retry After": "3" } }),
    /^The fault cannot be read: faults\.0\.headers\.Retry After: /,
  ],
  [
    "a snapshot without a name",
    ({ snapshots }) => snapshots.save(""),
    /^A snapshot needs a name of 1 to 100 characters\.$/,
  ],
])("a running sandbox refuses %s in a sentence, and goes on", async (_, act, sentence) => {
  await using sandbox = await startSandbox();
  expect(() => act(sandbox)).toThrow(sentence);
  expect([(await post(sandbox)).status, sandbox.accounts.list(), sandbox.faults.list()]).toEqual([201, [], []]);
});

test("token and business profile are those that were given, and a folder keeps them", async () => {
  const folder = join(temporaryFolder(), "kept");
  const given = { token: "token-of-the-suite", businessProfileId: "SBX-SUITE" };
  const first = await startSandbox({ folder, ...given });
  expect([first.token, first.businessProfileId]).toEqual(Object.values(given));
  expect((await post(first)).status).toBe(201);
  await first.close();
  await expect(startSandbox({ folder, token: "another-token" })).rejects.toThrow("has another token already");
  await using again = await startSandbox({ folder, ...given });
  expect(await count(again)).toBe(1);
});

test("further accounts have documents of their own, and end", async () => {
  await using sandbox = await startSandbox({ memory: true });
  const other = sandbox.accounts.add({ strict: true, rate: 1 });
  await post(sandbox);
  expect(await count(sandbox)).toBe(1);
  expect(await count({ ...other, baseUrl: sandbox.baseUrl })).toBe(0);
  expect((await post({ ...other, baseUrl: sandbox.baseUrl })).status).toBe(429);
  expect(sandbox.accounts.list()).toEqual([other]);
  sandbox.accounts.remove(other.id);
  expect((await call({ ...other, baseUrl: sandbox.baseUrl }, "/api/purchase-invoices")).status).toBe(401);
  expect(() => sandbox.accounts.remove(other.id)).toThrow(`There is no account ${other.id}.`);
});

test("documents to begin with are there at once, and skipped when they are there, with a number or without", async () => {
  const folder = join(temporaryFolder(), "kept");
  const { document_number: _, ...unnumbered } = invoiceBody({ issue_date: "2026-06-14" });
  const seed = [invoiceBody(), creditNoteBody(), unnumbered];
  for (const turn of [1, 2]) {
    await using sandbox = await startSandbox({ folder, seed });
    expect([turn, await count(sandbox), await count(sandbox, "purchase-credit-notes")]).toEqual([turn, 2, 1]);
  }
});

test("a document to begin with that is refused stops the start, before anything listens", async () => {
  const seed = [invoiceBody(), invoiceBody({ document_number: "2", issue_date: "never" })];
  await expect(startSandbox({ seed })).rejects.toThrow(
    /^Document 2 to begin with was refused: issue_date: never is not a date\..* The sandbox was not started\.$/,
  );
});

test("references are checked on demand: the invoice exists, and no more is credited than is left", async () => {
  await using sandbox = await startSandbox({ checkReferences: true });
  const note = (number: string, quantity: number, of = "SB-2026-0001") =>
    creditNoteBody({
      document_number: number,
      billing_reference: [{ id: of, issue_date: "2026-06-15" }],
      document_lines: [lineBody({ quantity })],
    });
  expect((await credit(sandbox, note("1", 1, "SB-2026-0009"))).body.errors).toEqual({
    "billing_reference[0].id": "There is no invoice with the number SB-2026-0009",
  });
  await post(sandbox);
  expect((await credit(sandbox, note("1", 30))).status).toBe(201);
  const beyond = await credit(sandbox, note("2", 11));
  expect([beyond.status, Object.keys(beyond.body.errors)]).toEqual([400, ["document_lines[0].quantity"]]);
  expect((await credit(sandbox, note("2", 10))).status).toBe(201);
  await post(
    sandbox,
    invoiceBody({
      document_number: "bad",
      document_lines: [lineBody({ commodity_classification: { commodity_code: "G" } })],
    }),
  );
  sandbox.clock.advance(5);
  expect((await credit(sandbox, note("3", 1, "bad"))).body.errors["billing_reference[0].id"]).toMatch(
    /failed its validation/,
  );
  await using without = await startSandbox();
  expect((await credit(without, note("1", 1, "SB-2026-0009"))).status).toBe(201);
});

test("a credit note of several invoices, or of one named twice, may take what is left of them together", async () => {
  const second = invoiceBody({ document_number: "SB-2", document_lines: [lineBody({ quantity: 1 })] });
  await using sandbox = await startSandbox({ checkReferences: true, seed: [invoiceBody(), second] });
  const note = (number: string, quantity: number, ...named: string[]) =>
    creditNoteBody({
      document_number: number,
      billing_reference: named.map((id) => ({ id, issue_date: "2026-06-15" })),
      document_lines: [lineBody({ quantity })],
    });
  const answers = [];
  for (const body of [
    note("1", 42, "SB-2026-0001", "SB-2"),
    note("2", 41, "SB-2026-0001", "SB-2026-0001"),
    note("3", 30, "SB-2026-0001", "SB-2"),
    note("4", 12, "SB-2", "SB-2026-0001"),
    note("5", 11, "SB-2", "SB-2026-0001"),
  ])
    answers.push((await credit(sandbox, body)).status);
  expect(answers).toEqual([400, 400, 201, 400, 201]);
});

test("no more is credited than the total with VAT, whatever the lines come to", async () => {
  await using sandbox = await startSandbox({ checkReferences: true, seed: [invoiceBody()] });
  const charge = { amount: 5000, reason: "Handling", tax_category: { id: "S", percent: 5, tax_scheme: "VAT" } };
  const all = { billing_reference: [{ id: "SB-2026-0001", issue_date: "2026-06-15" }], document_lines: [lineBody()] };
  const beyond = await credit(sandbox, creditNoteBody({ ...all, charges: [charge] }));
  expect([beyond.status, beyond.body.errors]).toEqual([
    400,
    { document_lines: "With VAT, the credit note comes to 15,750.00 AED; SB-2026-0001 came to 10,500.00." },
  ]);
  expect((await credit(sandbox, creditNoteBody(all))).status).toBe(201);
});

test("two credit notes that arrive together do not both take what is left for one", async () => {
  await using sandbox = await startSandbox({ checkReferences: true, seed: [invoiceBody()] });
  const note = (number: string) =>
    creditNoteBody({
      document_number: number,
      billing_reference: [{ id: "SB-2026-0001", issue_date: "2026-06-15" }],
      document_lines: [lineBody({ quantity: 30 })],
    });
  const both = await Promise.all(["1", "2"].map((number) => credit(sandbox, note(number))));
  expect(both.map(({ status }) => status).sort()).toEqual([201, 400]);
});

test("the same document under a second number is refused on demand; another day makes another document", async () => {
  await using sandbox = await startSandbox({ checkDuplicates: true });
  await post(sandbox);
  const again = await post(
    sandbox,
    invoiceBody({ document_number: "SB-2", issue_time: "11:00:00", prepaid_amount: "0.0" }),
  );
  expect([again.status, again.body]).toEqual([
    400,
    { errors: { message: "The same document exists already, with the number SB-2026-0001" } },
  ]);
  expect((await post(sandbox, invoiceBody({ document_number: "SB-2", issue_date: "2026-06-14" }))).status).toBe(201);
});

test("with unref the process ends although nobody closed the sandbox", () => {
  const script = `
    const { startSandbox } = await import("selfbill/sandbox");
    const sandbox = await startSandbox({ unref: true });
    console.log((await fetch(sandbox.baseUrl + "/health")).status);`;
  const ran = spawnSync(process.execPath, ["--input-type=module", "-e", script], { timeout: 30_000, encoding: "utf8" });
  expect([ran.status, ran.stdout]).toEqual([0, "200\n"]);
});

test("a credit note with another VAT category or a higher price than its invoice is refused", async () => {
  await using sandbox = await startSandbox({ checkReferences: true, seed: [invoiceBody()] });
  const zero = { id: "Z", percent: 0, tax_scheme: "VAT" };
  const note = (change: object) =>
    creditNoteBody({
      billing_reference: [{ id: "SB-2026-0001", issue_date: "2026-06-15" }],
      document_lines: [lineBody({ quantity: 1, ...change })],
    });
  const errors = [];
  for (const change of [{ classified_tax_category: zero }, { price: { base_amount: 251, base_quantity: 1 } }])
    errors.push(Object.keys((await credit(sandbox, note(change))).body.errors));
  expect(errors).toEqual([["document_lines[0].classified_tax_category"], ["document_lines[0].price.base_amount"]]);
});
