import { expect, test } from "vitest";
import { createInvoice } from "../../src/commands/create-invoice.ts";
import { report } from "../../src/extras/reports/command.ts";
import { runCommand } from "../support/run-command.ts";
import { serverDesks } from "../support/server-desks.ts";
import { serviceDesk } from "../support/service-desk.ts";
import { nth } from "../support/thirty.ts";
import { yaml } from "../support/two-desks.ts";

interface Told {
  readonly view: {
    readonly data: { readonly views: { readonly user: { readonly label: string; readonly invoices: number }[] } };
  };
}

const june = { month: "2026-06", by: "user" as const };

test("a report by user has who sent and who approved; of a journal in a file it says that neither is recorded", async () => {
  const here = await serverDesks({ approval_from: "1500" });
  const [large, small] = [2, 1].map((n) => {
    const price = { base_amount: String(n * 1_000) };
    const lines = [{ ...(nth(n).document_lines?.[0] ?? {}), quantity: "1", price }];
    return yaml(here.desks.aisha, `${n}.yaml`, nth(n, { document_lines: lines as never }));
  });
  await here.requested([large ?? ""]);
  await here.approved(["AP-2026-0002"]);
  expect((await here.send([large ?? "", small ?? ""], { allowSimilar: true })).outcome).toBe("done");
  const told = (await runCommand(report, here.desks.boss, [], june)) as unknown as Told;
  expect(told.view.data.views.user.map(({ label, invoices }) => [label, invoices])).toEqual([
    [`${here.users.aisha}, approved by Omar`, 1],
    [`${here.users.aisha}, without approval`, 1],
  ]);
  const alone = serviceDesk(here.sandbox);
  const other = yaml(alone, "other.yaml", nth(7));
  expect((await runCommand(createInvoice, alone, [other], { yes: true })).outcome).toBe("done");
  const file = (await runCommand(report, alone, [], june)) as unknown as Told;
  expect(file.view.data.views.user.map(({ label }) => label)).toEqual([
    "Not recorded: a journal in a file knows no users",
  ]);
});
