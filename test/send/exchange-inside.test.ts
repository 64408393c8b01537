import { expect, test } from "vitest";
import { problem } from "../../src/problem/index.ts";
import type { ServiceInside } from "../../src/send/access.ts";
import { exchangeInside } from "../../src/send/exchange-inside.ts";

const request = { method: "POST", path: "/api/purchase-invoices/SBX-1", headers: {}, body: Buffer.from("{}") } as const;
const answer = { status: 201, headers: { "content-type": "application/json" }, body: Buffer.from("{}") };

/** A service that records the requests it receives, in order. */
function service(happened: string[]): ServiceInside {
  return async ({ method, path }) => {
    happened.push(`${method} ${path}`);
    return answer;
  };
}

test("the record of what is about to be sent is made before the service sees anything", async () => {
  const happened: string[] = [];
  const beforeFirstByte = async () => void happened.push("recorded");
  const found = await exchangeInside(request, service(happened), { beforeFirstByte });
  expect(happened).toEqual(["recorded", "POST /api/purchase-invoices/SBX-1"]);
  expect(found).toEqual({ armed: true, complete: true, ...answer });
});

test("what cannot be recorded is not sent", async () => {
  const happened: string[] = [];
  const no = problem("journal-unusable", "The disk is full.", "Free some space.");
  const refused = await exchangeInside(request, service(happened), { beforeFirstByte: () => no });
  expect(refused).toMatchObject({ armed: false, complete: false, failure: { kind: "hook", problem: no } });
  const thrown = await exchangeInside(request, service(happened), {
    beforeFirstByte: () => Promise.reject(new Error("disk")),
  });
  expect(thrown).toMatchObject({ armed: false, complete: false, failure: { kind: "broken", message: "disk" } });
  expect(happened).toEqual([]);
});

test("a stop before or while it is recorded sends nothing", async () => {
  const happened: string[] = [];
  const early = await exchangeInside(request, service(happened), {
    signal: AbortSignal.abort(),
    beforeFirstByte: () => void happened.push("recorded"),
  });
  expect(early).toMatchObject({ armed: false, failure: { kind: "stopped" } });
  expect(happened).toEqual([]);
  const stop = new AbortController();
  const late = await exchangeInside(request, service(happened), {
    signal: stop.signal,
    beforeFirstByte: () => {
      stop.abort();
      return undefined;
    },
  });
  expect(late).toMatchObject({ armed: false, failure: { kind: "stopped" } });
  expect(happened).toEqual([]);
});

test("a service that fails in the middle leaves the outcome in doubt", async () => {
  const found = await exchangeInside(request, () => Promise.reject(new Error("database is locked")));
  expect(found).toMatchObject({
    armed: true,
    complete: false,
    failure: { kind: "broken", message: "database is locked" },
  });
  expect(found.status).toBeUndefined();
});
