import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { createInvoice } from "../../src/commands/create-invoice.ts";
import { resolve } from "../../src/commands/resolve.ts";
import { writeYaml } from "../../src/read/index.ts";
import { type At, behindTunnel, type Came } from "../support/behind-tunnel.ts";
import { line } from "../support/documents.ts";
import { moveClock } from "../support/moved-clock.ts";
import { documentIn, otherSupplier, type Place, plant, portal } from "../support/portal.ts";
import { runCommand } from "../support/run-command.ts";

const ended = ({ code, problems }: Came): unknown => [code, problems.filter((each) => each !== "buyer-unknown")];

/** Sets up a CI job that has a new home in each run and keeps only its journal, and that has sent one document. */
async function kept() {
  const place = await behindTunnel();
  const journal = place.folderOf("journal");
  let count = 0;
  const job = (more: Partial<At> = {}): At => {
    count += 1;
    return { home: place.folderOf(`job-${count}`), ci: true, journal, ...more };
  };
  expect(ended(await place.send(["1"], job({ words: { firstRun: true } })))).toEqual([0, []]);
  return { place, journal, job };
}

async function accept(place: Place, at: At): Promise<Came> {
  const asked = await place.accept(at);
  expect(asked.problems).toEqual(["needs-answer"]);
  expect(asked.said).toMatch(
    /^This journal has: .*\n^This computer: its clock says .+; its start has the id .+\n^Made elsewhere: /m,
  );
  const [, head = ""] = /--head ([0-9a-f]{16}|empty)/.exec(asked.words) ?? [];
  return place.accept(at, { yes: true, head });
}

const accepted = ({ report }: Came) =>
  (report.view.view === "facts" ? report.view.data.accepted : undefined) as Record<string, unknown> | undefined;

describe("a journal in CI that lacks what the service lists", () => {
  test("is stopped once; the one command that is named ends it, and the second day is silent", async () => {
    const { place, job: next } = await kept();
    const job = (): At => next({ mark: join(place.folder, "mark") });
    const ids = [
      await portal(place, otherSupplier),
      await portal(place, { ...otherSupplier, issue_date: "2026-03-02" }),
    ];
    const stopped = await place.send(["2"], job());
    expect(ended(stopped)).toEqual([27, ["journal-incomplete"]]);
    expect(stopped.words.match(/selfbill (?!first)[a-z]+(?: [a-z]+)?/g)).toEqual(["selfbill journal accept"]);
    const done = await accept(place, job());
    expect(ended(done)).toEqual([0, []]);
    expect(done.words).toMatch(/2 documents that this journal lacks/);
    for (const id of ids) expect(done.words).toContain(id);
    expect(done.words).toMatch(
      /SBX-INV-00000\d \(.{36}\): self-billed invoice, Dune Freight LLC, 2026-03-02, [\d,.]+ AED/,
    );
    expect(accepted(done)?.made_elsewhere).toMatchObject([{ kind: "invoice" }, { kind: "invoice" }]);
    expect(ended(await place.send(["2"], job()))).toEqual([0, []]);
    place.sandbox.clock.advance(24 * 3_600);
    expect(ended(await place.send(["2", "3"], job()))).toEqual([0, []]);
    const again = await place.accept(job());
    expect([again.code, again.words.includes("nothing to accept")]).toEqual([0, true]);
    expect(await place.created()).toBe(5);
  });

  test("what comes after stops it again", async () => {
    const { place, job } = await kept();
    await portal(place, otherSupplier);
    await accept(place, job());
    const id = await portal(place, { ...otherSupplier, issue_date: "2026-03-02" });
    const stopped = await place.send(["2"], job());
    expect(ended(stopped)).toEqual([27, ["journal-incomplete"]]);
    expect(stopped.words).toContain("1 document of this account");
    expect(accepted(await accept(place, job()))?.made_elsewhere).toMatchObject([{ id }]);
    expect(ended(await place.send(["2"], job()))).toEqual([0, []]);
  });

  test("in an older copy, what the later one sent is stopped by its looks after that", async () => {
    const { place, journal, job } = await kept();
    const old = join(place.folder, "old");
    cpSync(journal, old, { recursive: true });
    expect(ended(await place.send(["2"], job()))).toEqual([0, []]);
    expect(ended(await place.send(["2", "3"], job({ journal: old })))).toEqual([27, ["journal-incomplete"]]);
    expect(ended(await accept(place, job({ journal: old })))).toEqual([0, []]);
    expect(ended(await place.send(["2"], job({ journal: old })))).toEqual([24, ["made-elsewhere"]]);
    expect(ended(await place.send(["3"], job({ journal: old })))).toEqual([0, []]);
    expect(await place.created()).toBe(3);
  });

  test("are they many, all are recorded, and only what comes after is looked for", async () => {
    const { place, job } = await kept();
    plant(place, 1_200);
    const journal = place.folderOf("new");
    const at = (): At => job({ journal, words: { firstRun: true, allowSimilar: true } });
    expect(ended(await place.send(["2"], at()))).toEqual([27, ["journal-incomplete"]]);
    const done = await accept(place, at());
    expect(done.words).toMatch(/1,201 documents that this journal lacks.*and 1,191 more/s);
    expect(accepted(done)?.made_elsewhere).toHaveLength(1_201);
    const before = place.tunnel.requests.length;
    expect(ended(await place.send(["2"], at()))).toEqual([0, []]);
    const pages = place.tunnel.requests.slice(before).filter(({ path }) => path.includes("page="));
    expect(pages.flatMap(({ path }) => (path.includes("created_on=") ? [] : [path]))).toEqual([]);
  });

  test("what is in doubt here is not taken for made elsewhere", async () => {
    const { place, job } = await kept();
    const faults = [{ fault: "close", processed: true, method: "POST" }];
    await place.sandbox.call("POST", "/sandbox/faults", { faults });
    expect((await place.send(["2"], job())).code).toBe(23);
    await portal(place, otherSupplier);
    expect(accepted(await accept(place, job()))?.made_elsewhere).toHaveLength(1);
    expect((await place.send(["2"], job())).code).toBe(23);
    expect(await place.created()).toBe(3);
  });
});

