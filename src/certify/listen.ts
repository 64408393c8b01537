import { isJsonObject, parseJson, writeJson } from "../json/index.ts";
import { ok, type Result } from "../problem/index.ts";
import { exampleBody, type OwnPaths, openSandbox, type RunningSandbox } from "../sandbox/index.ts";
import type { CertifyCase } from "./cases.ts";
import type { Certified } from "./certify.ts";
import { type Claim, claimIn, judgeClient, resultWords } from "./judge.ts";

/** Where a client that somebody runs by hand says what came of a case. */
export const reportPath = "/certify";

/** What a listening certification tells whoever started it. */
export interface Listener {
  /** It answers; the first case is set. */
  readonly started: (sandbox: Pick<RunningSandbox, "baseUrl" | "token" | "businessProfileId">) => void;
  /** A case begins. */
  readonly begins: (one: CertifyCase, place: number) => void;
  readonly judged: (certified: Certified, place: number) => void;
}

/**
 * Serves the cases one after the other at one address, with one token, to a client that somebody else runs. A case ends when the client,
 * or the person beside it, says what came of it: POST /certify. Ends after the last case, or with those that were judged when `stopped`
 * is kept. Problem: `sandbox-unusable`.
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
  let running: RunningSandbox | undefined;
  const begin = (): void => {
    const one = chosen[done.length];
    if (one === undefined || running === undefined) return;
    running.controls.reset();
    running.controls.faults.order(one.faults);
    listener.begins(one, done.length + 1);
  };
  const judge = (claim: Claim): Certified | undefined => {
    const one = chosen[done.length];
    if (one === undefined || running === undefined) return undefined;
    const seen = running.controls.requests.last(Number.POSITIVE_INFINITY);
    const certified = { case: one, faults: judgeClient(one, seen, running.verify(), claim), requests: seen.length };
    done.push(certified);
    listener.judged(certified, done.length);
    begin();
    // The answer to the last one is on its way first.
    if (done.length === chosen.length) setImmediate(over);
    return certified;
  };
  const own = (): OwnPaths => ({
    below: reportPath,
    browser: false,
    answer: (visit) => answer(visit, chosen, done, judge),
  });
  const started = await openSandbox({ folder: undefined, port, rate: 0, pendingSeconds: 0, own });
  if (!started.ok) return started;
  running = started.value;
  listener.started(running);
  begin();
  await Promise.race([ended, stopped]);
  await running.close();
  return ok(done);
}

function answer(
  { method, body }: Parameters<OwnPaths["answer"]>[0],
  chosen: readonly CertifyCase[],
  done: readonly Certified[],
  judge: (claim: Claim) => Certified | undefined,
): ReturnType<OwnPaths["answer"]> {
  const shown = (one: CertifyCase | undefined): object | null => (one ? { id: one.id, happens: one.happens } : null);
  const json = (status: number, value: object) => ({ status, type: "application/json", body: writeJson(value) });
  if (method === "GET") {
    const one = chosen[done.length];
    const place = { place: done.length + 1, of: chosen.length };
    return json(200, { case: shown(one), ...place, document: exampleBody("invoice") });
  }
  const claim = claimFrom(body);
  if (method !== "POST" || claim === undefined) {
    const message = `Say what came of the case: ${resultWords.join(", ")}; behind "created" the id and the status, where they are known`;
    return json(400, { errors: { message } });
  }
  const judged = judge(claim);
  if (judged === undefined) return json(409, { errors: { message: "All cases are done" } });
  const { case: one, faults } = judged;
  return json(200, { case: one.id, ok: faults.length === 0, faults, next: shown(chosen[done.length]) });
}

/** A claim as a client prints it, or in words as a person types it: `created ID STATUS`. */
function claimFrom(text: string): Claim | undefined {
  const read = parseJson(text);
  if (read.ok && isJsonObject(read.value)) return claimIn(writeJson(read.value));
  const told = claimIn(text);
  if (told !== undefined) return told;
  const [word, id, status] = text.trim().split(/\s+/);
  const result = resultWords.find((each) => each === word);
  return result === undefined ? undefined : { result, id, status };
}
