import { describe, expect, test } from "vitest";
import { due } from "../../src/commands/due.ts";
import { listCommand } from "../../src/commands/list.ts";
import { resubmit } from "../../src/commands/resubmit.ts";
import { show } from "../../src/commands/show.ts";
import type { SelfBilledDocument } from "../../src/document/index.ts";
import { report } from "../../src/extras/reports/command.ts";
import { writeYaml } from "../../src/read/index.ts";
import { renderJson } from "../../src/render/index.ts";
import type { Report } from "../../src/report/index.ts";
import { invoiceBody, lineBody } from "../contract/bodies.ts";
import { invoice } from "../support/documents.ts";
import { settle, shop, told } from "../support/doubts.ts";
import { runCommand } from "../support/run-command.ts";
import type { ServiceDesk } from "../support/service-desk.ts";
import { ask, create, wrongTrn } from "../support/shop.ts";

const [line] = invoice().document_lines ?? [];
const corrected = invoice({ document_number: "SB-1" });
const smaller = invoice({ document_number: "SB-1", document_lines: [{ ...line, quantity: "20" }] });

/** SB-1 failed validation. `again` resubmits a corrected SB-1; `lose` does the same, but the answer is lost. */
async function failed() {
  const { desk, sandbox, clock } = await shop();
  const id = await create(desk, invoice({ ...wrongTrn(), document_number: "SB-1" }));
  sandbox.clock.advance(10);
  const again = (document: SelfBilledDocument, options: { allowSimilar?: boolean } = {}): Promise<Report> => {
    const file = desk.file("corrected.yaml", writeYaml(document, "invoice"));
    return runCommand(resubmit, desk, ["SB-1", file], { invoice: true, yes: true, sendAnyway: true, ...options });
  };
  const lose = async (document: SelfBilledDocument, processed: boolean, seconds = 300): Promise<void> => {
    await sandbox.call("POST", "/sandbox/faults", { faults: [{ fault: "close", method: "PUT", processed }] });
    expect((await again(document)).outcome).toBe("in_doubt");
    clock.advance(seconds);
  };
  return { desk, sandbox, id, again, lose };
}

/** The result of `resolve --check`. */
async function checked(desk: ServiceDesk): Promise<{ resolved: object[]; why: readonly string[] }> {
  const answer = await settle(desk, { check: true });
  return { resolved: told(answer).resolved, why: answer.problems.map(({ message }) => message) };
}

const codes = ({ view }: Report): readonly string[] =>
  view.view === "submissions" ? view.results.flatMap(({ problems }) => problems.map(({ code }) => code)) : [];

describe("a correction in doubt", () => {
  test.each([
    ["with the same content", corrected],
    ["with other content", smaller],
    ["with another number", { ...smaller, document_number: "SB-9" }],
  ])("is not sent again %s, also as a possible duplicate", async (_, document) => {
    const { again, lose, desk } = await failed();
    await lose(corrected, false);
    for (const allowSimilar of [false, true]) {
      const refused = await again(document, { allowSimilar });
      expect([refused.outcome, codes(refused)]).toEqual(["in_doubt", ["still-in-doubt"]]);
    }
    expect(told(await settle(desk)).doubts).toHaveLength(1);
  });

  test("is sent again once it is settled as not created", async () => {
    const { again, lose, desk } = await failed();
    await lose(corrected, false);
    await settle(desk, { notCreated: true, yes: true }, ["SB-1"]);
    expect((await again(smaller)).outcome).toBe("done");
  });

  test("can be settled after a later correction with the same content", async () => {
    const { again, lose, desk, id } = await failed();
    await lose(corrected, false);
    const [{ id: attempt } = {}] = told(await settle(desk)).doubts;
    await settle(desk, { notCreated: true, yes: true }, ["SB-1"]);
    expect((await again(corrected)).outcome).toBe("done");
    expect((await settle(desk, { undo: true }, [`${attempt}`])).outcome).toBe("in_doubt");
    expect(told(await settle(desk)).doubts).toMatchObject([{ id: attempt }]);
    expect((await runCommand(due, desk, [], { exitCode: true })).outcome).toBe("in_doubt");
    expect(told(await settle(desk, { check: true })).resolved).toMatchObject([{ verdict: "created", created_id: id }]);
    expect((await runCommand(due, desk, [], { exitCode: true })).outcome).toBe("done");
  });
});

