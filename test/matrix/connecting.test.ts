import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { createServer } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { defaultPatience } from "../../src/send/access.ts";
import { callsThatChange, openService } from "../../src/send/index.ts";
import { makeIdentity } from "../support/certificate.ts";
import { row } from "../support/failure-matrix.ts";
import { accessTo, http, listen, startRawServer } from "../support/raw-server.ts";
import { codesOf, created, creating, deskBefore, fullDisk, resultOf, sender, template } from "../support/sender.ts";

/** Returns a port that no program listens on. */
async function nobody(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await new Promise<void>((done) => server.close(() => done()));
  return port;
}

/** The settings of a remote service, which must not have a sandbox's business profile. */
const elsewhere = { SELFBILL_BUSINESS_PROFILE_ID: "BP-7Q2M4X9KTD" };

describe("9 connect", () => {
  test(row("9 connect", "a name that nobody knows: 22"), async () => {
    const ran = await sender("https://einvoice.invalid", undefined, elsewhere).run();
    expect([ran.code, codesOf(ran)]).toEqual([22, ["not-connected"]]);
  });

  test(row("9 connect", "an address where nobody listens: 22, and the next run sends it"), async () => {
    const { home, run } = sender(await nobody());
    const ran = await run();
    expect([ran.code, codesOf(ran)]).toEqual([22, ["not-connected"]]);
    expect(resultOf(ran).problems[0].message).toContain("nothing answers at its address");
    expect((await sender((await creating()).port, home).run()).code).toBe(0);
  });

  test.each([
    ["refuses", () => startRawServer((socket) => socket.end("HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n"))],
    ["is not there", async () => ({ port: await nobody() })],
  ])(row("9 connect", "a proxy that %s is named and not gone round: 22"), async (_, start) => {
    const { port } = await start();
    const proxy = { HTTPS_PROXY: `http://127.0.0.1:${port}` };
    const ran = await sender("https://einvoice.example", undefined, { ...elsewhere, ...proxy }).run();
    expect([ran.code, codesOf(ran)]).toEqual([22, ["not-connected"]]);
    expect(resultOf(ran).problems[0].message).toContain(`127.0.0.1:${port}`);
  });

  test(row("9 connect", "too slow: 22"), async () => {
    const unreachable = { baseUrl: "https://192.0.2.1", patience: { connect: 100, pauses: [] } }; // an unassigned address
    expect(
      await openService(accessTo(0, unreachable))[callsThatChange].create("invoice", "BP-1", template),
    ).toMatchObject({
      verdict: "not-sent",
      problems: [{ code: "not-connected" }],
    });
  });

  test(row("9 connect", "it is tried three times, and no more"), async () => {
    let sockets = 0;
    const count = (): void => {
      sockets += 1;
    };
    subscribe("net.client.socket", count);
    onTestFinished(() => void unsubscribe("net.client.socket", count));
    const access = accessTo(await nobody(), { patience: { pauses: defaultPatience.pauses.map(() => 1) } });
    expect(await openService(access)[callsThatChange].create("invoice", "BP-1", template)).toMatchObject({
      verdict: "not-sent",
    });
    expect(sockets).toBe(3);
  });
});

