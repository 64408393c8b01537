// Kills the built sandbox (kill -9) at random moments while several connections create documents, starts it anew on its folder and looks
// for every document that was answered with 201: node test/sandbox/kill-under-load.mjs [--count 100] [--seed 1]. Its last line is JSON;
// exit code 1 when a document was lost, or stored twice.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const bin = fileURLToPath(new URL("../../bin/selfbill.cjs", import.meta.url));
const example = JSON.parse(readFileSync(new URL("../../templates/standard-invoice.json", import.meta.url), "utf8"));
const { values } = parseArgs({ options: { count: { type: "string" }, seed: { type: "string" } } });
const [count, seed] = [Number(values.count ?? "100"), Number(values.seed ?? "1")];
const connections = 8;
/** Answers before the kill, and milliseconds after the last of them, at most. */
const mostAnswers = 40;
const longest = 30;

/** A number from 0 to below 1: the same ones for the same seed. Source: mulberry32. */
let state = seed;
function random() {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}

async function start(folder) {
  const words = [bin, "sandbox", "--json", "--port", "0", "--rate", "0", "--data", folder];
  const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "ignore"] });
  const gone = once(child, "exit");
  const ended = gone.then(() => Promise.reject(new Error("the sandbox ended before it answered")));
  const [line] = await Promise.race([once(createInterface(child.stdout), "line"), ended]);
  ended.catch(() => undefined);
  const { base_url: base, token, business_profile_id: profile } = JSON.parse(line);
  const kill = async () => {
    child.kill("SIGKILL");
    await gone;
  };
  return { base, profile, kill, headers: { authorization: `Bearer ${token}`, "content-type": "application/json" } };
}

/** Creates documents over one connection until the process dies; ids that were answered with 201, and how many were sent. */
async function createUntilKilled({ base, profile, headers }, round, connection, onAnswer) {
  const answered = [];
  for (let sent = 1; ; sent++) {
    const body = JSON.stringify({ ...example, document_number: `KL-${round}-${connection}-${sent}` });
    try {
      const response = await fetch(`${base}/api/purchase-invoices/${profile}`, { method: "POST", headers, body });
      const { id } = await response.json();
      if (response.status !== 201) throw new RangeError(`a create was answered with ${response.status}`);
      answered.push(id);
      onAnswer();
    } catch (error) {
      if (error instanceof RangeError) throw error;
      return { answered, sent };
    }
  }
}

async function storedIn({ base, headers }) {
  const ids = [];
  for (let page = 0, pages = 1; page < pages; page++) {
    const response = await fetch(`${base}/api/purchase-invoices?size=500&page=${page}`, { headers });
    const list = await response.json();
    pages = list.total_pages;
    for (const { id } of list.content) ids.push(id);
  }
  return ids;
}

const told = { kills: 0, sent: 0, answered: 0, stored: 0, unanswered_but_stored: 0, lost: 0, twice: 0 };
for (let round = 1; round <= count; round++) {
  const folder = mkdtempSync(join(tmpdir(), "selfbill-kill-under-load-"));
  const sandbox = await start(folder);
  let left = 1 + Math.floor(random() * mostAnswers);
  let enough;
  const loaded = new Promise((done) => {
    enough = done;
  });
  const onAnswer = () => --left === 0 && enough();
  const clients = Array.from({ length: connections }, (_, each) => createUntilKilled(sandbox, round, each, onAnswer));
  await loaded;
  await new Promise((done) => setTimeout(done, random() * longest));
  await sandbox.kill();
  const results = await Promise.all(clients);
  const again = await start(folder);
  const stored = await storedIn(again);
  await again.kill();
  rmSync(folder, { recursive: true, force: true });
  const kept = new Set(stored);
  const answered = results.flatMap((each) => each.answered);
  told.kills += 1;
  told.sent += results.reduce((sum, each) => sum + each.sent, 0);
  told.answered += answered.length;
  told.stored += kept.size;
  told.unanswered_but_stored += kept.size - answered.filter((id) => kept.has(id)).length;
  told.lost += answered.filter((id) => !kept.has(id)).length;
  told.twice += stored.length - kept.size;
}
process.stdout.write(`${JSON.stringify({ seed, connections, ...told })}\n`);
process.exitCode = told.lost > 0 || told.twice > 0 ? 1 : 0;
