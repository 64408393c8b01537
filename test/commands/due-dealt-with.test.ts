import { describe, expect, test } from "vitest";
import { authorityNote } from "../../src/life/index.ts";
import { ok } from "../../src/problem/index.ts";
import { writeYaml } from "../../src/read/index.ts";
import { makeStyle, renderJson } from "../../src/render/index.ts";
import { creditNote } from "../support/documents.ts";
import { credits, type DueOptions, known, numbered, rowsOf, run, sees, shown, what } from "../support/due-desk.ts";
import { intent } from "../support/intents.ts";
import { attemptAt, given } from "../support/journal-file.ts";
import type { ServiceDesk } from "../support/service-desk.ts";
import { ask, create, from, plain, shop } from "../support/shop.ts";

const day = 24 * 3600;
/** Returns a change of the lines to another quantity than the invoice's forty boxes. */
const lineOf = (quantity: string, netAmount: string) => ({
  lines: intent().lines.map((each) => ({ ...each, quantity, netAmount })),
});

describe("until a person dealt with it", () => {
  /** Returns a desk that has one rejected invoice, SB-1 for AED 10,500. */
  async function rejected(): Promise<ServiceDesk> {
    const { desk } = await shop({}, { sameClock: true });
    await known(desk, "SB-1", {});
    await sees(desk, "id of SB-1", "REJECTED");
    return desk;
  }

  test("a rejected invoice stays when its credit note was rejected itself, and both are due", async () => {
    const desk = await rejected();
    await known(desk, "SBC-1", credits);
    expect(await what(desk)).toEqual([
      ["rejected", "SB-1"],
      ["credit-waits", "SBC-1"],
    ]);
    await sees(desk, "id of SBC-1", "APPROVED");
    expect(await what(desk)).toEqual([]);
    await sees(desk, "id of SBC-1", "REJECTED");
    const rows = rowsOf(await run(desk));
    expect(rows.map((each) => each.document_number).sort()).toEqual(["SB-1", "SBC-1"]);
    expect(rows.find((each) => each.document_number === "SB-1")?.why.join(" ")).toContain(
      "Its credit note SBC-1 was rejected itself, so it does not count.",
    );
  });

  const stepsOf = async (desk: ServiceDesk, number: string): Promise<string> =>
    rowsOf(await run(desk))
      .find((each) => each.document_number === number)
      ?.todo.join(" ") ?? "";

  test("a credit note that is not approved yet takes nothing off, and no second one is advised", async () => {
    const desk = await rejected();
    await known(desk, "SBC-1", credits);
    const [invoice, credit] = rowsOf(await run(desk));
    expect(invoice?.why.join(" ")).toContain("Its credit note SBC-1 is not approved yet, so it does not count.");
    expect(invoice?.todo.join(" ")).toContain(
      "its credit note SBC-1 is not approved yet. Look again: selfbill status SBC-1",
    );
    expect(invoice?.todo.join(" ")).not.toContain("create-credit-note");
    expect(credit?.why.join(" ")).toContain("It takes nothing off SB-1 until it is approved.");
    const named = renderJson(await run(desk, ["SB-1"]));
    expect(named.not_asked).toBe(1);
  });

  test("an idle credit note is corrected before another one is advised, and no second copy is", async () => {
    const desk = await rejected();
    await known(desk, "SBC-1", credits);
    await sees(desk, "id of SBC-1", "REJECTED");
    const account = (await desk.account(given(await desk.profile(plain)))) ?? "";
    const { type, data } = authorityNote({ account, id: "id of SB-1" }, true);
    given(await desk.openedJournal.note(type, data));
    expect(await stepsOf(desk, "SB-1")).toContain("Deal with its credit note SBC-1 first: selfbill correct SBC-1");
    expect(await stepsOf(desk, "SB-1")).not.toContain("create-credit-note");
    expect(await stepsOf(desk, "SB-1")).toContain("selfbill correct SB-1");
    await known(desk, "SB-2", { corrects: { id: "id of SB-1", documentNumber: "SB-1" } });
    expect(await stepsOf(desk, "SB-1")).not.toContain("selfbill correct SB-1");
    await sees(desk, "id of SBC-1", "VALIDATION_FAILED");
    expect(await stepsOf(desk, "SB-1")).toContain("selfbill resubmit SBC-1");
  });

  test("a credit note that the tax authority had accepted has gone on in its corrected copy", async () => {
    const desk = await rejected();
    await known(desk, "SBC-1", credits);
    await sees(desk, "id of SBC-1", "REJECTED");
    const account = (await desk.account(given(await desk.profile(plain)))) ?? "";
    const { type, data } = authorityNote({ account, id: "id of SBC-1" }, true);
    given(await desk.openedJournal.note(type, data));
    await known(desk, "SBC-2", { ...credits, corrects: { id: "id of SBC-1", documentNumber: "SBC-1" } });
    await sees(desk, "id of SBC-2", "APPROVED");
    expect(await what(desk)).toEqual([]);
  });

  test("a credit note for a part leaves it, with what is credited and what is left", async () => {
    const desk = await rejected();
    await known(desk, "SBC-1", { ...credits, ...lineOf("16", "4000") }, "4200");
    await sees(desk, "id of SBC-1", "APPROVED");
    const [row] = rowsOf(await run(desk));
    expect(row?.why.join(" ")).toContain("Credited AED 4,200.00, AED 6,300.00 left.");
    await known(desk, "SBC-2", { ...credits, ...lineOf("24", "6000") }, "6300");
    await sees(desk, "id of SBC-2", "APPROVED");
    expect(await what(desk)).toEqual([]);
  });

  test("what the service's list says of the tax authority is heard: status alone, then due, and a copy does not end it", async () => {
    const { desk, clock } = await shop({}, { sameClock: true });
    const id = await create(desk, numbered("SB-1", from("1999999913")));
    clock.advance(10);
    await ask(desk, []);
    const [row] = rowsOf(await run(desk));
    expect(row?.todo[1]).toMatch(/^The tax authority accepted it, so credit it first: /);
    await known(desk, "SB-2", { corrects: { id, documentNumber: "SB-1" } });
    expect(await what(desk)).toEqual([["rejected", "SB-1"]]);
  });

  test("the copy that corrects it is due in its place, never beside it", async () => {
    const desk = await rejected();
    await known(desk, "SB-2", { corrects: { id: "id of SB-1", documentNumber: "SB-1" } });
    expect(await what(desk)).toEqual([]);
    await sees(desk, "id of SB-2", "REJECTED");
    expect(await what(desk)).toEqual([["rejected", "SB-2"]]);
  });

  test("a document that is sent again under its number and in doubt is one row, not two", async () => {
    const { desk } = await shop({}, { sameClock: true });
    await known(desk, "SB-1", {});
    await sees(desk, "id of SB-1", "VALIDATION_FAILED");
    const { account } = given(await desk.openedJournal.tries.called("SB-1"))[0]?.intent ?? {};
    const again = intent({
      account: account ?? "",
      content: "corrected",
      replaces: "id of SB-1",
      documentNumber: "SB-1",
    });
    await (await attemptAt(desk.openedJournal, again)).armed();
    expect(await what(desk)).toEqual([["failed", "SB-1"]].slice(1)); // a live process is sending it
    const [attempt] = given(await desk.openedJournal.tries.page({ states: ["under-way"] }, { after: 0 }, 1));
    expect(attempt?.intent.replaces).toBe("id of SB-1");
  });

  test("--done records a word for several, with who said it; it counts for what is due now", async () => {
    const desk = { ...(await rejected()), environment: { USER: "mona" } };
    await known(desk, "SB-2", {});
    await sees(desk, "id of SB-2", "VALIDATION_FAILED");
    const said = await run(desk, ["SB-1", "id of SB-2"], { done: "reversed in the books" });
    expect(said.outcome).toBe("done");
    expect(renderJson(said).recorded).toMatchObject([
      { document_number: "SB-1", due: "rejected", reason: "reversed in the books", recorded_by: "mona" },
      { document_number: "SB-2", due: "failed" },
    ]);
    expect(await what(desk)).toEqual([]);
    await sees(desk, "id of SB-2", "REJECTED");
    expect(await what(desk)).toEqual([["rejected", "SB-2"]]); // the statement covers only the failed validation
  });

  test("a word is refused for what it cannot end, for what owes nothing and for what is unknown; then nothing is recorded", async () => {
    const { desk, sandbox } = await shop({}, { sameClock: true });
    await known(desk, "SB-1", {});
    await known(desk, "SB-2", {});
    await sees(desk, "id of SB-1", "REJECTED");
    await sees(desk, "id of SB-2", "APPROVED");
    await sandbox.call("POST", "/sandbox/faults", { faults: [{ fault: "close", method: "POST", processed: true }] });
    await expect(create(desk, numbered("SB-3", { buyer_reference: "3" }))).rejects.toThrow("answer-lost");
    const path = desk.file("late.yaml", writeYaml(numbered("SB-4"), "invoice"));
    const refused = await run(desk, ["SB-1", "SB-2", "SB-3", "SB-9", path], { done: "because" });
    expect(refused.problems.map(({ code, message }) => [code, message])).toEqual([
      ["not-found", 'The journal has no document "SB-9". Nothing was recorded.'],
      ["bad-usage", `${path} is a file, and no word ends what is due for it. Nothing was recorded.`],
      ["bad-usage", "Nothing is due for SB-2. Nothing was recorded."],
      ["bad-usage", "SB-3 is in doubt, and no word ends that. Nothing was recorded."],
    ]);
    expect(refused.problems[3]?.hint).toMatch(/^Ask the service: selfbill resolve [A-Z0-9]+ --check$/);
    expect((await what(desk)).map(([each]) => each)).toEqual(["in-doubt", "rejected"]);
    for (const options of [{ done: " " }, { done: "x".repeat(301) }, { done: "x", check: true }, { strict: true }])
      expect((await run(desk, ["SB-1"], options)).outcome, JSON.stringify(options)).toBe("usage");
    expect((await run(desk, [], { done: "x" })).outcome).toBe("usage");
  });

  test("a number shows its rows alone; a file of that name wins", async () => {
    const desk = await rejected();
    await known(desk, "SB-2", {});
    await sees(desk, "id of SB-2", "REJECTED");
    expect(await what(desk, {}, ["SB-2"])).toEqual([["rejected", "SB-2"]]);
    expect(await what(desk, {}, ["id of SB-1"])).toEqual([["rejected", "SB-1"]]);
    await sees(desk, "id of SB-2", "APPROVED");
    const terminal = makeStyle({ isTerminal: true, columns: 100, environment: {}, noColor: true });
    expect(shown(await run({ ...desk, dataStyle: terminal }, ["SB-2"]))).toBe("Nothing is due for SB-2.\n");
    const path = desk.file("SB-1", writeYaml(numbered("SB-7"), "invoice"));
    await known(desk, path, {});
    expect((await what(desk, {}, [path])).map(([each]) => each)).toContain("not-issued");
  });
});

