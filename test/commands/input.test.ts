import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commands } from "../../src/commands/index.ts";
import { failAll } from "../../src/problem/index.ts";
import { root } from "../house/sources.ts";

/** What is typed: the words after the command, and options by their names in the code. */
type Typed = readonly [words: string, options?: Readonly<Record<string, unknown>>];

/** What each command takes, and what it refuses with a part of the sentence. Without a desk: no clock, no file, no service. */
const tables: Readonly<Record<string, { right: readonly Typed[]; wrong: ReadonlyArray<readonly [...Typed, string]> }>> =
  {
    approvals: { right: [[""], ["", { key: "me.key", sandbox: true }]], wrong: [["SB-1", {}, "takes no words"]] },
    approve: {
      right: [
        ["SB-1 0f8a2c1e4bf9", { key: "me.key" }],
        ["request.json", { key: "me.key" }],
        ["a.json b.json", { key: "me.key", reject: "not ours" }],
        ["request.json", { key: "me.key", except: ["SB-1", "SB-2"], withinLimit: true, yes: true, total: "10500.00" }],
        ["request.json", { key: "me.key", html: "request.html" }],
      ],
      wrong: [
        ["", { key: "me.key" }, "No request"],
        ["request.json", {}, "signed with your key"],
        ["request.json", { key: "me.key", reject: " " }, "needs a reason"],
        ["request.json", { key: "me.key", reject: "no", yes: true }, "--yes and --reject exclude each other"],
        ["request.json", { key: "me.key", reject: "no", except: ["SB-1"] }, "--except and --reject exclude each other"],
        ["request.json", { key: "me.key", reject: "no", withinLimit: true }, "--within-limit and --reject exclude"],
        ["request.json", { key: "me.key", reject: "no", html: "a.html" }, "--html and --reject exclude each other"],
        ["request.json", { key: "me.key", reject: "no", total: "1" }, "--total and --reject exclude each other"],
        ["request.json", { key: "me.key", html: "pages" }, "is not a page"],
        ["a.json b.json", { key: "me.key", html: "a.html" }, "page of one request"],
        ["request.json", { key: "me.key", total: "-5" }, "is not an amount"],
      ],
    },
    policy: {
      right: [
        ["show"],
        ["set policy.json"],
        ["set policy.yaml", { key: "owner.key", sandbox: true }],
        ["sign policy.yaml", { key: "owner.key", out: "policy.json" }],
        ["new-key Aisha", { out: "aisha.key", passphrase: true }],
      ],
      wrong: [
        ["", {}, "Unknown action"],
        ["remove policy.json", {}, "Unknown action"],
        ["show policy.json", {}, "takes no file"],
        ["set", {}, "No file"],
        ["set policy.json", { out: "x" }, "--out belongs"],
        ["set policy.json", { passphrase: true }, "belongs to new-key"],
        ["sign policy.yaml", { out: "policy.json" }, "owner's key"],
        ["sign policy.yaml", { key: "owner.key" }, "needs a file to write"],
        ["new-key", { out: "x" }, "for somebody"],
        ["new-key Aisha", {}, "needs a file to write"],
        ["new-key Aisha", { out: "x", key: "y" }, "--key belongs"],
      ],
    },
    request: {
      right: [
        ["march.yaml", { key: "me.key" }],
        ["march.xlsx", { key: "me.key", kind: "credit-note" }],
      ],
      wrong: [
        ["", { key: "me.key" }, "No document"],
        ["march.yaml", {}, "signed with your key"],
        ["march.yaml", { key: "me.key", kind: "receipt" }, "Unknown kind"],
      ],
    },
    archive: {
      right: [
        ["", { month: "2026-06", out: "june" }],
        ["verify june", { hash: "ab" }],
      ],
      wrong: [
        ["check", {}, "Unknown action"],
        ["verify", {}, "No folder"],
        ["", { month: "2026-06" }, "needs a folder"],
        ["", { out: "june" }, "needs a period"],
        ["", { out: "june", month: "2026-13" }, "not a month"],
        ["", { out: "june", month: "2026-06", keepYears: "4" }, "is not a whole number from 5 to 49"],
        ["", { out: "june", month: "2026-06", hash: "ab" }, "--hash belongs to verify"],
      ],
    },
    cancel: {
      right: [["SB-1"], ["SB-1", { reason: "DL8.61.1.A", yes: true }]],
      wrong: [["", {}, "No invoice"]],
    },
    certify: {
      right: [
        ["", { list: true }],
        ["", { client: "node client.js", timeout: "20" }],
        ["", { listen: true, port: "8390" }],
        ["", { client: "node client.js", format: "junit" }],
      ],
      wrong: [
        ["", {}, "No client"],
        ["", { client: "node client.js", format: "sarif" }, "Unknown format"],
        ["", { list: true, only: ["nosuch"] }, "no case nosuch"],
        ["", { client: "node client.js", timeout: "0" }, "is not a whole number from 1 to 3600"],
        ["", { client: "node client.js", listen: true }, "do not go together"],
        ["", { listen: true, port: "70000" }, "is not a whole number from 0 to 65535"],
      ],
    },
    completion: {
      right: [["bash"], ["words status --"]],
      wrong: [
        ["tcsh", {}, "no completion"],
        ["bash now", {}, "bash now"],
      ],
    },
    "create-credit-note": {
      right: [["credit.yaml"], ["", { from: "SB-1", line: ["1=4"] }]],
      wrong: [
        ["credit.yaml", { from: "SB-1" }, "a file of one was named too"],
        ["credit.yaml", { reason: "DL8.61.1.A" }, "--reason needs --from"],
        ["", { line: ["1=4"] }, "--line needs --from"],
      ],
    },
    evidence: { right: [["SB-1", { out: "audit" }]], wrong: [["SB-1", {}, "needs a folder"]] },
    explain: {
      right: [["ibr-138-ae missing-field 23 143"], ["", { list: true }]],
      wrong: [
        ["", {}, "No rule"],
        ["IBR-138-AE nosuch", {}, "exit code nosuch"],
      ],
    },
    export: {
      right: [["hledger"], ["beancount", { open: true, month: "2026-06" }]],
      wrong: [
        ["", {}, "Unknown form"],
        ["ledger", {}, "Unknown form"],
        ["csv", { open: true }, "--open belongs to beancount"],
        ["csv", { month: "June" }, "not a month"],
        ["csv", { from: "2026-07-01", to: "2026-06-01" }, "is after"],
      ],
    },
    history: {
      right: [[""], ["", { from: "2026-06-01", state: ["created"], who: true }]],
      wrong: [
        ["", { since: "1 June" }, "is not a date"],
        ["", { to: "2026-06-31" }, "does not exist: June has 30 days"],
        ["", { since: "2026-06-01", from: "2026-06-01" }, "mean the same"],
        ["", { state: ["sent"] }, "sent"],
        ["", { output: "xls" }, "xls"],
      ],
    },
    outage: {
      right: [[""], ["", { from: "2026-06-01", to: "2026-06-30" }], ["", { attempts: "2", minutes: "1" }]],
      wrong: [
        ["", { from: "1 June" }, "1 June"],
        ["", { from: "2026-06-30", to: "2026-06-01" }, "2026-06-01"],
        ["", { attempts: "1" }, "--attempts 1 is not a whole number of at least 2"],
        ["", { attempts: "3.5" }, "--attempts 3.5"],
        ["", { attempts: "-3" }, "--attempts -3"],
        ["", { minutes: "0" }, "--minutes 0 is not a whole number of at least 1"],
        ["", { minutes: "a quarter" }, "--minutes a quarter"],
        ["", { minutes: "1e3" }, "--minutes 1e3"],
      ],
    },
    journal: {
      right: [
        ["verify", { head: "0123456789abcdef" }],
        ["restore old.db"],
        ["accept", { head: "empty" }],
        ["move", { to: "x" }],
        ["move", { to: "postgres://owner@db.example/books", as: "amina" }],
        ["init", { printSql: true }],
        ["init", { sql: true, writer: ["amina"], reader: ["auditor"] }],
        ["login", { withPassword: true, insecureStorage: true }],
        ["logout"],
      ],
      wrong: [
        ["look", {}, "Unknown action"],
        ["logout", { insecureStorage: true }, "belong to login"],
        ["login x", {}, "takes no file"],
        ["verify", { out: "x" }, "--out belongs"],
        ["verify old.db", {}, "takes no file"],
        ["verify", { head: "x" }, "not a head"],
        ["move", {}, "needs a folder"],
        ["move", { to: "x", as: "amina" }, "--as belongs"],
        ["verify", { to: "x" }, "--to belongs"],
        ["backup", {}, "needs a file"],
        ["restore", {}, "needs a file"],
        ["verify", { before: "2020-01-01" }, "belong to purge"],
        ["export", { head: "0123456789abcdef" }, "--head belongs"],
        ["verify", { printSql: true }, "belong to init"],
        ["verify", { writer: ["amina"] }, "belong to init"],
        ["init", { writer: ["amina"] }, "belong to init --sql"],
      ],
    },
    list: {
      right: [
        ["invoices", { month: "2026-06", page: "2" }],
        ["credit-notes", { invoiceNumber: "SB-1" }],
        [""],
        ["lime PO-7731", { month: "2026-06", state: ["pending"], amount: "1,000.00-1100" }],
        ["", { all: true, service: true, date: "2026-06-15" }],
      ],
      wrong: [
        ["invoices lime", {}, "takes no further words"],
        ["invoices", { amount: "1050" }, "are for the list of the journal"],
        ["", { page: "2" }, "are for one kind"],
        ["", { answer: "maybe" }, "Unknown answer"],
        ["", { status: "LOST" }, "Unknown status"],
        ["", { all: true, month: "2026-06" }, "exclude each other"],
        ["", { state: ["PENDING"] }, "Unknown state"],
        ["", { amount: "1.250,00" }, "is not an amount"],
        ["", { amount: "1100-1000" }, "is not an amount"],
        ["", { date: "2026-02-30" }, "--date"],
        ["invoices", { page: "0" }, "--page 0 is not a whole number from 1"],
        ["invoices", { size: "1000" }, "--size 1000 is not"],
        ["invoices", { invoiceNumber: "SB-1" }, "is for credit notes"],
        ["invoices", { from: "2026-06-31" }, "does not exist: June has 30 days"],
      ],
    },
    logs: {
      right: [["SB-1"], ["SB-1", { follow: true, timeout: "5" }]],
      wrong: [
        ["SB-1", { timeout: "5" }, "a command that waits"],
        ["SB-1", { follow: true, timeout: "1m" }, "not a whole number"],
      ],
    },
    map: {
      right: [
        ["bills.xlsx"],
        ["bills.csv", { out: "map.yaml", force: true, kind: "credit-note" }],
        ["june/lines.csv", { headers: "./june/bills.csv" }],
        ["bills.csv", { like: "sap-b1", zeroRate: "out-of-scope" }],
      ],
      wrong: [
        ["", {}, "not a spreadsheet"],
        ["bills.yaml", {}, "not a spreadsheet"],
        ["bills.csv", { kind: "receipt" }, "Unknown kind"],
        ["bills.csv", { force: true }, "--force needs --out"],
        ["bills.csv", { like: "sap" }, "Unknown program"],
        ["bills.csv", { zeroRate: "0" }, "Unknown meaning"],
        ["bills.xlsx", { headers: "bills.csv" }, "for two CSV files"],
        ["june/lines.csv", { headers: "bills.csv" }, "not in the folder"],
        ["june/lines.csv", { headers: "june/lines.csv" }, "the lines itself"],
      ],
    },
    numbers: {
      right: [[""], ["skip SB-1"]],
      wrong: [
        ["skip", {}, "without a number"],
        ["drop SB-1", {}, "Unknown action"],
      ],
    },
    handover: {
      right: [
        ["", { out: "our-books" }],
        ["map.yaml other-map.yaml", { out: "our-books" }],
        ["", { from: "our-books" }],
      ],
      wrong: [
        ["", {}, "needs --out or --from"],
        ["", { out: "our-books", from: "our-books" }, "exclude each other"],
        ["map.yaml", { from: "our-books" }, "takes no maps"],
      ],
    },
    items: {
      right: [
        ["list"],
        ["missing"],
        ["missing june.xlsx july.xlsx", { out: "items.xlsx", map: "map.yaml" }],
        ["set TILE-60 name=Tile hs=69072100"],
        ["import items.xlsx", { update: true }],
      ],
      wrong: [
        ["", {}, "Unknown action"],
        ["add TILE-60", {}, "Unknown action"],
        ["show", {}, "needs an item"],
        ["import", {}, "needs a file"],
        ["show TILE 60", {}, "Unexpected argument"],
        ["list TILE-60", {}, "Unexpected argument"],
        ["list", { out: "items.xlsx" }, "--out belongs to items missing and export"],
        ["missing june.xlsx", { update: true }, "--update belongs to items import"],
        ["show TILE-60", { profile: "mine" }, "--profile belongs to items missing"],
      ],
    },
    profile: {
      right: [["list"], ["set acme", { extras: "no" }], ["show", { journal: "x" }], ["import companies.csv"]],
      wrong: [
        ["", {}, "Unknown action"],
        ["import", {}, "needs a file"],
        ["use acme", { extras: "no" }, "takes no values"],
        ["set acme", { extras: "true" }, "(--extras)"],
      ],
    },
    reconcile: { right: [[""], ["", { since: "2026-06-01" }]], wrong: [["", { since: "June" }, "June is not a date"]] },
    report: {
      right: [[""], ["", { by: "supplier", output: "csv" }]],
      wrong: [
        ["", { by: "colour" }, "Unknown view"],
        ["", { against: "ledger.csv", tolerance: "5 %" }, "is not an amount"],
        ["", { output: "xlsx" }, "needs a file"],
        ["", { output: "pdf" }, "Unknown form"],
        ["", { force: true }, "--force belongs to --out"],
        ["", { month: "2026-00" }, "not a month"],
        ["", { compare: "May" }, "--compare May is not a month"],
        ["", { compare: "2026-05", by: "day" }, "not compared"],
        ["", { compare: "2026-05", against: "ledger.csv" }, "exclude each other"],
        ["", { out: ["june.doc"] }, "june.doc"],
      ],
    },
    rules: {
      right: [["list"], ["diff 1.0.3 1.0.4"], ["try 1.0.4 outbox"]],
      wrong: [
        ["", {}, "Unknown action"],
        ["list all", {}, "no further words"],
        ["diff 1.0.3", {}, "takes two editions"],
        ["diff 1.0.3 9.9", {}, "Unknown edition"],
        ["try", {}, "edition is missing"],
      ],
    },
    schema: {
      right: [["invoice"], ["map"], ["output"], ["output status"]],
      wrong: [
        ["", {}, "no schema"],
        ["invoice now", {}, "invoice now"],
        ["map now", {}, "map now"],
        ["invoice", { lines: true }, "no schema"],
        ["output nosuch", {}, "has no --json"],
      ],
    },
    status: {
      right: [[""], ["SB-1 SB-2", { watch: true, timeout: "5" }], ["SB-1", { xml: "c3" }]],
      wrong: [
        ["", { sales: true }, "--sales needs a document"],
        ["", { status: "LOST" }, "Unknown status"],
        ["", { output: "xlsx" }, "needs a file"],
        ["SB-1", { all: true }, "--all cannot be used with ids"],
        ["SB-1", { xml: "c4" }, "Unknown xml"],
        ["SB-1 SB-2", { xml: "c3" }, "prints one document"],
        ["SB-1", { timeout: "5" }, "a command that waits"],
      ],
    },
    templates: {
      right: [["list"], ["copy minimal", { out: "here" }]],
      wrong: [
        ["", {}, "Unknown action"],
        ["show minimal", { out: "here" }, "--out belongs"],
        ["list all", {}, "no further arguments"],
      ],
    },
    xml: {
      right: [["a.yaml"], ["a.yaml b.yaml", { out: "ubl" }]],
      wrong: [
        ["", {}, "No document"],
        ["a.yaml b.yaml", {}, "need a folder"],
      ],
    },
  };

