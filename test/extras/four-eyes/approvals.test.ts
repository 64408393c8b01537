import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createCreditNote } from "../../../src/commands/create-credit-note.ts";
import { resubmit } from "../../../src/commands/resubmit.ts";
import type { Report } from "../../../src/report/index.ts";
import { signedPolicy } from "../../support/approvals.ts";
import { creditNote, inDollars, invoice } from "../../support/documents.ts";
import { given } from "../../support/journal-file.ts";
import { runCommand } from "../../support/run-command.ts";
import { SettableClock } from "../../support/start-sandbox.ts";
import { codes, fileIn, twoDesks, yaml } from "../../support/two-desks.ts";

test("what another person approved is sent, once; anything else is not", async () => {
  const { desk, both, send, sent } = await twoDesks();
  const file = yaml(desk, "one.yaml", invoice());
  expect([(await send(file, [])).outcome, codes(await send(file, []))]).toEqual(["usage", ["approval-missing"]]);
  const approval = await both(file);
  const changed = yaml(desk, "two.yaml", invoice({ note: "another" }));
  expect(codes(await send(changed, [approval]))).toEqual(["approval-missing"]);
  expect(await sent()).toBe(0);
  expect((await send(file, [approval])).outcome).toBe("done");
  const again = await send(file, []);
  expect(again).toMatchObject({ outcome: "done", view: { results: [{ replayed: true }] } });
  expect(await sent()).toBe(1);
  const [record] = given(await desk.openedJournal.records(0, 1));
  expect(record?.data).toMatchObject({ approval: { requested: { name: "Aisha" }, approved: [{ name: "Omar" }] } });
  expect(given(await desk.openedJournal.notes()).map(({ type }) => type)).toEqual(["policy", "requested"]);
  expect(given(await desk.openedJournal.policies.unapproved({ bodies: true }))).toEqual([]);
});

test("a corrected copy is approved with what it stands in for", async () => {
  const { desk, both, send } = await twoDesks();
  const file = yaml(desk, "one.yaml", invoice({ document_number: "SB-1" }));
  await send(file, [await both(file)]);
  const [past] = given(await desk.openedJournal.tries.called("SB-1"));
  given(await desk.openedJournal.saw(past?.intent.account ?? "", past?.id ?? "", "REJECTED"));
  const { document_number: _, ...bare } = invoice();
  const copy = yaml(desk, "copy.yaml", { corrects: "SB-1", ...bare } as ReturnType<typeof invoice>);
  const approval = await both(copy);
  expect(codes(await send(yaml(desk, "bare.yaml", bare), [approval]))).toContain("looks-sent");
  const sent = await send(copy, [approval]);
  expect([sent.outcome, codes(sent)]).toEqual(["done", []]);
  expect(given(await desk.openedJournal.policies.unapproved({ bodies: true }))).toEqual([]);
});

