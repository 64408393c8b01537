import { join } from "node:path";
import { expect, test } from "vitest";
import { openDatabase } from "../../../src/database/index.ts";
import { reconcile } from "../../../src/extras/reports/reconcile/command.ts";
import { recordsTable } from "../../../src/journal/store/records-table.ts";
import { changingService, type Passing } from "../../support/changing-service.ts";
import { invoice } from "../../support/documents.ts";
import { intent } from "../../support/intents.ts";
import { given } from "../../support/journal-file.ts";
import { runCommand } from "../../support/run-command.ts";
import { type ServiceDesk, serviceDesk } from "../../support/service-desk.ts";
import { startTestSandbox, type TestSandbox } from "../../support/start-sandbox.ts";

const idOf = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
const count = Number(process.env.RECONCILE_COUNT ?? 400);
const planted = 10;

/** Gives the service and the journal the same documents, plus ten on each side that the other does not have. */
async function sides(change: (passing: Passing) => void = () => undefined) {
  const behind = await startTestSandbox();
  const sandbox = await changingService(behind, change);
  const desk = serviceDesk(sandbox, { answer: true });
  await fillService(behind);
  fillJournal(desk, `sandbox:${sandbox.businessProfileId}`);
  return { sandbox, desk };
}

async function fillService(sandbox: TestSandbox): Promise<void> {
  await sandbox.call("POST", `/api/purchase-invoices/${sandbox.businessProfileId}`, invoice());
  const opened = openDatabase(join(sandbox.folder, "sandbox.db"), "", { code: "sandbox-unusable" });
  if (!opened.ok) throw new Error(opened.problems[0].message);
  const { value: database } = opened;
  const columns =
    "profile_id, version, created_at, submitted_at, resubmissions, issue_date, supplier_name, supplier_trn, invoice_numbers";
  database.run(`WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < ${count})
    INSERT INTO document (id, kind, sequence, number, ${columns}, body, attachments, failures)
    SELECT printf('00000000-0000-4000-8000-%012d', n), kind, n + 1, 'R-' || n, ${columns},
      replace(body, number, 'R-' || n), attachments, failures FROM document, c WHERE sequence = 1`);
  database.run("DELETE FROM document WHERE sequence = 1");
  database.close();
}

/** The journal lacks the first ten documents, and has ten that the service does not have. */
function fillJournal(desk: ServiceDesk, account: string): void {
  const opened = openDatabase(join(desk.folder, "state", "journal.db"), "");
  if (!opened.ok) throw new Error(opened.problems[0].message);
  const { value: database } = opened;
  const records = recordsTable(database);
  database.transaction(() => {
    for (let n = planted + 1; n <= count + planted; n++) {
      const number = `R-${n}`;
      const made = intent({ account, documentNumber: number, content: number });
      const record = { at: "2026-06-15T08:00:00.000Z", account, key: made.key, attempt: `TRY${n}` };
      records.addIntent(record, made);
      records.addResult(record, {
        verdict: "created",
        status: 201,
        id: idOf(n),
        documentNumber: number,
        totals: made.totals,
        said: [],
      });
    }
  });
  database.close();
}

async function run(desk: ServiceDesk, options: { takeOver?: boolean; since?: string } = {}) {
  const report = await runCommand(reconcile, desk, [], options);
  // biome-ignore lint/suspicious/noExplicitAny: the JSON of a report
  const data = report.view.view === "table" ? (report.view.data as any) : undefined;
  const ids = (name: string): string[] => data[name].map((each: { id: string }) => each.id).sort();
  return { report, data, ids };
}

const numbers = (from: number): string[] => Array.from({ length: planted }, (_, at) => idOf(from + at)).sort();

test("ten documents planted on each side are found, and nothing else is different; taken over, they are known", async () => {
  const { desk, sandbox } = await sides();
  const { report, data, ids } = await run(desk);
  expect([report.outcome, ids("only_there"), ids("only_here"), data.different]).toEqual([
    "invalid",
    numbers(1),
    numbers(count + 1),
    [],
  ]);
  const taken = await run(desk, { takeOver: true });
  expect([taken.ids("taken_over"), taken.ids("only_there")]).toEqual([numbers(1), []]);
  const account = `sandbox:${sandbox.businessProfileId}`;
  expect(given(await desk.openedJournal.find(account, "R-1"))).toMatchObject([{ id: idOf(1), payableAmount: "10500" }]);
  const after = await run(desk);
  expect([after.ids("only_there"), after.ids("only_here"), after.data.different]).toEqual([[], numbers(count + 1), []]);
});

test("what both have and tell differently is named field by field", async () => {
  const { desk } = await sides(({ path, body }) => {
    if (!path.endsWith("/purchase-invoices")) return;
    const bent = body.content.find((each: { id: string }) => each.id === idOf(50));
    if (bent) Object.assign(bent, { payable_amount: 10_500.01, issue_date: "2026-06-16" });
  });
  const { data } = await run(desk);
  expect(data.different).toMatchObject([
    {
      id: idOf(50),
      differences: [
        { path: "issue_date", here: "2026-06-15", there: "2026-06-16" },
        { path: "payable_amount", here: "10500", there: "10500.01" },
      ],
    },
  ]);
});

test("a list that is not whole calls nothing 'only here'", async () => {
  const { desk } = await sides(({ path, body }) => {
    if (path.endsWith("/purchase-invoices")) body.total_elements += 1;
  });
  const { report, data } = await run(desk);
  expect([report.outcome, data.complete, data.only_here]).toEqual(["not_sent", false, []]);
  expect(report.problems.map(({ code }) => code)).toContain("list-unclear");
});
