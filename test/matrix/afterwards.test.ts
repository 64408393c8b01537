import { describe, expect, test } from "vitest";
import { creditNote } from "../support/documents.ts";
import { row } from "../support/failure-matrix.ts";
import { given } from "../support/journal-file.ts";
import { http, startRawServer } from "../support/raw-server.ts";
import { runSelfbill, startSelfbill, temporaryFolder } from "../support/run-selfbill.ts";
import { startSandboxProcess } from "../support/sandbox-process.ts";
import { answering, created, creating, deskBefore, first, resultOf, sender, template } from "../support/sender.ts";
import { ask, create, shop } from "../support/shop.ts";

describe("status", () => {
  test.each([500, 503, 429])(row("status", "%i five times: 22, and the document stays created"), async (status) => {
    const { desk, sandbox } = await shop();
    const id = await create(desk, creditNote());
    await sandbox.call("POST", "/sandbox/faults", { faults: [{ fault: "status", status, method: "GET", times: 99 }] });
    const said = desk.said.length;
    const report = await ask(desk, [id]);
    expect(report.outcome).toBe("not_sent");
    expect(desk.said.slice(said).filter((each) => each.includes("asking again in"))).toHaveLength(4);
    expect(given(await desk.openedJournal.find(`sandbox:${sandbox.businessProfileId}`, id))).toMatchObject([{ id }]);
  });

  test.skipIf(process.platform === "win32")(row("12 stop", "each signal ends a watch with its own code"), async () => {
    const sandbox = await startSandboxProcess(temporaryFolder(), "--pending-seconds", "600");
    const whose = { SELFBILL_BUSINESS_PROFILE_ID: sandbox.businessProfileId, SELFBILL_TOKEN: sandbox.token };
    const { env, home, run } = sender(sandbox.baseUrl, undefined, whose);
    const { id } = resultOf(await run());
    for (const [signal, code] of [
      ["SIGINT", 130],
      ["SIGTERM", 143],
      ["SIGHUP", 129],
    ] as const) {
      const running = startSelfbill(["status", id, "--watch"], { home, env });
      await running.says("PENDING");
      running.signal(signal);
      expect((await running.ended).code).toBe(code);
    }
  });
});

describe("time", () => {
  test.each([
    ["10 minutes behind", 600_000, ["clock-off"]],
    ["10 minutes ahead of", -600_000, ["clock-off"]],
    ["a minute behind", 60_000, []],
    ["less than five minutes behind", 282_000, []],
  ])(row("time", "a clock that is %s the service's"), async (_, ahead, codes) => {
    const server = await startRawServer((socket) =>
      socket.end(http(201, created, { date: new Date(Date.now() + ahead).toUTCString() })),
    );
    const result = first(await deskBefore(server).send());
    expect([result.outcome, result.problems.map(({ code }) => code)]).toEqual(["done", codes]);
  });

  test.each([
    ["tomorrow", "2026-06-21", ["date-ahead"]],
    ["today in the Emirates, though not in Greenwich", "2026-06-20", []],
  ])(row("time", "an issue date that is %s"), async (_, date, codes) => {
    const { desk, send } = deskBefore(await creating(), { today: "2026-06-19T21:30:00Z" });
    const file = desk.file("one.yaml", template.replace(/^issue_date: .*/m, `issue_date: ${date}`));
    const result = first(await send({}, [file]));
    expect([result.outcome, result.problems.map(({ code }) => code)]).toEqual(["done", codes]);
  });
});

describe("resolve", () => {
  test(row("resolve", "every command tells of it until a person's word settles it, and the word is kept"), async () => {
    const server = await startRawServer(answering(http(500, "{}")));
    const { env, home, run } = sender(server.port);
    expect((await run()).code).toBe(23);
    const line = "1 document may or may not have been sent — selfbill resolve";
    const others = [["profile", "list"], ["history"], ["validate", "templates/standard-invoice.yaml"]];
    for (const words of others) expect((await runSelfbill(words, { home, env })).stderr).toContain(line);
    const [{ id }] = JSON.parse((await runSelfbill(["resolve", "--json"], { home, env })).stdout).doubts;
    const word = ["resolve", id, "--not-created", "--yes"];
    expect((await runSelfbill(word, { home, env: { ...env, USER: "amina" } })).code).toBe(0);
    for (const words of others) expect((await runSelfbill(words, { home, env })).stderr).not.toContain(line);
    const { history } = JSON.parse((await runSelfbill(["history", "--json"], { home, env })).stdout);
    expect(history[0].resolution).toMatchObject({ verdict: "not-created", how: "word", by: "amina" });
    const ready = await creating();
    expect(resultOf(await sender(ready.port, home).run())).toMatchObject({ outcome: "done", replayed: false });
  });
});
