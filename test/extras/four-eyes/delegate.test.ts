import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { history } from "../../../src/commands/history.ts";
import { openDatabase } from "../../../src/database/index.ts";
import { approve } from "../../../src/extras/four-eyes/approve.ts";
import { delegate } from "../../../src/extras/four-eyes/delegate.ts";
import type { Report } from "../../../src/report/index.ts";
import type { Holder } from "../../support/approvals.ts";
import { invoice } from "../../support/documents.ts";
import { given } from "../../support/journal-file.ts";
import { runCommand } from "../../support/run-command.ts";
import { SettableClock } from "../../support/start-sandbox.ts";
import { codes, fileIn, twoDesks, yaml } from "../../support/two-desks.ts";

/**
 * Returns an office in which only Omar may approve, and functions to delegate this right, by default to Sara, who
 * otherwise may only make requests. Omar's desk has the signed policy file.
 */
async function onLeave() {
  const clock = new SettableClock(Date.parse("2026-06-15T08:00:00Z"));
  const here = await twoDesks(
    (people) => ({ people: people.map((one) => ({ ...one, may: one.name === "Omar" ? ["approve"] : ["request"] })) }),
    clock,
    { today: "2026-06-15" },
  );
  const { desk, other, omar, sara } = here;
  const id = here.sandbox.businessProfileId;
  const policy = join(other.folder, "policy.json");
  writeFileSync(policy, given(await desk.openedJournal.policies.text(id)) ?? "");
  const keyOf = ({ name, pem }: Holder): string => {
    const file = join(other.folder, `${name}.key`);
    writeFileSync(file, pem, { mode: 0o600 });
    return file;
  };
  const delegated = (more = {}, to = "Sara", who = omar): Promise<Report> =>
    runCommand(delegate, other, [to], { key: keyOf(who), policy, out: other.folder, until: "2026-06-20", ...more });
  const approvedFor = (delegation: string, asked: string, who: Holder = sara): Promise<Report> =>
    runCommand(approve, other, [asked], { for: delegation, key: keyOf(who), out: other.folder, yes: true });
  return {
    ...here,
    clock,
    delegated,
    approvedFor,
    requestOf: async (file: string) => fileIn(await here.requested([file])),
  };
}

const said = (report: Report): string => JSON.stringify(report);

const delegationIn = (report: Report): string => {
  const { data } = report.view as unknown as { data?: { delegation?: { file: string } } };
  if (data?.delegation === undefined) throw new Error(JSON.stringify(report.problems));
  return data.delegation.file;
};

test("where requests are files a delegation is a file: with it a delegate approves, until its last day", async () => {
  const here = await onLeave();
  const { desk, clock, send } = here;
  const file = yaml(desk, "one.yaml", invoice());
  const later = yaml(desk, "two.yaml", invoice({ note: "later", document_number: "AP-2" }));
  const asked = await here.requestOf(file);
  const delegation = delegationIn(await here.delegated());
  expect(delegation).toMatch(/delegation-omar-sara-2026-06-20\.json$/);
  const [first, second] = [
    await here.approvedFor(delegation, asked),
    await here.approvedFor(delegation, await here.requestOf(later)),
  ];
  expect(JSON.stringify(first.view)).toContain("approved for Omar");
  expect((await send(file, [fileIn(first)])).outcome).toBe("done");
  expect(given(await desk.openedJournal.policies.unapproved({ bodies: true }))).toEqual([]);
  const [record] = given(await desk.openedJournal.records(0, 1));
  expect(record?.data).toMatchObject({ approval: { approved: [{ name: "Sara", for: { name: "Omar" } }] } });
  const past = async (user: string) => said(await runCommand(history, desk, [], { user }));
  expect(await past("Omar")).toContain('"Sara"');
  expect(await past("amina")).toContain('"history":[]');
  expect(desk.said.join()).toContain("Shown is what amina requested or approved.");
  clock.at = Date.parse("2026-06-20T20:00:00Z");
  const after = await send(later, [fileIn(second)], { allowSimilar: true });
  expect(codes(after)).toEqual(["approval-invalid"]);
  expect(JSON.stringify(after)).toContain("from 2026-06-15 until 2026-06-20, and it counts for 2026-06-21");
  expect(await here.sent()).toBe(1);
});

