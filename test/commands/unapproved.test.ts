import { join } from "node:path";
import { expect, test } from "vitest";
import { due } from "../../src/commands/due.ts";
import { journal } from "../../src/commands/journal.ts";
import { openDatabase } from "../../src/database/index.ts";
import { report } from "../../src/extras/reports/command.ts";
import { reconcile } from "../../src/extras/reports/reconcile/command.ts";
import { accountOf } from "../../src/settings/index.ts";
import { office, signedPolicy } from "../support/approvals.ts";
import { forge } from "../support/forged.ts";
import { intent } from "../support/intents.ts";
import { given } from "../support/journal-file.ts";
import { runCommand } from "../support/run-command.ts";
import { serviceDesk } from "../support/service-desk.ts";
import { plain } from "../support/shop.ts";
import { startTestSandbox } from "../support/start-sandbox.ts";

test("journal verify, due, report and reconcile name what was sent without the approval that it needed, and go on", async () => {
  const sandbox = await startTestSandbox();
  const desk = serviceDesk(sandbox);
  const { policy, owner } = await office();
  const business_profile = sandbox.businessProfileId;
  given(await desk.openedJournal.policies.set(signedPolicy(policy({ business_profile }), owner), "amina"));
  const account = accountOf(given(await desk.profile(plain)), business_profile);
  const database = given(openDatabase(join(desk.folder, "state", "journal.db"), ""));
  const of = { account, businessProfileId: business_profile, documentNumber: "SB-9" };
  forge(database, intent({ ...of, totals: { tax_inclusive_amount: "10500" } }));
  database.close();
  const [verified, ...others] = [
    await runCommand(journal, desk, ["verify"]),
    await runCommand(due, desk),
    await runCommand(report, desk, [], { month: "2026-06" }),
    await runCommand(reconcile, desk),
  ];
  const lacking =
    "The self-billed invoice SB-9 of Desert Lime Trading LLC, AED 10,500.00 with VAT (attempt AAAAAAA2) was sent on 2026-06-15 14:00:00 +04:00 without the approval that policy 1 asks for: none was given.";
  for (const each of [verified, ...others]) {
    const found = each?.problems.filter(({ code }) => code === "sent-unapproved");
    expect(found?.map(({ severity, message }) => [severity, message])).toEqual([["warning", lacking]]);
  }
  // The document does not exist at the service.
  expect([verified, ...others].map((each) => each?.outcome)).toEqual(["done", "done", "done", "invalid"]);
});
