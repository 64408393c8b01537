import { mkdtempSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { toWire } from "../../src/contract/index.ts";
import { writeJson } from "../../src/json/index.ts";
import { freshDocument } from "./fresh.ts";
import { bin, type Checkout, ended, run, type Serving, serve } from "./program.ts";
import { interleaved, type Measured, type Work } from "./rounds.ts";

const connections = 10;
const posts = 400;
const bareServer = `require("node:http").createServer((_, answer) => answer.end()).listen(0, "127.0.0.1", () => console.log("{}"))`;

/** How soon the sandbox answers, and how many documents it takes in a second: checked, stored and on disk before each answer. */
export async function benchSandbox(checkouts: readonly Checkout[], rounds: number): Promise<Measured[]> {
  const folder = mkdtempSync(join(tmpdir(), "selfbill-bench-"));
  const words = (checkout: Checkout) => {
    const data = join(folder, checkout.name);
    return [bin(checkout), "sandbox", "--json", "--port", "0", "--rate", "0", "--data", data];
  };
  const ready = (given: readonly string[]) => async (): Promise<number> => {
    const { child, milliseconds } = await serve(given, folder);
    await ended(child);
    return milliseconds;
  };
  try {
    const starts = Object.fromEntries(checkouts.map((each) => [each.name, ready(words(each))]));
    const nodes = { "node -e 0": () => run(["-e", "0"], folder), "bare http": ready(["-e", bareServer]) };
    const started = await interleaved({ ...starts, ...nodes }, rounds);
    const running: [string, Serving][] = [];
    for (const each of checkouts) running.push([each.name, await serve(words(each), folder)]);
    const works = Object.fromEntries(running.map(([name, { line }]): [string, Work] => [name, () => throughput(line)]));
    const taken = await interleaved(works, rounds, 2);
    for (const [, { child }] of running) await ended(child);
    return [
      { part: "sandbox", name: "sandbox answers", unit: "ms", series: started },
      { part: "sandbox", name: `documents taken, ${connections} connections`, unit: "/s", series: taken },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Documents a second, each a new one of two lines, over connections that stay open. */
async function throughput(line: string): Promise<number> {
  const { base_url, token, business_profile_id } = JSON.parse(line) as Record<string, string>;
  const url = `${base_url}/api/purchase-invoices/${business_profile_id}`;
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const bodies = Array.from({ length: posts }, () => {
    const { document_number: _, ...document } = freshDocument(2);
    return writeJson(toWire(document, "invoice"));
  });
  const post = (body: string): Promise<void> =>
    new Promise((done, failed) => {
      const sent = request(url, { method: "POST", agent, headers }, (answer) => {
        answer.resume().on("end", () => {
          if (answer.statusCode === 201) done();
          else failed(new Error(`the sandbox answered ${answer.statusCode}`));
        });
      });
      sent.on("error", failed).end(body);
    });
  const start = performance.now();
  const lane = async (): Promise<void> => {
    for (let body = bodies.pop(); body !== undefined; body = bodies.pop()) await post(body);
  };
  await Promise.all(Array.from({ length: connections }, lane));
  agent.destroy();
  return (posts * 1000) / (performance.now() - start);
}
