import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openApprovalFile } from "../../src/approval/index.ts";
import { amount, money } from "../../src/document/index.ts";
import { absentPrograms, startBrowser } from "../support/browser.ts";
import { leavesOut } from "../support/left-out.ts";
import { TerminalRun } from "../support/terminal.ts";
import { changed, exact, ibanOf, nth, otherIban, thirty, unknown } from "../support/thirty.ts";

const all = Array.from({ length: 30 }, (_, at) => at + 1);
const number = (n: number): string => `AP-2026-${String(n).padStart(4, "0")}`;
const people = (fils: bigint): string => money.forPeople(amount(exact(fils)));

/**
 * The net, VAT and gross amounts of the n-th document, in hundredths of its currency, calculated independently and
 * rounded half up.
 */
function sumsOf(n: number): [bigint, bigint, bigint] {
  const net = BigInt(((n * 37) % 101) + 1) * 205_375n;
  const vat = (net * 5n + 50n) / 100n;
  return [net, vat, net + vat];
}

/** The lines of a list, keyed by document number; the lines that follow a number belong to that document. */
function rowsIn(lines: readonly string[]): Map<string, string> {
  const rows = new Map<string, string>();
  let last = "";
  for (const line of lines) {
    const [found] = /^AP-2026-\d{4}/.exec(line) ?? [];
    if (found) last = found;
    else if (!line.startsWith("  ")) last = "";
    if (last !== "") rows.set(last, `${rows.get(last) ?? ""} ${line.trim()}`.trim());
  }
  return rows;
}

/**
 * Returns the expected order: changed suppliers first, then new ones, then by amount in AED; document 29 is in US
 * dollars at 3.6725.
 */
function expectedOrder(): string[] {
  const inAed = (n: number): bigint => (n === 29 ? sumsOf(n)[2] * 36_725n : sumsOf(n)[2] * 10_000n);
  const others = all.filter((n) => n !== changed && n !== unknown);
  return [changed, unknown, ...others.sort((a, b) => (inAed(a) > inAed(b) ? -1 : 1))].map(number);
}

test("at 80 and 120 columns all of thirty documents are on the screen before the question", async () => {
  const home = await thirty();
  for (const columns of [80, 120]) await asksAboutAll(home, columns);
});

async function asksAboutAll({ folder, omar, request }: Awaited<ReturnType<typeof thirty>>, columns: number) {
  const words = ["approve", request, "--key", "omar.key"];
  const terminal = new TerminalRun(words, { home: omar, cwd: folder, columns });
  await terminal.asks("Approve these 30 documents, AED 3,776,008.35 added up");
  const lines = terminal.lines();
  expect(lines.filter((line) => line.length > columns)).toEqual([]);
  const rows = rowsIn(lines);
  expect([...rows.keys()]).toEqual(expectedOrder());
  for (const n of all) {
    const row = rows.get(number(n)) ?? "";
    const { accounting_supplier_party: supplier, issue_date } = nth(n);
    const account = n === 30 ? "no account" : n === changed ? otherIban : ibanOf(n);
    const parts = [supplier?.party_tax_scheme?.company_id ?? "", account, issue_date ?? "", ...sumsOf(n).map(people)];
    for (const part of [...parts, n === 29 ? "USD" : "AED"]) expect(row).toContain(part);
    for (const word of (supplier?.party_name ?? "").split(" ")) expect(row).toContain(word);
    expect(/CHANGED|NEW/.exec(row)?.[0]).toBe({ [changed]: "CHANGED", [unknown]: "NEW" }[n]);
  }
  const screen = lines.join("\n").replace(/\s+/g, " ");
  expect(screen).toContain("ACCOUNT CHANGED by the records of Aisha");
  expect(screen).toContain(
    "with the records of Aisha alone: this computer knows no earlier documents and no suppliers",
  );
  const invoices = all.filter((n) => n < 29).map((n) => sumsOf(n));
  const total = [0, 1, 2].map((at) => people(invoices.reduce((sum, each) => sum + (each[at] ?? 0n), 0n)));
  expect(screen).toContain(`AED invoices │ 28 │ ${total.join(" │ ")} │`);
  terminal.type("n\r");
  expect(await terminal.ended()).not.toBe(0);
  expect(readdirSync(folder).filter((each) => each.startsWith("approval"))).toEqual([]);
}

test("the document that somebody left out is not sent, all others are", async () => {
  const { folder, aisha, omar, request, run } = await thirty();
  const words = ["approve", request, "--key", "omar.key", "--except", number(changed), "--html", "all.html"];
  const terminal = new TerminalRun(words, { home: omar, cwd: folder, columns: 100 });
  await terminal.says("All documents in full: all.html");
  await terminal.answer("Approve 29 of 30 documents, AED 3,724,253.85 added up", "y");
  expect(await terminal.ended()).toBe(0);
  const [approval = ""] = readdirSync(folder).filter((each) => each.startsWith("approval-"));
  const { decision } = openApprovalFile(readFileSync(join(folder, approval), "utf8")) ?? {};
  expect(decision?.documents).toHaveLength(29);
  const page = readFileSync(join(folder, "all.html"));
  expect(decision?.page).toBe(createHash("sha256").update(page).digest("hex"));
  const files = all.filter((n) => n !== 30).map((n) => `june/${n}.yaml`);
  const how = ["--sandbox", "--yes", "--json", "--send-anyway", "--accept-changed-supplier", "--approval", approval];
  const sent = await run(aisha, "create-invoice", ...files, ...how);
  const { results } = JSON.parse(sent.stdout) as { results: { file: string; outcome: string }[] };
  const failed = results.filter(({ outcome }) => outcome !== "done");
  expect(failed).toMatchObject([
    {
      file: `june/${changed}.yaml`,
      outcome: "usage",
      problems: [{ code: "supplier-changed" }, { code: "approval-missing" }],
    },
  ]);
  expect(results).toHaveLength(29);
});

test.skipIf(leavesOut(absentPrograms(["chromium"])))(
  "the page has every document in full, and loads nothing",
  async () => {
    const { folder, omar, request, run } = await thirty();
    const shown = await run(omar, "preview", request, "--html", "page.html");
    expect([shown.code, existsSync(join(folder, "page.html"))]).toEqual([0, true]);
    const browser = await startBrowser();
    const ask = `[...document.querySelectorAll(".list tbody tr")].map((row) => row.querySelector("a").textContent + " " + document
    .querySelector(row.querySelector("a").getAttribute("href")).textContent.includes(row.querySelector("a").textContent) + " " +
    (row.className === "marked") + " " + (document.body.scrollWidth <= document.documentElement.clientWidth))`;
    const seen = await browser.look<string[]>(readFileSync(join(folder, "page.html"), "utf8"), ask);
    expect({ ...seen, value: [] }).toEqual({ requests: [], dialogs: [], complaints: [], value: [] });
    expect(seen.value).toEqual(expectedOrder().map((each, at) => `${each} true ${at < 2} true`));
  },
);
