import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { toWire } from "../../src/contract/index.ts";
import { writeJson } from "../../src/json/index.ts";
import { freshDocument } from "./fresh.ts";
import { freePort, peerProgram } from "./peers.ts";
import { bin, type Checkout, ended, run, type Serving, serve, serveSilently } from "./program.ts";
import { interleaved, type Measured, type Work } from "./rounds.ts";

const connections = 10;
const posts = 400;
const bareServer = `require("node:http").createServer((_, answer) => answer.end()).listen(0, "127.0.0.1", () => console.log("{}"))`;

/** An account of the sandbox or server that receives the documents. */
export interface Account {
  readonly base_url: string;
  readonly token: string;
  readonly business_profile_id: string;
}

/** Starts a server; resolves once it answers. */
type Start = () => Promise<Serving>;

/**
 * Measures the sandbox's start time, and its documents per second: validated, stored and on disk before each answer.
 */
export async function benchSandbox(
  checkouts: readonly Checkout[],
  rounds: number,
  peers?: string,
): Promise<Measured[]> {
  const folder = mkdtempSync(join(tmpdir(), "selfbill-bench-"));
  const start = (checkout: Checkout): Start => {
    const data = join(folder, checkout.name);
    return () => serve([bin(checkout), "sandbox", "--json", "--port", "0", "--rate", "0", "--data", data], folder);
  };
  const running: [string, Serving][] = [];
  try {
    for (const each of checkouts) running.push([each.name, await start(each)()]);
    const accounts = running.map(([name, { line }]): [string, Account] => [name, JSON.parse(line)]);
    const [, own] = accounts[0] as [string, Account];
    const others = await startsOfPeers(folder, own, peers);
    if (others.prism) {
      const prism = await others.prism();
      running.push(["prism", prism]);
      accounts.push(["prism", { ...own, base_url: addressIn(prism.line) }]);
    }
    const works = accounts.map(([name, account]): [string, Work] => [name, () => throughput(account)]);
    if (others.emulate) {
      const emulate = await others.emulate();
      running.push(["emulate", emulate]);
      works.push(["emulate", () => customersTaken(addressIn(emulate.line))]);
    }
    const taken = await interleaved(Object.fromEntries(works), rounds, 2);
    for (const [, { child }] of running.splice(0)) await ended(child);
    const starts = Object.entries({
      ...Object.fromEntries(checkouts.map((each) => [each.name, start(each)])),
      "bare http": () => serve(["-e", bareServer], folder),
      ...others,
    }).map(([name, begin]): [string, Work] => [name, () => readyAfter(begin)]);
    const node = { "node -e 0": () => run(["-e", "0"], folder) };
    const started = await interleaved({ ...Object.fromEntries(starts), ...node }, rounds);
    return [
      { part: "sandbox", name: "sandbox answers", unit: "ms", series: started },
      { part: "sandbox", name: `documents taken, ${connections} connections`, unit: "/s", series: taken },
    ];
  } finally {
    for (const [, { child }] of running) await ended(child);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function readyAfter(begin: Start): Promise<number> {
  const { child, milliseconds } = await begin();
  await ended(child);
  return milliseconds;
}

/**
 * Returns functions that start the installed peers which run on this version of Node: prism mocks the same service from
 * its OpenAPI description and stores nothing; emulate imitates another service.
 */
async function startsOfPeers(folder: string, own: Account, peers?: string): Promise<Partial<Record<string, Start>>> {
  const description = join(folder, "openapi.json");
  writeFileSync(description, await (await fetch(`${own.base_url}/openapi.json`)).text());
  const starts: Partial<Record<string, Start>> = {};
  const [prism, emulate] = [await peerProgram(peers, "prism"), await peerProgram(peers, "emulate")];
  if (prism !== undefined)
    starts.prism = async () => {
      const port = await freePort();
      return serveSilently([prism, "mock", description, "-v", "silent", "--port", `${port}`], folder, port);
    };
  if (emulate !== undefined)
    starts.emulate = async () =>
      serve([emulate, "start", "--service", "stripe", "--port", `${await freePort()}`], folder, /http:\/\/localhost:/);
  return starts;
}

/** Measures documents per second, each a new one with two lines, over persistent connections. */
async function throughput(account: Account): Promise<number> {
  return (posts * 1000) / (await postDocuments(account, posts));
}

const addressIn = (line: string): string => /http:\/\/[\w.:]+/.exec(line)?.[0] ?? "";

/** Measures customers per second that emulate accepts; it stores them only in memory. */
async function customersTaken(address: string): Promise<number> {
  const headers = { authorization: "Bearer test_token_admin", "content-type": "application/x-www-form-urlencoded" };
  const bodies = Array.from({ length: posts }, (_, index) => `name=Buyer+${index}&email=buyer${index}@palm.example`);
  return (posts * 1000) / (await post(bodies, { url: `${address}/v1/customers`, headers, status: 200 }));
}

/** Posts `count` new two-line documents; resolves with the milliseconds until the last answer. */
export function postDocuments({ base_url, token, business_profile_id }: Account, count: number): Promise<number> {
  const url = `${base_url}/api/purchase-invoices/${business_profile_id}`;
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const bodies = Array.from({ length: count }, () => {
    const { document_number: _, ...document } = freshDocument(2);
    return writeJson(toWire(document, "invoice"));
  });
  return post(bodies, { url, headers, status: 201 });
}

interface Target {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The status code of a successful answer. */
  readonly status: number;
}

/** Posts bodies over a few connections; resolves with the milliseconds until the last answer. */
async function post(bodies: string[], { url, headers, status }: Target): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const one = (body: string): Promise<void> =>
    new Promise((done, failed) => {
      const sent = request(url, { method: "POST", agent, headers }, (answer) => {
        answer.resume().on("end", () => {
          if (answer.statusCode === status) done();
          else failed(new Error(`${url} answered ${answer.statusCode}`));
        });
      });
      sent.on("error", failed).end(body);
    });
  const start = performance.now();
  const lane = async (): Promise<void> => {
    for (let body = bodies.pop(); body !== undefined; body = bodies.pop()) await one(body);
  };
  await Promise.all(Array.from({ length: connections }, lane));
  agent.destroy();
  return performance.now() - start;
}