async function judged(name: string, words: string, given: Readonly<Record<string, unknown>>) {
  const command = await commands.find((each) => each.name === name)?.load();
  const named = Object.keys(given).filter((each) => !Object.hasOwn(command?.options ?? {}, each));
  expect(named, `${name} has no such option`).toEqual([]);
  const read = Object.entries(command?.options ?? {}).map(
    ([each, option]) => [each, option.read(given[each])] as const,
  );
  const problems = read.flatMap(([, each]) => (each.ok ? [] : each.problems));
  if (problems.length > 0) return failAll(problems);
  return command?.input?.(
    words.split(" ").filter((word) => word !== ""),
    Object.fromEntries(read.map(([each, value]) => [each, value.ok ? value.value : undefined])),
  );
}

const rightWords = Object.entries(tables).flatMap(([name, { right }]) =>
  right.map(([words, options = {}]) => [name, words, options] as const),
);
const wrongWords = Object.entries(tables).flatMap(([name, { wrong }]) =>
  wrong.map(([words, options = {}, says]) => [name, words, options, says] as const),
);

test.each(rightWords)("selfbill %s %s %o is taken", async (name, words, options) => {
  expect(await judged(name, words, options)).toMatchObject({ ok: true });
});

test.each(wrongWords)("selfbill %s %s %o is refused", async (name, words, options, says) => {
  const found = await judged(name, words, options);
  if (found?.ok !== false) throw new Error("it was taken");
  expect(found.problems[0]).toMatchObject({ code: "bad-usage", outcome: "usage" });
  expect(found.problems[0].message).toContain(says);
});

test("every command judges its words apart, or Decision 45 says why it has none to judge", async () => {
  const text = readFileSync(join(root, "src/DECISIONS.md"), "utf8");
  const decision = /^45\. ([\s\S]*?)\n(?=\n|\d+\. )/m.exec(text)?.[1] ?? "";
  const loaded = await Promise.all(commands.map(async ({ name, load }) => [name, (await load()).input] as const));
  const without = loaded.flatMap(([name, input]) => (input === undefined ? [name] : []));
  const named = [...decision.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name);
  expect(named.filter((name) => commands.some((each) => each.name === name)).sort()).toEqual(without.sort());
  expect(Object.keys(tables).sort()).toEqual(loaded.flatMap(([name, input]) => (input ? [name] : [])).sort());
});
