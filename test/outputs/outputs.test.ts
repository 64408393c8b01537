import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { commands } from "../../src/commands/index.ts";
import { exitCodes, type Outcome } from "../../src/problem/index.ts";
import { templateCsv } from "../../src/sheet/index.ts";
import { misanswer } from "../support/judge-answer.ts";
import { http, listen, startRawServer } from "../support/raw-server.ts";
import { runSelfbill, temporaryFolder } from "../support/run-selfbill.ts";
import { answering, template } from "../support/sender.ts";
import { SettableClock, startTestSandbox } from "../support/start-sandbox.ts";
import { variablesOf } from "../support/variables-of.ts";
import { type Place, type Situation, situations } from "./situations.ts";
import { type Ended, type Output, runInto } from "./ways.ts";

/**
 * The circumstances of a command: its output, whether it runs in CI or behind a proxy, and whether it is a later run
 * in a home that has sent documents.
 */
interface Case {
  readonly output: Output;
  readonly ci: boolean;
  readonly proxy: boolean;
  readonly later: boolean;
}

const outputs: readonly Output[] = ["terminal", "pipe", "full", "closed"];

/** All combinations of circumstances. */
const all: readonly Case[] = outputs.flatMap((output) =>
  Array.from({ length: 8 }, (_, bits) => ({
    output,
    ci: (bits & 1) > 0,
    proxy: (bits & 2) > 0,
    later: (bits & 4) > 0,
  })),
);
/**
 * Two cases per output, the second with all other values inverted, so that every two values occur together in some
 * case.
 */
const pairs = all.filter((_, at) => [at >> 3, 7 - (at >> 3)].includes(at & 7));

/**
 * Larger selections of cases, by the value of SELFBILL_OUTPUTS. Without it, each situation is run in one of the
 * `pairs`, in turn.
 */
const asked: Readonly<Record<string, (at: number) => readonly Case[]>> = { pairs: () => pairs, all: () => all };
const casesOf = asked[process.env.SELFBILL_OUTPUTS ?? ""] ?? ((at) => pairs.slice(at % 8, (at % 8) + 1));

