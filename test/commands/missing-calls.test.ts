import { expect, test } from "vitest";
import { correct } from "../../src/commands/correct.ts";
import { createCreditNote } from "../../src/commands/create-credit-note.ts";
import { createInvoice } from "../../src/commands/create-invoice.ts";
import { due } from "../../src/commands/due.ts";
import { missingCalls, noteMissing, unasked } from "../../src/commands/follow/missing-calls.ts";
import { get } from "../../src/commands/get.ts";
import { resubmit } from "../../src/commands/resubmit.ts";
import { show } from "../../src/commands/show.ts";
import { status } from "../../src/commands/status.ts";
import type { Connection, Desk } from "../../src/desk/index.ts";
import { writeYaml } from "../../src/read/index.ts";
import { creditNote, invoice } from "../support/documents.ts";
import { journalIn } from "../support/journal-file.ts";
import { runCommand } from "../support/run-command.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";
import { screen } from "../support/shop.ts";
import { finding, isCreate, sixEndpoints, told } from "../support/six-endpoints.ts";

const hour = 60 * 60 * 1000;

test("a call that the service lacks is noted for a day, once, and for one account", async () => {
  let now = Date.parse("2026-06-01T08:00:00Z");
  const journal = journalIn(temporaryFolder(), { now: () => now });
  const desk = { now: () => new Date(now) } as Desk;
  const connection = { account: "one", profile: { extras: true } } as Connection;
  const known = async (account = "one") => {
    const found = await missingCalls({ ...connection, account }, journal, desk);
    if (!found.ok) throw new Error(found.problems[0].message);
    return [...found.value];
  };
  expect(await known()).toEqual([]);
  await noteMissing("list", "one", journal, desk);
  await noteMissing("list", "one", journal, desk);
  expect(await known()).toEqual(["list"]);
  expect(await known("two")).toEqual([]);
  expect((await unasked(connection, journal, desk)).profile.extras).toBe(true);
  await noteMissing("document", "one", journal, desk);
  expect((await unasked(connection, journal, desk)).profile.extras).toBe(false);
  const notes = await journal.notes();
  expect(notes.ok && notes.value.map(({ data }) => data.call)).toEqual(["list", "document"]);
  now += 23 * hour;
  expect(await known()).toEqual(["list", "document"]);
  now += hour;
  expect(await known()).toEqual([]);
});

test("a service that is found to lack documents: nothing is pending, and no step names what it cannot do", async () => {
  let meta: object | null = null;
  const { desk } = await sixEndpoints({
    extras: true,
    sameClock: true,
    change: (passing) => {
      if (isCreate(passing)) passing.body.meta_info = meta;
    },
  });
  const send = (
    command: typeof createInvoice | typeof createCreditNote,
    kind: "invoice" | "credit-note",
    of: object,
    so: { readonly dryRun?: true } = {},
  ) => {
    const document = { ...(kind === "invoice" ? invoice() : creditNote()), ...of };
    return runCommand(command, desk, [desk.file(`${kind}.yaml`, writeYaml(document, kind))], { yes: true, ...so });
  };
  expect((await send(createInvoice, "invoice", { document_number: "SB-1" })).outcome).toBe("done");
  meta = told("VALIDATION_FAILED", [finding]);
  expect((await send(createCreditNote, "credit-note", { document_number: "CN-1" })).outcome).toBe("rejected");
  const silent = screen(await runCommand(show, desk, ["SB-1"]));
  expect(silent).not.toMatch(/pending/i);
  expect(silent).toMatch(/State\s+created; this service tells no status of it/);
  const asked = [
    await runCommand(correct, desk, ["CN-1"]),
    await runCommand(get, desk, ["CN-1"]),
    await runCommand(resubmit, desk, ["CN-1"], { yes: true }),
  ];
  for (const { problems } of asked) expect(problems[0]?.hint).toContain("--extras no");
  for (const [command, words] of [
    [status, ["CN-1"]],
    [show, ["CN-1"]],
    [due, []],
  ] as const) {
    const text = screen(await runCommand(command as typeof get, desk, [...words])).replace(/\s+/g, " ");
    expect(text).toContain("selfbill correct CN-1");
    expect(text).not.toContain("resubmit");
  }
  const again = await send(createCreditNote, "credit-note", { document_number: "CN-1" }, { dryRun: true });
  expect(screen(again).replace(/\s+/g, " ")).toContain("selfbill correct CN-1");
  expect(screen(again)).not.toContain("resubmit");
});

test("a service that showed no document once: no word while sending, nor later, counts on its replacing one", async () => {
  const { desk, clock } = await sixEndpoints({
    extras: true,
    sameClock: true,
    change: (passing) => {
      if (isCreate(passing)) passing.body.meta_info = told("VALIDATION_FAILED", [finding]);
    },
  });
  const send = (document_number: string) =>
    runCommand(
      createInvoice,
      desk,
      [desk.file(`${document_number}.yaml`, writeYaml({ ...invoice(), document_number }, "invoice"))],
      { yes: true, allowSimilar: true },
    );
  const advice = async (asked: Promise<object>) =>
    [...screen((await asked) as never).matchAll(/selfbill\s+(resubmit|correct)\s+SB/g)].map(([, name]) => name);
  expect(await advice(send("SB-1"))).toEqual(["resubmit"]);
  await runCommand(status, desk, ["SB-1"]);
  expect(await advice(send("SB-2"))).toEqual(["correct"]);
  expect(await advice(send("SB-1"))).toEqual(["correct"]);
  clock.advance(3 * 24 * 60 * 60);
  expect(await advice(send("SB-3"))).toEqual(["correct"]);
  expect(await advice(send("SB-1"))).toEqual(["correct"]);
  const later = await advice(runCommand(due, desk, [], { offline: true }));
  expect(new Set(later)).toEqual(new Set(["correct"]));
});