describe("what a script hears", () => {
  const coded = async (desk: ServiceDesk, more: DueOptions = {}, words: string[] = []) =>
    (await run(desk, words, { exitCode: true, ...more })).outcome;

  test("--exit-code tells the worst; without it nothing changes", async () => {
    const { desk, clock, sandbox } = await shop({}, { sameClock: true });
    expect(await coded(desk)).toBe("done");
    await known(desk, "SB-1", {});
    clock.advance(2 * day);
    expect([await coded(desk), (await run(desk)).outcome]).toEqual(["pending", "done"]);
    const days = (actual_delivery_date: string) =>
      desk.file("march.yaml", writeYaml(numbered("SB-5", { delivery: { actual_delivery_date } }), "invoice"));
    const today = new Date(clock.now()).toISOString().slice(0, 10);
    const back = (count: number) => new Date(Date.parse(today) - count * day * 1000).toISOString().slice(0, 10);
    for (const [count, code] of [
      [10, "pending"],
      [11, "invalid"],
      [15, "invalid"],
    ] as const)
      expect(await coded(desk, {}, [days(back(count))]), String(count)).toBe(code);
    await known(desk, "SB-2", {});
    await sees(desk, "id of SB-2", "VALIDATION_FAILED");
    expect(await coded(desk, {}, [days(back(15))])).toBe("rejected");
    await sandbox.call("POST", "/sandbox/faults", { faults: [{ fault: "close", method: "POST", processed: true }] });
    await expect(create(desk, numbered("SB-3", { buyer_reference: "3" }))).rejects.toThrow("answer-lost");
    expect(await coded(desk)).toBe("in_doubt");
  });

  test("answers and agreements change the code only with --strict", async () => {
    const { desk } = await shop({}, { sameClock: true });
    await known(desk, "SB-1", {});
    await sees(desk, "id of SB-1", "APPROVED");
    const { id: trn } = intent().supplier;
    const supplier = { supplier: "Desert Lime", agreement_number: "1", agreement_expiry: "2026-01-31", trn };
    const at: ServiceDesk = { ...desk, suppliers: async () => ok({ path: "suppliers.yaml", suppliers: [supplier] }) };
    expect(await what(at)).toEqual([["agreement", "Desert Lime"]]);
    expect([await coded(at), await coded(at, { strict: true })]).toEqual(["done", "pending"]);
  });

  test("--quiet is one line, or nothing", async () => {
    const { desk } = await shop({}, { sameClock: true });
    const quiet = async (): Promise<string> => {
      const { view } = await run({ ...desk, quiet: true });
      return view.view === "raw" ? view.text : view.view;
    };
    expect(await quiet()).toBe("");
    for (const [number, state] of [
      ["SB-1", "REJECTED"],
      ["SB-2", "REJECTED"],
      ["SB-3", "VALIDATION_FAILED"],
    ] as const) {
      await known(desk, number, {});
      await sees(desk, `id of ${number}`, state);
    }
    expect(await quiet()).toBe("selfbill: 1 failed, 2 rejected\n");
  });

  test("where the service tells no status, documents are one line: no row and no exit code", async () => {
    const { desk, clock } = await shop({}, { sameClock: true, extras: false });
    await known(desk, "SB-1", {});
    await known(desk, "SB-2", {});
    clock.advance(30 * day);
    const terminal = makeStyle({ isTerminal: true, columns: 80, environment: {}, noColor: true });
    const report = await run({ ...desk, dataStyle: terminal }, [], { exitCode: true, strict: true });
    expect([report.outcome, renderJson(report).without_status]).toEqual(["done", 2]);
    expect(shown(report).split("\n")).toEqual([
      "Nothing is due.",
      "Suppliers' answers are not asked for: selfbill due --acceptance-days 7",
      "2 documents were created; this service tells no status of them.",
      "",
    ]);
  });

  test("a leg that such a service tells as rejected is not lost", async () => {
    const { desk, clock } = await shop({}, { sameClock: true, extras: false });
    await create(desk, creditNote({ ...from("1999999921") }));
    clock.advance(3_600);
    expect(await what(desk, { check: true })).toEqual([["rejected", "SBC-2026-0001"]]);
    expect(await what(desk)).toEqual([["rejected", "SBC-2026-0001"]]);
  });
});