test("a delegation that was changed, is another person's, or came to its end is refused", async () => {
  const here = await onLeave();
  const { desk, other, send } = here;
  const file = yaml(desk, "one.yaml", invoice());
  const asked = await here.requestOf(file);
  const delegation = delegationIn(await here.delegated());
  expect(codes(await here.approvedFor("Omar", asked))).toEqual(["not-found"]);
  expect(codes(await here.approvedFor(delegation, asked, here.omar))).toEqual(["approval-invalid"]);
  expect(codes(await here.approvedFor(delegation, asked, here.aisha))).toEqual(["approval-invalid"]);
  const changed = other.file(
    "changed.json",
    readFileSync(delegation, "utf8").replace(/"payload": "e/, '"payload": "f'),
  );
  expect(codes(await here.approvedFor(changed, asked))).toEqual(["approval-invalid"]);
  const own = await here.requested([file], here.sara);
  expect(codes(await here.approvedFor(delegation, fileIn(own)))).toEqual(["approval-invalid"]);
  const begins = delegationIn(await here.delegated({ from: "2026-06-16", until: "2026-06-21" }));
  expect(codes(await here.approvedFor(begins, asked))).toEqual(["approval-invalid"]);
  const approval = fileIn(await here.approvedFor(delegation, asked));
  expect((await runCommand(delegate, desk, [delegation], { end: true })).outcome).toBe("done");
  const not = await send(file, [approval]);
  expect([codes(not), JSON.stringify(not)]).toEqual([["approval-invalid"], expect.stringContaining("it was ended")]);
  expect(await here.sent()).toBe(0);
});

test("what was sent before a delegation ended stays approved, and what another program sent afterwards is found", async () => {
  const here = await onLeave();
  const { desk, send } = here;
  const file = yaml(desk, "one.yaml", invoice());
  const delegation = delegationIn(await here.delegated());
  const approval = fileIn(await here.approvedFor(delegation, await here.requestOf(file)));
  expect((await send(file, [approval])).outcome).toBe("done");
  await runCommand(delegate, desk, [delegation], { end: true });
  const { policies } = desk.openedJournal;
  expect(given(await policies.unapproved({ bodies: true }))).toEqual([]);
  // Simulates a document that was sent after the delegation had ended: its record is moved after the note about that.
  const opened = given(openDatabase(join(desk.folder, "state", "journal.db"), ""));
  opened.run("UPDATE link SET sequence = 1000 + sequence WHERE source = 'record'");
  opened.close();
  expect(given(await policies.unapproved({ bodies: true }))).toMatchObject([
    { why: expect.stringMatching(/it had been ended/) },
  ]);
});

test("who delegates to whom, from when, and with which right", async () => {
  const here = await onLeave();
  const refused: [Promise<Report>, string][] = [
    [here.delegated({}, "Nobody"), "not-found"],
    [here.delegated({}, "Omar"), "bad-usage"],
    [here.delegated({ until: "2026-06-14" }), "bad-usage"],
    [here.delegated({ until: undefined }), "bad-usage"],
    [here.delegated({ from: "2026-06-21" }), "bad-usage"],
    [here.delegated({}, "Sara", here.aisha), "key-unusable"],
    [here.delegated({}, "Sara", here.stranger), "key-unusable"],
    [here.delegated({ policy: here.other.file("not.json", "{}") }), "policy-not-valid"],
    [runCommand(delegate, here.other, []), "not-found"],
    [runCommand(delegate, here.other, [], { end: true }), "bad-usage"],
    [runCommand(delegate, here.other, ["Sara"], { end: true, until: "2026-06-20" }), "bad-usage"],
    [runCommand(delegate, here.other, ["Sara"], { end: true }), "not-found"],
  ];
  for (const [report, code] of refused) expect(codes(await report)).toEqual([code]);
});