describe("resolve --check of a correction", () => {
  test("that never arrived: the document still has its earlier content", async () => {
    const { lose, desk, again } = await failed();
    await lose(corrected, false);
    expect(await checked(desk)).toMatchObject({ resolved: [{ verdict: "not-created" }], why: [] });
    expect((await again(corrected)).outcome).toBe("done");
  });

  test("does not believe that within four minutes of sending", async () => {
    const { lose, desk, again } = await failed();
    await lose(corrected, false, 180);
    const { resolved, why } = await checked(desk);
    expect([resolved, why]).toEqual([[], [expect.stringContaining("has its earlier content, which counts only four")]]);
    expect((await again(corrected)).outcome).toBe("in_doubt");
  });

  test("in place of which another one arrived: it does not exist", async () => {
    const { lose, desk, again } = await failed();
    await lose(corrected, false);
    const [{ id: attempt } = {}] = told(await settle(desk)).doubts;
    await settle(desk, { notCreated: true, yes: true }, ["SB-1"]);
    expect((await again(smaller)).outcome).toBe("done");
    await settle(desk, { undo: true }, [`${attempt}`]);
    expect(await checked(desk)).toMatchObject({ resolved: [{ id: attempt, verdict: "not-created" }] });
  });

  test.each([
    ["is on its way", smaller],
    ["failed once more", { ...smaller, ...wrongTrn() }],
  ])("that arrived and %s: it exists", async (_, document) => {
    const { lose, desk, sandbox, id } = await failed();
    await lose(document, true);
    sandbox.clock.advance(10);
    expect(await checked(desk)).toMatchObject({ resolved: [{ verdict: "created", created_id: id }], why: [] });
  });

  test("with unchanged content says nothing while the document is in VALIDATION_FAILED", async () => {
    const { lose, desk } = await failed();
    await lose(invoice({ ...wrongTrn(), document_number: "SB-1" }), false);
    const { resolved, why } = await checked(desk);
    expect([resolved, why]).toEqual([[], [expect.stringContaining("before or after the correction")]]);
  });

  test("of which the service shows other content than was ever sent settles nothing", async () => {
    const { lose, desk, sandbox, id } = await failed();
    await lose(corrected, false);
    const path = `/api/purchase-invoices/${id}/${sandbox.businessProfileId}`;
    const other = invoiceBody({ document_number: "SB-1", document_lines: [lineBody({ quantity: 7 })] });
    expect((await sandbox.call("PUT", path, other)).status).toBe(200);
    const { resolved, why } = await checked(desk);
    expect([resolved, why]).toEqual([[], [expect.stringContaining("differs from what was sent")]]);
  });
});

describe("a correction in doubt that the service accepted", () => {
  const month = { month: "2026-06" };

  test("stands in report, list and show for its document, and is counted once it is settled", async () => {
    const { lose, desk, sandbox } = await failed();
    await lose(smaller, true);
    sandbox.clock.advance(10);
    await ask(desk, ["SB-1"], { invoice: true });
    const reported = async (options = {}) => {
      const { view, problems } = await runCommand(report, desk, [], { ...month, ...options });
      // biome-ignore lint/suspicious/noExplicitAny: a test looks into JSON of any shape
      const data = (view as any).data;
      const states = data.documents.map(({ state }: { state: string }) => state);
      return { states, counted: data.counted.in_aed.gross, problems };
    };
    const open = { states: ["in-doubt"], counted: "0.00", problems: [] };
    expect(await reported()).toEqual(open);
    expect(await reported({ refresh: true })).toEqual(open);
    expect(await reported()).toEqual(open);
    const listed = renderJson(await runCommand(listCommand, desk, [], month));
    expect(listed.documents).toMatchObject([{ stage: "in-doubt", gross: "5250" }]);
    const attempts = [{ state: "created" }, { state: "in-doubt" }];
    expect(renderJson(await runCommand(show, desk, ["SB-1"], {})).documents).toMatchObject([{ attempts }]);
    await checked(desk);
    await ask(desk, ["SB-1"], { invoice: true });
    expect(await reported()).toMatchObject({ states: ["approved"], counted: "5250.00" });
  });

  test("that never arrived leaves the failed document one row", async () => {
    const { lose, desk } = await failed();
    await lose(smaller, false);
    const rows = async () => renderJson(await runCommand(listCommand, desk, [], month)).documents;
    expect(await rows()).toMatchObject([{ stage: "in-doubt" }]);
    await checked(desk);
    expect(await rows()).toMatchObject([{ stage: expect.not.stringMatching("in-doubt"), gross: "10500" }]);
  });
});
