import { describe, expect, test } from "vitest";
import { creditNote } from "../support/documents.ts";
import { ask, create, from, resultsOf, screen, shop, wrongTrn } from "../support/shop.ts";
import type { TestSandbox } from "../support/start-sandbox.ts";

const number = "SBC-2026-0001";

describe("answers that say nothing", () => {
  const order = (sandbox: TestSandbox, ...faults: object[]) => sandbox.call("POST", "/sandbox/faults", { faults });
  const path = "/api/purchase-credit-notes/";

  test.each(Object.entries({ approved: {}, rejected: from("1999999913"), invalid: wrongTrn() }))(
    "500, 429, a reset, garbage and a cut answer in between do not change the end of a watch: %s",
    async (_, change) => {
      const undisturbed = await shop();
      await create(undisturbed.desk, creditNote(change));
      const quiet = await ask(undisturbed.desk, [number], { watch: true });
      const { desk, sandbox } = await shop();
      await create(desk, creditNote(change));
      await order(
        sandbox,
        { fault: "status", status: 500, method: "GET", path },
        { fault: "rate-limited", retry_after: 7, method: "GET", path },
        { fault: "close", method: "GET", path },
        { fault: "not-json", status: 200, method: "GET", path },
        { fault: "cut", bytes: 20, method: "GET", path },
        { fault: "status", status: 404, method: "GET", path: "/api/nowhere" },
      );
      const said = desk.said.length;
      const report = await ask(desk, [number], { watch: true });
      expect(report.outcome).toBe(quiet.outcome);
      expect(desk.said.slice(said).filter((each) => each.includes("asking again"))).toHaveLength(5);
    },
  );

  test("a watch that never got an answer ends as not answered, one that saw PENDING as pending", async () => {
    const { desk, sandbox } = await shop();
    await create(desk, creditNote(from("1999999939")));
    await order(sandbox, { fault: "status", status: 503, times: 99 });
    expect((await ask(desk, [number], { watch: true, timeout: 20 })).outcome).toBe("not_sent");
    const other = await shop();
    await create(other.desk, creditNote(from("1999999939")));
    await order(
      other.sandbox,
      { fault: "stall", milliseconds: 0, method: "GET", path },
      { fault: "status", status: 503, times: 99, path },
    );
    expect((await ask(other.desk, [number], { watch: true, timeout: 20 })).outcome).toBe("pending");
  });

  test("Retry-After is waited out, also without a watch", async () => {
    const { desk, sandbox, clock } = await shop();
    await create(desk, creditNote());
    clock.advance(10);
    await order(sandbox, { fault: "rate-limited", retry_after: 45, path });
    expect((await ask(desk, [number])).outcome).toBe("done");
    expect(desk.now().getTime()).toBe(Date.parse("2026-06-15T08:00:55Z"));
  });

  test.each([400, 403, 404, 500, 503])(
    "a %i for the legs leaves the verdict and is said to be no status",
    async (code) => {
      const { desk, sandbox, clock } = await shop();
      const id = await create(desk, creditNote());
      clock.advance(10);
      await order(sandbox, { fault: "status", status: code, path: `${path}${id}/peppol-status`, times: 9 });
      const report = await ask(desk, [number]);
      expect(report.outcome).toBe("done");
      expect(resultsOf(report)[0]?.snapshot).toBeUndefined();
      expect(screen(report)).toMatch(/not known|not available yet/);
    },
  );

  test.each([
    [400, "not_sent"],
    [403, "auth"],
    [404, "refused"],
    [401, "auth"],
    [500, "not_sent"],
  ] as const)("a %i for a sales credit note is no verdict: %s", async (code, outcome) => {
    const { desk, sandbox } = await shop();
    await order(sandbox, { fault: "status", status: code, path: "/api/sales-credit-notes/", times: 9 });
    const report = await ask(desk, ["5a1e5000-0000-4000-8000-000000000007"], { sales: true });
    expect(report.outcome).toBe(outcome);
    expect(screen(report)).toContain("Status not known");
  });

  test("without Phase 2 the subscription is named, and the verdict still stands where the document tells it", async () => {
    const { desk, clock } = await shop({ phase2: false });
    await create(desk, creditNote());
    clock.advance(10);
    const report = await ask(desk, [number]);
    expect(report.outcome).toBe("done");
    expect(screen(report)).toMatch(/“Phase 2” subscription, which yours may not include/);
    const sales = await ask(desk, ["5a1e5000-0000-4000-8000-000000000001"], { sales: true, watch: true });
    expect(sales.outcome).toBe("auth");
    expect(screen(sales)).toMatch(/“Phase 2” subscription, which yours may not include/);
  });

  test.each([true, false])("a status that is not there yet is waited for (extras: %j)", async (extras) => {
    const { desk } = await shop({ snapshot404: true }, { extras });
    await create(desk, creditNote());
    const now = await ask(desk, [number]);
    expect(now.outcome).toBe("pending");
    expect(screen(now)).toMatch(/not available yet|no status yet/);
    expect((await ask(desk, [number], { watch: true })).outcome).toBe(extras ? "done" : "pending");
    expect(screen(await ask(desk, [number]))).toMatch(/│ Status +│ delivered +│[\s\S]*│ Time +│ 2026-06-15 /);
  });
});
