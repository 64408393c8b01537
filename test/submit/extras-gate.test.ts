import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createInvoice } from "../../src/commands/create-invoice.ts";
import { hooksOf } from "../../src/extra.ts";
import { extras } from "../../src/extras.ts";
import { type Marks, marksIn } from "../../src/journal/index.ts";
import { guardOf, heldByExtras } from "../../src/submit/index.ts";
import { office, signedPolicy } from "../support/approvals.ts";
import { numbered } from "../support/batch.ts";
import { given, journalIn } from "../support/journal-file.ts";
import { runCommand } from "../support/run-command.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";
import { serviceDesk } from "../support/service-desk.ts";
import { startTestSandbox } from "../support/start-sandbox.ts";

/** The hooks of a build from which the folder of four eyes was deleted. */
const hooks = hooksOf(extras.filter(({ name }) => name !== "four-eyes"));

async function place() {
  const folder = temporaryFolder();
  const journal = journalIn(folder);
  const marks: Marks = marksIn(join(folder, "mark"));
  onTestFinished(() => marks.close());
  const { owner, policy } = await office();
  const setPolicy = async (business_profile: string) =>
    given(await journal.policies.set(signedPolicy(policy({ business_profile, number: "3" }), owner), "o"));
  return { journal, marks, setPolicy };
}

test("without the extra and without a policy, documents are sent", async () => {
  const { journal, marks } = await place();
  expect(await heldByExtras({ journal, marks }, "BP-1", hooks)).toBeUndefined();
});

test.each(["BP-1", " bp-1", "BP-2"])("a policy in the journal stops %s, and says the extra's name", async (id) => {
  const { journal, marks, setPolicy } = await place();
  await setPolicy("BP-1");
  for (const practice of [false, true])
    expect(await heldByExtras({ journal, marks, practice }, id, hooks)).toMatchObject({
      code: "policy-missing",
      outcome: "local_state",
      message:
        "Nothing was sent: the journal has an approval policy, and this selfbill lacks the extra four-eyes, which holds everybody to it.",
      hint: "Send with a selfbill that has the extra four-eyes.",
    });
});

test("so does a policy that only a mark remembers, before each document leaves", async () => {
  const { journal, marks } = await place();
  given(marks.keepPolicy("bp-1", { number: 3, hash: "f".repeat(64), owner: "somebody" }));
  const account = "https://einvoice.example BP-1";
  const guard = guardOf({ journal, marks, account, businessProfileId: "BP-1", hooks });
  for (const when of [undefined, "leaving"] as const)
    expect(await guard.advance(when)).toMatchObject({
      code: "policy-missing",
      message: expect.stringContaining("an approval policy was in force for business profile bp-1"),
    });
});

test("a mark or a journal that cannot be read stops it", async () => {
  const { journal, marks } = await place();
  const unread = { ...marks, policy: () => ({ ok: false, problems: [{ code: "mark-unusable" }] }) as never };
  expect(await heldByExtras({ journal, marks: unread }, "BP-1", hooks)).toMatchObject({ code: "mark-unusable" });
  journal.close();
  expect(await heldByExtras({ journal, marks }, "BP-1", hooks)).toMatchObject({ code: "journal-unusable" });
});

test("a command sends nothing and ends with 27", async () => {
  const { journal, setPolicy } = await place();
  const sandbox = await startTestSandbox();
  await setPolicy(sandbox.businessProfileId);
  const desk = { ...serviceDesk(sandbox, { journal }), hooks };
  const file = desk.file("march.yaml", numbered(1));
  const report = await runCommand(createInvoice, desk, [file], { yes: true, sendAnyway: true });
  expect([report.outcome, report.problems.map(({ code }) => code)]).toEqual(["local_state", ["policy-missing"]]);
  expect(given(await journal.tries.count({}))).toBe(0);
  const withExtra = { ...desk, hooks: hooksOf(extras) };
  const asked = await runCommand(createInvoice, withExtra, [file], { yes: true, sendAnyway: true });
  expect(asked.view.view === "submissions" && asked.view.results[0]?.problems.at(-1)?.code).toBe("approval-missing");
});