test("who requested cannot approve, and a stranger, a tampered or a foreign request is refused", async () => {
  const { desk, requested, approved, aisha, sara, stranger } = await twoDesks();
  const file = yaml(desk, "one.yaml", invoice());
  expect(codes(await requested([file], stranger))).toEqual(["key-unusable"]);
  const asked = fileIn(await requested([file], sara));
  expect(codes(await approved(asked, sara))).toEqual(["approval-invalid"]);
  expect(codes(await approved(asked, aisha))).toEqual(["key-unusable"]);
  expect(codes(await approved(asked, stranger))).toEqual(["key-unusable"]);
  const text = readFileSync(asked, "utf8");
  const tampered = text.replace("AE560990000001234567890", "AE070331234567890123456");
  expect(tampered === text).toBe(false);
  writeFileSync(asked, tampered);
  expect(codes(await approved(asked))).toEqual(["request-not-valid"]);
  writeFileSync(asked, text.replace(/"payload": "e/, '"payload": "f'));
  expect(codes(await approved(asked))).toEqual(["request-not-valid"]);
});

test("a rejection sends nothing, and an approval that was changed on its way neither", async () => {
  const { desk, requested, approved, send, sent } = await twoDesks();
  const file = yaml(desk, "one.yaml", invoice());
  const asked = fileIn(await requested([file]));
  const no = await approved(asked, undefined, { reject: "not ours", yes: false });
  expect(no).toMatchObject({ outcome: "done", view: { data: { decisions: [{ decision: "rejected" }] } } });
  expect(codes(await send(file, [fileIn(no)]))).toEqual(["approval-invalid"]);
  const approval = fileIn(await approved(asked));
  const text = readFileSync(approval, "utf8");
  writeFileSync(approval, text.replace(/"sig": "../, '"sig": "AA'));
  expect(codes(await send(file, [approval]))).toEqual(["approval-invalid"]);
  expect(await sent()).toBe(0);
});

test("a document with errors is not requested, and nobody goes above a limit", async () => {
  const { desk, sandbox, owner, policy, requested } = await twoDesks();
  const wrong = await requested([yaml(desk, "wrong.yaml", invoice({ issue_date: "2026-13-01" }))]);
  expect([wrong.outcome, wrong.view.view]).toEqual(["invalid", "submissions"]);
  const people = policy().people.map((each) => ({ ...each, per_document: "100" }));
  const small = policy({ number: "2", business_profile: sandbox.businessProfileId, people });
  given(await desk.openedJournal.policies.set(signedPolicy(small, owner), "amina"));
  expect(codes(await requested([yaml(desk, "one.yaml", invoice())]))).toEqual(["approval-invalid"]);
});

test("one request is of many documents, also of credit notes", async () => {
  const { desk, requested, approved, send } = await twoDesks();
  const files = ["1", "2"].map((each) =>
    yaml(desk, `${each}.yaml`, invoice({ note: each, document_number: `SB-${each}` })),
  );
  const credit = yaml(desk, "c.yaml", creditNote(), "credit-note");
  const approval = fileIn(await approved(fileIn(await requested([...files, credit]))));
  for (const file of files) expect((await send(file, [approval], { allowSimilar: true })).outcome).toBe("done");
  const options = { yes: true, sendAnyway: true };
  const without = await runCommand(createCreditNote, desk, [credit], options);
  expect(codes(without)).toEqual(["approval-missing"]);
  const done = await runCommand(createCreditNote, desk, [credit], { ...options, approval: [approval] });
  expect(done.outcome).toBe("done");
  expect(given(await desk.openedJournal.policies.unapproved({ bodies: true }))).toEqual([]);
});

test("a corrected document needs an approval of its own", async () => {
  const { desk, sandbox, requested, approved, both, send } = await twoDesks();
  const file = yaml(desk, "shop.yaml", invoice({ profile_execution_id: "00000010" }));
  expect(codes(await requested([file]))).toEqual(["IBR-142-AE"]);
  const first = fileIn(await approved(fileIn(await requested([file], undefined, { sendAnyway: true }))));
  const created = await send(file, [first], { sendAnyway: true });
  const id = created.view.view === "submissions" ? (created.view.results[0]?.id ?? "") : "";
  sandbox.clock.advance(10);
  const corrected = yaml(desk, "corrected.yaml", invoice());
  const again = (approval: string[]) =>
    runCommand(resubmit, desk, [id, corrected], { invoice: true, yes: true, approval });
  expect(codes(await again([]))).toEqual(["approval-missing"]);
  expect(codes(await again([first]))).toEqual(["approval-missing"]);
  expect((await again([await both(corrected)])).outcome).toBe("done");
  expect(given(await desk.openedJournal.policies.unapproved({ bodies: true }))).toEqual([]);
});

test("a dry run says that an approval is needed, and is content with the one that was given", async () => {
  const { desk, both, send, sent } = await twoDesks();
  const file = yaml(desk, "one.yaml", invoice());
  const warned = (report: Report): string[] =>
    report.view.view === "submissions"
      ? report.view.results.flatMap(({ problems }) => problems.map(({ code }) => code))
      : [];
  const dry = await send(file, [], { dryRun: true });
  expect([dry.outcome, warned(dry)]).toEqual(["done", ["approval-missing"]]);
  const approval = await both(file);
  expect(warned(await send(file, [approval], { dryRun: true }))).toEqual([]);
  const changed = yaml(desk, "two.yaml", invoice({ note: "another" }));
  expect(warned(await send(changed, [approval], { dryRun: true }))).toEqual(["approval-missing"]);
  expect((await send(file, [approval])).outcome).toBe("done");
  expect(warned(await send(file, [], { dryRun: true }))).toEqual(["already-sent"]);
  expect(await sent()).toBe(1);
});

test("an exchange rate does not make a document small", async () => {
  const { desk, requested, approved, send, sent, sandbox, policy, owner } = await twoDesks({ approval_from: "100000" });
  const dollars = (name: string, calculation_rate: string): string => {
    const tax_exchange_rate = { source_currency_code: "USD", target_currency_code: "AED", calculation_rate };
    return yaml(desk, `${name}.yaml`, invoice({ ...inDollars, tax_exchange_rate, note: name, document_number: name }));
  };
  expect((await send(dollars("plain", "3.6725"), [])).outcome).toBe("done");
  const turned = dollars("turned", "0.001");
  const dry = await send(turned, [], { dryRun: true });
  expect(dry).toMatchObject({ view: { results: [{ problems: [{}, { code: "approval-missing" }] }] } });
  expect(codes(await send(turned, []))).toEqual(["approval-missing"]);
  expect(codes(await send(dollars("dear", "3.69"), [], { allowSimilar: true }))).toEqual(["approval-missing"]);
  expect(await sent()).toBe(1);
  const limited = policy().people.map((each) => ({ ...each, per_document: "1000" }));
  const second = policy({ number: "2", business_profile: sandbox.businessProfileId, people: limited });
  given(await desk.openedJournal.policies.set(signedPolicy(second, owner), "amina"));
  expect(codes(await requested([turned]))).toEqual(["approval-invalid"]);
  const open = policy().people.map((each) => (each.name === "Omar" ? { ...each, per_document: "1000" } : each));
  const third = policy({ number: "3", business_profile: sandbox.businessProfileId, people: open });
  given(await desk.openedJournal.policies.set(signedPolicy(third, owner), "amina"));
  expect(codes(await approved(fileIn(await requested([turned]))))).toEqual(["approval-invalid"]);
});

test("a computer whose clock is years ahead sends one document under limits of a day, and no other until it is set", async () => {
  const clock = new SettableClock(Date.parse("2099-01-01T08:00:00Z"));
  const { desk, both, send, sent } = await twoDesks({}, clock);
  const [one, two] = ["one", "two"].map((note) => yaml(desk, `${note}.yaml`, invoice({ note, document_number: note })));
  if (!one || !two) throw new Error("no files");
  const [first, second] = [await both(one), await both(two)];
  expect((await send(one, [first])).outcome).toBe("done");
  const stopped = await send(two, [second], { allowSimilar: true });
  expect([stopped.outcome, codes(stopped)]).toEqual(["local_state", ["clock-ahead"]]);
  expect(await sent()).toBe(1);
});
