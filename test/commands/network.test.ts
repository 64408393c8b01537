import { readFileSync, statSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { makeIdentity } from "../support/certificate.ts";
import { http, listen, startRawServer } from "../support/raw-server.ts";
import { runSelfbill, temporaryFolder, top } from "../support/run-selfbill.ts";

const invoice = join(top, "templates/standard-invoice.yaml");
const created = { id: "6f0d0c8e-0000-4000-8000-000000000001", document_number: "INV-1", document_status: "PENDING" };

/** Settings for a service that is not a sandbox, addressed by its host name. */
const settings = (more: Record<string, string>) => ({
  SELFBILL_BASE_URL: "https://einvoice.example:8443",
  SELFBILL_BUSINESS_PROFILE_ID: "BP-1",
  SELFBILL_TOKEN: "canary-4711-token",
  ...more,
});

/** A proxy that requires a name and a password, and forwards everything to one local port. */
async function startProxy(target: number): Promise<{ url: string; open: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", (chunk: Buffer) => {
      const head = chunk.toString("latin1");
      asked.push(head);
      if (!head.includes(`Basic ${Buffer.from("clerk:canary-pass").toString("base64")}`))
        return socket.end("HTTP/1.1 407 Proxy Authentication Required\r\nproxy-authenticate: Basic\r\n\r\n");
      const onward = connect(target, "127.0.0.1");
      onward.on("error", () => socket.destroy());
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      return socket.pipe(onward).pipe(socket);
    });
  });
  const port = await listen(server);
  onTestFinished(() => void server.close());
  return { url: `http://clerk:canary-pass@127.0.0.1:${port}`, open: `http://127.0.0.1:${port}`, asked };
}

const create = (home: string, env: Record<string, string>, ...words: string[]) =>
  runSelfbill(["create-invoice", invoice, "--yes", "--json", ...words], { home, env });

test("an invoice is created through a proxy with a password and by a company's own authority; the trace tells it without secrets", async () => {
  const identity = makeIdentity(["einvoice.example"]);
  const server = await startRawServer((socket) => socket.end(http(201, JSON.stringify(created))), identity);
  const proxy = await startProxy(server.port);
  const home = temporaryFolder();
  const [ca, trace] = [join(home, "company.pem"), join(home, "trace.txt")];
  writeFileSync(ca, identity.cert);
  const env = settings({ HTTPS_PROXY: proxy.url });
  const ran = await create(home, env, "--ca-file", ca, "--trace", trace, "--show-requests");
  expect([ran.code, JSON.parse(ran.stdout).results[0].id]).toEqual([0, created.id]);
  expect(server.requests.at(-1)?.head).toContain("Bearer canary-4711-token");
  expect(proxy.asked).toHaveLength(2); // the service's list, and the document
  expect(proxy.asked.join("\n")).not.toContain("canary-4711-token");
  expect(ran.stderr).toMatch(/> POST https:\/\/einvoice\.example:8443\/api\/\S+\n(?:.*\n)*< 201\n/);
  const told = readFileSync(trace, "utf8");
  expect(told).toMatch(/ > POST https:\/\/einvoice\.example:8443\/api\//);
  expect(told).toMatch(/ > body: \d+ bytes, SHA-256 [0-9a-f]{64}\n/);
  expect(told).toContain("authorization: [hidden]");
  expect(told + ran.stdout + ran.stderr).not.toContain("canary");
  expect(told).not.toContain("Desert Lime");
  if (process.platform !== "win32") expect(statSync(trace).mode & 0o077).toBe(0);
});

test.each([
  ["nobody vouches for", makeIdentity(["einvoice.example"]), false, "trusts"],
  ["was made for another name", makeIdentity(["other.example"]), true, "another name"],
  ["has expired", makeIdentity(["einvoice.example"], new Date("2020-01-01T00:00:00Z")), true, "expired"],
])(
  "a certificate that %s ends with 22; nothing is sent, and the proxy is named",
  async (_what, identity, trusted, words) => {
    const server = await startRawServer((socket) => socket.end(http(201, JSON.stringify(created))), identity);
    const proxy = await startProxy(server.port);
    const home = temporaryFolder();
    writeFileSync(join(home, "company.pem"), identity.cert);
    const ran = await create(
      home,
      settings({ HTTPS_PROXY: proxy.url }),
      ...(trusted ? ["--ca-file", join(home, "company.pem")] : []),
    );
    expect([ran.code, server.requests.length]).toEqual([22, 0]);
    const [found] = JSON.parse(ran.stdout).results[0].problems;
    expect(found.message).toContain(words);
    expect(found.message).toContain(`proxy ${proxy.open}`);
    expect(found.hint).not.toMatch(/insecure|REJECT_UNAUTHORIZED/);
  },
);

test("a proxy that refuses the password is named, and nothing is sent", async () => {
  const server = await startRawServer((socket) => socket.end(http(201, "{}")));
  const proxy = await startProxy(server.port);
  const ran = await create(temporaryFolder(), settings({ HTTPS_PROXY: proxy.open.replace("//", "//clerk:wrong@") }));
  expect([ran.code, server.requests.length]).toEqual([22, 0]);
  expect(JSON.parse(ran.stdout).results[0].problems[0].message).toContain(`${proxy.open} answered 407`);
});

test.each([
  ["does not exist", undefined],
  ["holds no certificate", "hello"],
  ["is damaged", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"],
])("a file of authorities that %s ends with 27 before anything is asked", async (_what, text) => {
  const home = temporaryFolder();
  const file = join(home, "ca.pem");
  if (text !== undefined) writeFileSync(file, text);
  const ran = await create(home, settings({ HTTPS_PROXY: "http://127.0.0.1:1", SELFBILL_CA_FILE: file }));
  const answer = JSON.parse(ran.stdout);
  expect([ran.code, answer.problems[0].code]).toEqual([27, "ca-unusable"]);
  expect(answer.problems[0].message).toMatch(/^Nothing was sent/);
});

test("an answer that drips without end is ended by --request-timeout, and the document is in doubt", async () => {
  const drips: NodeJS.Timeout[] = [];
  onTestFinished(() => drips.forEach(clearInterval));
  const server = await startRawServer((socket) => {
    socket.write("HTTP/1.1 201 Created\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n");
    const drip = setInterval(() => void (socket.destroyed ? clearInterval(drip) : socket.write("1\r\n \r\n")), 100);
    drips.push(drip);
  });
  const home = temporaryFolder();
  const env = settings({ SELFBILL_BASE_URL: `http://127.0.0.1:${server.port}` });
  const ran = await create(home, env, "--request-timeout", "2");
  expect([ran.code, JSON.parse(ran.stdout).outcome]).toEqual([23, "in_doubt"]);
  expect(server.requests).toHaveLength(1);
  const wrong = await create(home, env, "--request-timeout", "181");
  expect([wrong.code, server.requests.length]).toEqual([2, 1]);
});

test("--quiet says nothing but the answer while all is well, and everything when something is wrong", async () => {
  const home = temporaryFolder();
  const run = (...words: string[]) => runSelfbill(words, { home });
  expect((await run("numbers", "--sandbox")).stderr).toContain("SANDBOX");
  expect(await run("numbers", "--sandbox", "--quiet")).toMatchObject({ code: 0, stderr: "" });
  const [loud, quiet] = [await run("status", "SB-1", "--sandbox"), await run("status", "SB-1", "--sandbox", "--quiet")];
  expect(loud.stderr).toContain("SANDBOX");
  expect([quiet.code, quiet.stderr]).toEqual([loud.code, loud.stderr]);
});
