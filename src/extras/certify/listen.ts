import { isJsonObject, parseJson, writeJson } from "../../json/index.ts";
import { ok, type Result } from "../../problem/index.ts";
import type { OwnPaths, Reply, RunningSandbox } from "../../sandbox/index.ts";
import { type CertifyBench, openBench, type Task } from "./bench.ts";
import type { CertifyCase } from "./case.ts";
import type { Certified } from "./certify.ts";
import { type Claim, claimIn, judgeClient, resultWords } from "./judge.ts";
import { traceOf } from "./trace.ts";

/** A client that is started by hand reports its result here. */
export const reportPath = "/certify";

/** Events during a certification with --listen. */
export interface Listener {
  /** Called when the first case is set up. */
  readonly started: (sandbox: Pick<RunningSandbox, "baseUrl" | "token" | "businessProfileId">) => void;
  readonly begins: (one: CertifyCase, place: number) => void;
  readonly judged: (certified: Certified, place: number) => void;
}

/**
 * Runs the cases one after another at one address, with one token, for a client that the user starts. A case ends when
 * the client, or the user, reports the result: POST /certify. Ends after the last case, or when `stopped` resolves,
 * with the cases completed so far. Problem: `sandbox-unusable`.
 */
export async function listenForClient(
  chosen: readonly CertifyCase[],
  { port, stopped }: { readonly port: number; readonly stopped: Promise<void> },
  listener: Listener,
): Promise<Result<readonly Certified[]>> {
  const done: Certified[] = [];
  let over: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    over = resolve;
  });
  let bench: CertifyBench | undefined;
  let task: Task | undefined;
  let began = 0;
  const begin = async (): Promise<void> => {
    const one = chosen[done.length];
    if (one === undefined || bench === undefined) return;
    task = await bench.set(one);
    began = performance.now();
    listener.begins(one, done.length + 1);
  };
  const judgeNext = async (claim: Claim): Promise<Certified | undefined> => {
    const one = chosen[done.length];
    if (one === undefined || bench === undefined) return undefined;
    const seen = bench.witness();
    const milliseconds = Math.round(performance.now() - began);
    const trace = { requests: traceOf(seen.requests), claim, ended: undefined };
    const certified = { case: one, ...judgeClient(one, seen, claim), trace, milliseconds };
    done.push(certified);
    listener.judged(certified, done.length);
    await begin();
    // Lets the answer to the last report be sent first.
    if (done.length === chosen.length) setImmediate(over);
    return certified;
  };
  // Reports are handled one after another: if two arrive at once, the second must not judge a case that is not set up
  // yet.
  let last: Promise<Certified | undefined> = Promise.resolve(undefined);
  const judge = (claim: Claim): Promise<Certified | undefined> => {
    last = last.then(() => judgeNext(claim));
    return last;
  };
  const own = (): OwnPaths => ({
    below: reportPath,
    browser: false,
    answer: (visit) => answer(visit, { chosen, done, task, judge }),
  });
  const opened = await openBench({ port, own });
  if (!opened.ok) return opened;
  bench = opened.value;
  listener.started(bench.sandbox);
  await begin();
  await Promise.race([ended, stopped]);
  await bench.close();
  return ok(done);
}

interface Under {
  readonly chosen: readonly CertifyCase[];
  readonly done: readonly Certified[];
  readonly task: Task | undefined;
  readonly judge: (claim: Claim) => Promise<Certified | undefined>;
}

async function answer(
  { method, body }: Parameters<OwnPaths["answer"]>[0],
  { chosen, done, task, judge }: Under,
): Promise<Reply> {
  const shown = (one: CertifyCase | undefined): object | null => (one ? { id: one.id, happens: one.happens } : null);
  const json = (status: number, value: object) => ({ status, type: "application/json", body: writeJson(value) });
  if (method === "GET") {
    const one = chosen[done.length];
    const place = { place: done.length + 1, of: chosen.length };
    const given = parseJson(task?.document ?? "null");
    const asks = { asks: one?.asks ?? "invoice", id: task?.id ?? null };
    return json(200, { case: shown(one), ...place, ...asks, document: given.ok ? given.value : null });
  }
  const claim = claimFrom(body);
  if (method !== "POST" || claim === undefined) {
    const message = `Say what came of the case: ${resultWords.join(", ")}; behind "created" the id and the status, where they are known`;
    return json(400, { errors: { message } });
  }
  const judged = await judge(claim);
  if (judged === undefined) return json(409, { errors: { message: "All cases are done" } });
  const { case: one, faults, remarks } = judged;
  return json(200, { case: one.id, ok: faults.length === 0, faults, remarks, next: shown(chosen[done.length]) });
}

/** Accepts a claim as printed by a client or as typed by a person: `created ID STATUS`. */
function claimFrom(text: string): Claim | undefined {
  const read = parseJson(text);
  if (read.ok && isJsonObject(read.value)) return claimIn(writeJson(read.value));
  const told = claimIn(text);
  if (told !== undefined) return told;
  const [word, id, status] = text.trim().split(/\s+/);
  const result = resultWords.find((each) => each === word);
  return result === undefined ? undefined : { result, id, status };
}
