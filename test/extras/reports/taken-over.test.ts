import { join } from "node:path";
import { expect, test } from "vitest";
import { due } from "../../../src/commands/due.ts";
import { commands } from "../../../src/commands/index.ts";
import { wizardFacts } from "../../../src/commands/new/wizard-facts.ts";
import { previewOf } from "../../../src/commands/preview.ts";
import { show } from "../../../src/commands/show.ts";
import type { Desk } from "../../../src/desk/index.ts";
import { archive } from "../../../src/extras/archive/command.ts";
import { report } from "../../../src/extras/reports/command.ts";
import { reconcile } from "../../../src/extras/reports/reconcile/command.ts";
import { rules } from "../../../src/extras/rules-try/command.ts";
import { invoice, line } from "../../support/documents.ts";
import { send } from "../../support/doubts.ts";
import { runCommand } from "../../support/run-command.ts";
import { type ServiceDesk, serviceDesk } from "../../support/service-desk.ts";
import { startTestSandbox } from "../../support/start-sandbox.ts";

const preview = previewOf([]);

const number = "SB-2026-0001";
const untaxed = { id: "Z", percent: "0", tax_scheme: "VAT" };
const lines = [line(), line({ name: "Grout", classified_tax_category: untaxed })];
const practice = { sandbox: true, profile: undefined, businessProfile: undefined, serviceVersion: undefined };

/** Returns what `told` returns at the desk that sent an invoice, and at one that took it over from the service. */
async function atBoth(told: (desk: ServiceDesk) => Promise<unknown>): Promise<readonly [unknown, unknown]> {
  const sandbox = await startTestSandbox();
  const [sender, other] = [serviceDesk(sandbox), serviceDesk(sandbox)];
  const sent = await send(sender, invoice({ document_number: number, document_lines: lines }));
  expect(sent.outcome, JSON.stringify(sent)).toBe("done");
  expect((await runCommand(reconcile, other, [], { takeOver: true, yes: true })).outcome).toBe("done");
  return [await told(sender), await told(other)];
}

/** Returns a report's data; the tests compare its statements about the document, but not their time or source. */
async function dataOf(ended: ReturnType<typeof show.run>) {
  const { view } = await ended;
  // biome-ignore lint/suspicious/noExplicitAny: the JSON of a report
  return "data" in view ? (view.data as any) : view;
}

const profileOf = async (desk: Desk) => {
  const profile = await desk.profile(practice);
  return profile.ok ? profile.value : undefined;
};

test.each<[string, (desk: ServiceDesk) => Promise<unknown>, unknown]>([
  [
    "show",
    async (desk) => (await dataOf(runCommand(show, desk, [number]))).documents[0].lines,
    [{ price: "250.00", net: "10000.00" }, { vat: "0.00" }],
  ],
  [
    "preview",
    async (desk) => (await runCommand(preview, desk, [number])).view,
    { text: expect.stringContaining("Gross\t20500.00") },
  ],
  [
    "report",
    async (desk) => (await dataOf(runCommand(report, desk, [], { month: "2026-06" }))).views.category,
    [
      { in_aed: { net: "10000.00", vat: "500.00", gross: "10500.00" } },
      { in_aed: { net: "10000.00", vat: "0.00", gross: "10000.00" } },
    ],
  ],
  [
    "archive",
    async (desk) => {
      const out = join(desk.folder, "archive");
      return (await runCommand(archive, desk, [], { month: "2026-06", out, offline: true })).outcome;
    },
    "done",
  ],
  ["due", async (desk) => (await dataOf(runCommand(due, desk))).due, []],
  [
    "rules try",
    async (desk) => dataOf(runCommand(rules, desk, ["try", "1.0.4"], { since: "2026-01-01" })),
    { documents: 1, not_judged: 0, refused: 0 },
  ],
  [
    "items missing",
    async (desk) => {
      const items = await commands.find(({ name }) => name === "items")?.load();
      const next = desk.file("next.json", JSON.stringify({ document_lines: [{ name: "Ceramic floor tiles" }] }));
      return items && (await dataOf(runCommand(items, desk, ["missing", next]))).items;
    },
    [
      {
        name: "Ceramic floor tiles",
        offered: "HS code 69072100, unit box (XBX), VAT category standard rate (S)",
        offered_from: number,
      },
    ],
  ],
  [
    "the wizard",
    async (desk) =>
      (await wizardFacts(practice, await profileOf(desk), desk)).parties[0]?.last?.document_lines?.[0]?.price,
    { base_amount: "250" },
  ],
])("%s tells of a document that was taken over what it tells of one that was sent", async (_, told, expected) => {
  const [sent, taken] = await atBoth(told);
  if (typeof expected === "object") expect(sent).toMatchObject(expected as object);
  else expect(sent).toBe(expected);
  expect(taken).toEqual(sent);
});