/** Prepares the data that is copied for every run, and the services that a run may reach. */
async function stage() {
  const sandbox = await startTestSandbox({ clock: new SettableClock(Date.now()) });
  const failing = await startRawServer(answering(http(500, "{}")));
  const silent = createServer();
  const absent = await listen(silent);
  await new Promise((done) => silent.close(done));
  const proxy = createServer((_, response) => response.writeHead(502).end());
  proxy.on("connect", (_, socket) => socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n"));
  const behind = await listen(proxy);
  onTestFinished(() => void proxy.close());
  const home = temporaryFolder();
  const env = variablesOf(sandbox);
  const id = { unknown: "00000000-0000-4000-8000-000000000000" } as Record<keyof Place["id"], string>;
  for (const [name, content] of Object.entries(sentBefore)) {
    const file = join(home, `${name}.yaml`);
    writeFileSync(file, content);
    const ran = await runSelfbill(["create-invoice", file, "--yes", "--accept-changed-supplier", "--json"], {
      home,
      env,
    });
    if (ran.code !== 0) throw new Error(ran.stdout + ran.stderr);
    id[name as keyof Place["id"]] = JSON.parse(ran.stdout).results[0].id;
  }
  sandbox.clock.advance(60);
  const ubl = (await runSelfbill(["xml", "templates/standard-invoice.yaml"], { home, env })).stdout;
  const ports = { fails: failing.port, absent };
  return { home, env, id, ports, behind, ubl };
}
type Stage = Awaited<ReturnType<typeof stage>>;

const of = (number: string, quantity: number, tin?: string): string => {
  const text = template
    .replace("issue_date:", `document_number: ${number}\nissue_date:`)
    .replace("quantity: 40", `quantity: ${quantity}`);
  return tin === undefined ? text : text.replaceAll("1002345674", tin).replaceAll("Desert Lime", `Sand ${tin}`);
};
const sentBefore = {
  approved: of("SB-77", 41),
  rejected: of("SB-78", 42, "1999999921"),
  pending: of("SB-79", 43, "1999999939"),
};

function placeOf({ home, id, ubl }: Stage, later: boolean, run: number): { place: Place; home: string } {
  const own = mkdtempSync(join(tmpdir(), "selfbill-outputs-"));
  const [folder, ownHome] = [join(own, "work"), join(own, "home")];
  mkdirSync(folder);
  if (later) cpSync(home, ownHome, { recursive: true });
  const put = (name: string, content: string) => writeFileSync(join(folder, name), content);
  put("a.yaml", of(`A-${run}`, 50));
  put("b.yaml", of(`B-${run}`, 51));
  put("other.yaml", of(later ? "SB-77" : `C-${run}`, 52));
  put("wrong.yaml", "issue_date: never\n");
  put("a.csv", templateCsv("invoice"));
  put("a.xml", ubl);
  put("trap.cjs", 'TextDecoder.prototype.decode = () => { throw new Error("a fault of our own"); };');
  return { place: { folder, id }, home: ownHome };
}

const trap = { NODE_OPTIONS: "--require=./trap.cjs" };
const none: Readonly<Record<string, string>> = {};

/** Returns the error of a situation in a case, if any. */
async function wrongIn(
  name: string,
  situation: Situation,
  given: Case,
  here: Stage,
  run: number,
): Promise<string | undefined> {
  const { place, home } = placeOf(here, given.later, run);
  const { service, signal } = situation;
  const proxy = `http://127.0.0.1:${here.behind}`;
  const env = {
    PATH: process.env.PATH ?? "",
    TERM: "xterm",
    HOME: home,
    SELFBILL_HOME: home,
    ...here.env,
    ...(service === "stranger" ? { SELFBILL_TOKEN: "token-of-nobody" } : none),
    ...(service === "fails" || service === "absent"
      ? { SELFBILL_BASE_URL: `http://127.0.0.1:${here.ports[service]}` }
      : none),
    ...(given.ci ? { CI: "true" } : none),
    ...(given.proxy ? { HTTPS_PROXY: proxy, HTTP_PROXY: proxy } : none),
    ...(situation.trap ? trap : none),
  };
  const words = [...situation.words(place), "--json"];
  // In a terminal, the signal would reach the program that provides the terminal.
  const output = signal && given.output === "terminal" ? "pipe" : given.output;
  const ended = await runInto(output, words, {
    env,
    folder: place.folder,
    input: situation.input,
    signal: signal && { name: signal, at: "PENDING" },
  });
  rmSync(join(place.folder, ".."), { recursive: true, force: true });
  const { first, later = first } = (given.ci ? situation.ci : undefined) ?? situation;
  const outcome = given.later ? later : first;
  const wrong = await judged(situation, given, outcome, words, ended);
  return (
    wrong && `${name}, ${JSON.stringify(given)}: ${wrong}\n${ended.stdout.slice(0, 600)}\n${ended.stderr.slice(0, 600)}`
  );
}

/**
 * The outcome of a command that sends nothing and cannot write its output: on a full disk, the command fails; if the
 * reader closed the pipe, the command succeeds even if a document is invalid, rejected or pending.
 */
function unread(output: Output, outcome: Outcome): Outcome {
  if (output === "full") return "local_state";
  return output === "closed" && ["invalid", "rejected", "pending"].includes(outcome) ? "done" : outcome;
}

async function judged(
  situation: Situation,
  given: Case,
  outcome: Outcome,
  words: readonly string[],
  ended: Ended,
): Promise<string | undefined> {
  const code = exitCodes[situation.sends || outcome === "interrupted" ? outcome : unread(given.output, outcome)];
  if (ended.code !== code) return `code ${ended.code} in place of ${code}`;
  if (given.output === "full" || given.output === "closed")
    return ended.stdout === "" ? undefined : "something was printed";
  if (!/^\{[\s\S]*\}\s*$/.test(ended.stdout)) return "this is not one document";
  const refused = await misanswer(words, ended.stdout);
  if (refused !== undefined) return refused;
  const said = (JSON.parse(ended.stdout) as { outcome: string }).outcome;
  return said === outcome ? undefined : `it says ${said} in place of ${outcome}`;
}

test("the situations name every command and come to every exit code", () => {
  const named = Object.values(situations).map(({ words }) => words({ folder: "", id: {} as Place["id"] })[0]);
  expect(commands.map(({ name }) => name).filter((name) => !named.includes(name))).toEqual([]);
  const ends = Object.values(situations).flatMap(({ first, later }) => [first, later]);
  // A person declining at a terminal is covered by test/screens/declined.
  expect(
    Object.keys(exitCodes).filter((outcome) => outcome !== "declined" && !ends.includes(outcome as Outcome)),
  ).toEqual([]);
});

test.skipIf(!existsSync("/dev/full"))(
  "standard output is one document of its schema, or nothing, and the code is the right one",
  async () => {
    const here = await stage();
    const only = process.env.SELFBILL_OUTPUTS_ONLY ?? "";
    const every = Object.entries(situations).flatMap(([name, situation], at) =>
      name.includes(only) ? casesOf(at).map((given) => ({ name, situation, given })) : [],
    );
    // `3/8` means the third of eight portions.
    const [portion = 1, of = 1] = (process.env.SELFBILL_OUTPUTS_PORTION ?? "").split("/").filter(Boolean).map(Number);
    const runs = every.filter((_, at) => at % of === portion - 1);
    const wrong: string[] = [];
    let next = 0;
    const worker = async (): Promise<void> => {
      for (let run = next++; run < runs.length; run = next++) {
        const each = runs[run];
        const found = each && (await wrongIn(each.name, each.situation, each.given, here, run));
        if (found) wrong.push(found);
      }
    };
    await Promise.all(Array.from({ length: 4 }, worker));
    expect(wrong.join("\n\n")).toBe("");
  },
  process.env.SELFBILL_OUTPUTS === undefined ? 600_000 : 7_200_000,
);