describe("9 TLS", () => {
  test.each([
    ["that nobody vouches for", makeIdentity(["127.0.0.1"])],
    ["for another name", makeIdentity(["other.example"])],
    ["that has expired", makeIdentity(["127.0.0.1"], new Date("2020-01-01T00:00:00Z"))],
  ])(row("9 TLS", "a certificate %s: 22, no request, and no hint that weakens the check"), async (_, identity) => {
    const server = await startRawServer((socket) => socket.end(http(201, created)), identity);
    const ran = await sender(`https://127.0.0.1:${server.port}`).run();
    expect([ran.code, codesOf(ran), server.requests.length]).toEqual([22, ["not-connected"], 0]);
    const [{ hint }] = resultOf(ran).problems;
    expect(hint).toMatch(/NODE_EXTRA_CA_CERTS/);
    expect(hint).not.toMatch(/REJECT_UNAUTHORIZED|insecure|ignore/i);
  });

  test(row("9 TLS", "a reset in the handshake: 22"), async () => {
    const server = createServer((socket) =>
      socket.once("data", () => socket.resetAndDestroy()).on("error", () => undefined),
    );
    const port = await listen(server);
    onTestFinished(() => void server.close());
    const ran = await sender(`https://127.0.0.1:${port}`).run();
    expect([ran.code, codesOf(ran)]).toEqual([22, ["not-connected"]]);
  });

  test(row("9 TLS", "a check that the environment switches off: 22 before anything connects"), async () => {
    const server = await startRawServer((socket) => socket.end(http(201, created)), makeIdentity(["127.0.0.1"]));
    const off = { NODE_TLS_REJECT_UNAUTHORIZED: "0" };
    const ran = await sender(`https://127.0.0.1:${server.port}`, undefined, off).run();
    expect([ran.code, server.connections.length]).toEqual([22, 0]);
  });
});

describe("10 armed", () => {
  test(row("10 armed", "where it cannot be recorded the connection is closed before a byte: 27"), async () => {
    let received = 0;
    const gone: Promise<unknown>[] = [];
    const server = createServer((socket) => {
      gone.push(once(socket, "close"));
      socket.on("data", (chunk) => {
        // The program first asks whether the service is a sandbox, and which documents it lists.
        if (chunk.toString().startsWith("GET ")) socket.end(http(404, ""));
        else received += chunk.length;
      });
      socket.on("error", () => undefined);
    });
    const port = await listen(server);
    onTestFinished(() => void server.close());
    const { home, run } = sender(port);
    const { mend } = fullDisk(home, "armed");
    const ran = await run();
    expect(gone).toHaveLength(3);
    await Promise.all(gone);
    expect([ran.code, codesOf(ran), received]).toEqual([27, ["journal-unusable"], 0]);
    mend();
    expect((await sender((await creating()).port, home).run()).code).toBe(0);
  });
});

describe("11 send, 12 wait", () => {
  const large = template.replace("description: Ceramic", `description: ${"x".repeat(4_000_000)} Ceramic`);

  test.each(["resets", "closes"])(row("11 send", "a server that %s while the request is written: 23"), async (how) => {
    let connections = 0;
    const server = createServer((socket) => {
      connections += 1;
      socket.on("error", () => undefined);
      socket.once("data", () => (how === "resets" ? socket.resetAndDestroy() : socket.destroy()));
    });
    const port = await listen(server);
    onTestFinished(() => void server.close());
    const { desk, send } = deskBefore({ port });
    const file = desk.file("large.yaml", large);
    expect((await send({}, [file])).outcome).toBe("in_doubt");
    expect((await send({}, [file])).outcome).toBe("in_doubt");
    expect(connections).toBe(1);
  });

  test.each([
    ["for the head of an answer", { head: 100 }, ""],
    ["for more of a body", { idle: 100 }, http(201, created).slice(0, -5)],
    ["for all of it", { whole: 300 }, ""],
  ])(row("12 wait", "patience ends %s: 23, and it is never sent again"), async (_, patience, before) => {
    const server = await startRawServer((socket) => void socket.write(before));
    const { send } = deskBefore(server, { patience });
    expect((await send()).outcome).toBe("in_doubt");
    expect((await send()).outcome).toBe("in_doubt");
    expect(server.requests).toHaveLength(1);
  });

  test(row("12 wait", "a reset instead of an answer: 23, and it is never sent again"), async () => {
    const server = await startRawServer((socket) => void socket.resetAndDestroy());
    const { send } = deskBefore(server);
    expect((await send()).outcome).toBe("in_doubt");
    expect((await send()).outcome).toBe("in_doubt");
    expect(server.requests).toHaveLength(1);
  });
});