describe("what may be a document in doubt", () => {
  const settled = (place: Place, at: At): Promise<Came> => {
    const options = { notCreated: true, yes: true };
    return place.run(at, (desk) => runCommand(resolve, desk, [join(place.folder, "2.yaml")], options));
  };

  test.each([
    ["is noted in CI and stops nothing", false],
    ["is noted when the journal is accepted, and is not among what is told", true],
  ])("%s; it still counts when the doubt has another end", async (_, accepts) => {
    const { place, job } = await kept();
    const clock = moveClock();
    onTestFinished(() => clock.restore());
    const pass = (days: number): void => {
      clock.move(days * 24 * 3_600_000);
      place.sandbox.clock.advance(days * 24 * 3_600);
    };
    await place.sandbox.call("POST", "/sandbox/faults", { faults: [{ fault: "close", method: "POST" }] });
    expect((await place.send(["2"], job())).code).toBe(23);
    const twin = documentIn(join(place.folder, "2.yaml"));
    await portal(place, twin);
    if (accepts) {
      const id = await portal(place, otherSupplier);
      expect(accepted(await accept(place, job()))?.made_elsewhere).toMatchObject([{ id }]);
    }
    for (const name of ["3", "4"]) {
      expect((await place.send([name], job())).code).toBe(0);
      pass(3);
    }
    expect((await settled(place, job())).code).toBe(0);
    const document = { ...twin, document_lines: [line()] };
    const file = join(place.folder, "alike.yaml");
    writeFileSync(file, writeYaml(document, "invoice"));
    const stopped = await place.run(job(), (desk) => runCommand(createInvoice, desk, [file], { yes: true }));
    expect([stopped.code, stopped.problems]).toEqual([24, expect.arrayContaining(["made-elsewhere"])]);
    expect(await place.created()).toBe(accepts ? 5 : 4);
  });
});

describe("what cannot be known", () => {
  test("without a token nothing is called accepted, and it is said why", async () => {
    const { place, job } = await kept();
    const mark = join(place.folder, "mark");
    const at = job({ mark, env: { SELFBILL_TOKEN: "" } });
    const first = await accept(place, at);
    // The mark was created, but the service could not be queried without a token.
    expect([first.code, first.report.problems.map(({ severity }) => severity)]).toEqual([0, ["warning"]]);
    expect(first.words).toMatch(/The journal was accepted, but what the service has .* is not known\. .*token/s);
    expect(accepted(first)?.made_elsewhere).toBeNull();
    const second = await place.accept(at);
    expect([second.code, second.problems]).toEqual([4, ["no-token"]]);
    expect(second.words).toContain(
      "The journal fits its mark, but what the service has and this journal lacks is not known.",
    );
  });

  test("a token of another account proves nothing", async () => {
    const { place, job } = await kept();
    const { body } = await place.sandbox.call("POST", "/sandbox/accounts", {});
    const mark = join(place.folder, "mark");
    await accept(place, job({ mark }));
    await portal(place, otherSupplier);
    const wrong = await place.accept(job({ mark, env: { SELFBILL_TOKEN: body.token } }));
    expect(ended(wrong)).toEqual([4, ["account-unseen"]]);
    expect(ended(await place.send(["2"], job({ mark })))).toEqual([27, ["journal-incomplete"]]);
  });

  test("a service without lists is named, and the mark is accepted", async () => {
    const { place, job } = await kept();
    const faults = Array.from({ length: 2 }, () => ({ fault: "status", status: 404, method: "GET" }));
    await place.sandbox.call("POST", "/sandbox/faults", { faults });
    const done = await accept(place, job({ mark: join(place.folder, "mark") }));
    expect(done.code).toBe(0);
    expect(done.words).toContain("not known: the service of this profile has no lists");
  });
});
