import { expect, test } from "vitest";
import { createInvoice } from "../../src/commands/create-invoice.ts";
import { history } from "../../src/commands/history.ts";
import { listCommand } from "../../src/commands/list.ts";
import { show } from "../../src/commands/show.ts";
import { totalNames } from "../../src/contract/index.ts";
import { amount, money, type SelfBilledDocument } from "../../src/document/index.ts";
import { report } from "../../src/extras/reports/command.ts";
import { writeYaml } from "../../src/read/index.ts";
import { renderJson } from "../../src/render/index.ts";
import { inDollars, invoice, line } from "../support/documents.ts";
import { runCommand } from "../support/run-command.ts";
import { screen } from "../support/shop.ts";
import { isCreate, sixEndpoints } from "../support/six-endpoints.ts";

const count = 16;
/** What a service may leave out of each answer, or state otherwise; the first answers are whole. */
const choices = [
  () => false,
  (name: string) => name.endsWith("_in_aed"),
  (name: string) => name === "tax_inclusive_amount",
  (name: string) => name === "tax_amount",
  (name: string) => /exclusive|^tax_amount$/.test(name),
  (name: string) => /inclusive|payable/.test(name),
  () => true,
];

/** Sends documents to a service that states only part of the totals, each a fils more than calculated here. */
async function sent() {
  let seed = 7;
  const draw = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const found = await sixEndpoints({
    change: (passing) => {
      if (!isCreate(passing) || passing.status !== 201) return;
      const at = Number(String(passing.body.document_number).slice(-2));
      const isLeft = choices[at % choices.length] ?? (() => false);
      for (const of of [passing.body, passing.body.totals ?? {}])
        for (const name of totalNames) {
          if (isLeft(name)) delete of[name];
          else if (/^(tax_exclusive|tax_inclusive|payable)_amount$/.test(name) && of[name] !== undefined)
            of[name] = Number(money.add(amount(String(of[name])), amount("0.01")).toFixed());
        }
    },
  });
  for (let at = 0; at < count; at += 1) {
    const change: Partial<SelfBilledDocument> = {
      document_number: `SB-${String(at).padStart(2, "0")}`,
      document_lines: [
        line({ quantity: String(1 + draw(40)), price: { base_amount: `${1 + draw(900)}.${10 + draw(89)}` } }),
      ],
      ...(at % 3 === 2 ? inDollars : {}),
    };
    const file = found.desk.file(`${change.document_number}.yaml`, writeYaml(invoice(change), "invoice"));
    await runCommand(createInvoice, found.desk, [file], { yes: true, allowSimilar: true, sendAnyway: true });
  }
  return found.desk;
}

test("list, report, show and history state the same money of a document, all of the service's or all of ours", async () => {
  const desk = await sent();
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into JSON of any shape
  const data = async (of: Promise<any>): Promise<any> => renderJson(await of);
  const listed = (await data(runCommand(listCommand, desk, [], { all: true }))).documents;
  const reported = (await data(runCommand(report, desk, [], { month: "2026-06" }))).documents;
  const tried = (await data(runCommand(history, desk, [], {}))).history;
  expect([listed.length, reported.length]).toEqual([count, count]);
  const same = (a: string, b: string) => expect(money.equal(amount(a), amount(b)), `${a} and ${b}`).toBe(true);
  const sources = new Set<string>();
  for (const each of listed) {
    const { document_number: number } = each;
    const row = reported.find((one: { document_number: string }) => one.document_number === number);
    const life = (await data(runCommand(show, desk, [number], { offline: true }))).documents[0];
    for (const name of ["net", "vat", "gross"]) {
      same(each[name], row.in_currency[name]);
      same(each[name], life[name]);
    }
    same(money.subtract(amount(each.gross), amount(each.vat)).toFixed(), each.net);
    expect([row.totals_from, life.totals_from]).toEqual([each.totals_from, each.totals_from]);
    sources.add(each.totals_from);
    // A gross of the service is one fils more, as its net is.
    const ours = tried.find((one: { document_number: string }) => one.document_number === number).totals;
    const more = money.subtract(amount(each.net), amount(ours.tax_exclusive_amount));
    same(more.toFixed(), each.totals_from === "service" ? "0.01" : "0");
  }
  expect([...sources].sort()).toEqual(["here", "service"]);
  const shown = screen(await runCommand(listCommand, desk, [], { all: true, output: "table" }));
  expect(shown.replace(/\s+/g, " ")).toContain("of these documents are calculated here");
});
