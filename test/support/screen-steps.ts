import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { openDatabase } from "../../src/database/index.ts";
import { http, startRawServer } from "./raw-server.ts";
import { runSelfbill, top } from "./run-selfbill.ts";
import { startTestSandbox, type TestSandbox } from "./start-sandbox.ts";
import { keys, TerminalRun } from "./terminal.ts";
import { variablesOf } from "./variables-of.ts";

/**
 * The steps that produce a screen, one per line; `|` separates the parts of a step, `\n` begins a new line in a
 * string. Verbs: `selfbill WORDS`, `env NAME=VALUE`, `template NAME FILE`, `take FILE` (from templates/), `write FILE
 * | TEXT`, `fill FILE | COUNT | LINE with %d`, `replace FILE | OLD | NEW`, `remove FILE`, `copy FILE | FILE`, `link
 * FILE | TARGET`, `sql FILE | STATEMENT`, `sandbox`, `fault JSON`, `later SECONDS` (the sandbox's clock), `service
 * STATUS | BODY | HEADER: VALUE`, `keep NAME | PATTERN` (from the last command's output; `{NAME}` inserts it in later
 * steps), `terminal WORDS`, `shows TEXT`, `types TEXT` (or `^C`) and `ends` for a terminal.
 */
export interface Sitting {
  readonly folder: string;
  readonly env: Record<string, string>;
  /** Values saved by `keep` steps, keyed by name. */
  readonly kept: Record<string, string>;
  /** The output of the last command, on both streams. */
  said: string;
  terminal?: TerminalRun;
  sandbox?: TestSandbox;
}

type Verb = (given: readonly string[], sitting: Sitting) => void | Promise<void>;
const text = (given = ""): string => given.replaceAll("\\n", "\n");
const place = (sitting: Sitting, name = ""): string => join(sitting.folder, name.trim());

function put(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

const verbs: Readonly<Record<string, Verb>> = {
  env: ([given = ""], { env }) => {
    const [name = "", ...value] = given.split("=");
    env[name] = value.join("=");
  },
  template: ([given = ""], sitting) => {
    const [name, file] = given.split(" ");
    put(place(sitting, file), readFileSync(join(top, `templates/${name}.yaml`), "utf8"));
  },
  take: ([given = ""], sitting) => put(place(sitting, given), readFileSync(join(top, "templates", given))),
  write: ([file, content], sitting) => put(place(sitting, file), withKept(text(content), sitting)),
  fill: ([file, count, line = ""], sitting) => {
    const lines = Array.from({ length: Number(count) }, (_, at) => line.replace("%d", String(at)));
    put(place(sitting, file), `${lines.join("\n")}\n`);
  },
  replace: ([file, before = "", after = ""], sitting) => {
    const path = place(sitting, file);
    const now = readFileSync(path, "utf8");
    if (!now.includes(text(before))) throw new Error(`${file} does not contain ${before}`);
    put(
      path,
      now.replace(text(before), () => text(after)),
    );
  },
  remove: ([file], sitting) => rmSync(place(sitting, file), { recursive: true }),
  copy: ([from, to], sitting) => cpSync(place(sitting, from), place(sitting, to), { recursive: true }),
  link: ([from, to = ""], sitting) => symlinkSync(to, place(sitting, from)),
  sql: ([file, statement = ""], sitting) => {
    const opened = openDatabase(place(sitting, file), "");
    if (!opened.ok) throw new Error(opened.problems[0].message);
    opened.value.exec(statement);
    opened.value.close();
  },
  keep: ([name = "", pattern = ""], { kept, said }) => {
    const found = new RegExp(pattern).exec(said)?.[1];
    if (found === undefined) throw new Error(`${pattern} is not in ${said}`);
    kept[name] = found;
  },
  sandbox: async (_, sitting) => {
    const sandbox = await startTestSandbox();
    sitting.sandbox = sandbox;
    Object.assign(sitting.env, variablesOf(sandbox));
  },
  fault: async ([given = ""], { sandbox }) => {
    const headers = { authorization: `Bearer ${sandbox?.token}`, "content-type": "application/json" };
    const body = `{"faults":[${given}]}`;
    const answer = await fetch(`${sandbox?.baseUrl}/sandbox/faults`, { method: "POST", headers, body });
    if (!answer.ok) throw new Error(await answer.text());
  },
  later: ([seconds], { sandbox }) => sandbox?.clock.advance(Number(seconds)),
  service: async ([status, body = "", header = ""], { env }) => {
    const [name = "", ...value] = header.split(": ");
    const headers = name === "" ? {} : { [name]: value.join(": ") };
    const { port } = await startRawServer(
      (socket) => socket.end(http(Number(status), body, headers)),
      undefined,
      body.includes('"content"'),
    );
    Object.assign(env, {
      SELFBILL_BASE_URL: `http://127.0.0.1:${port}`,
      SELFBILL_TOKEN: "token-of-the-test",
      SELFBILL_BUSINESS_PROFILE_ID: "SBX-TEST",
    });
  },
  terminal: ([given = ""], sitting) => {
    const options = { home: join(sitting.folder, "home"), cwd: sitting.folder, env: sitting.env };
    sitting.terminal = new TerminalRun(wordsOf(given, sitting), options);
  },
  shows: ([given = ""], { terminal }) => terminal?.shows(given),
  types: ([given = ""], { terminal }) => terminal?.type(given === "^C" ? keys.interrupt : `${given}${keys.enter}`),
  ends: async (_, sitting) => {
    await sitting.terminal?.ended();
    sitting.said = `${sitting.terminal?.lines().join("\n")}\n`;
  },
  selfbill: async ([given = ""], sitting) => {
    const words = wordsOf(given, sitting);
    const home = join(sitting.folder, "home");
    const { stdout, stderr } = await runSelfbill(words, { home, env: sitting.env, cwd: sitting.folder });
    sitting.said = stdout + stderr;
  },
};

function withKept(given: string, { kept }: Sitting): string {
  return given.replace(/\{(\w+)\}/g, (whole, name) => kept[name] ?? whole);
}

function wordsOf(given: string, sitting: Sitting): string[] {
  return withKept(given, sitting)
    .split(" ")
    .filter((word) => word !== "");
}

/** Returns the output of the last command, with run-specific values replaced. */
export async function screenAfter(steps: string, folder: string): Promise<string> {
  const sitting: Sitting = { folder, env: {}, kept: {}, said: "" };
  for (const line of steps.split("\n").filter((each) => each.trim() !== "" && !each.startsWith("#"))) {
    const [, verb = "", rest = ""] = /^(\S+) ?(.*)$/.exec(line) ?? [];
    const act = verbs[verb];
    if (act === undefined) throw new Error(`no step ${verb}`);
    await act(verb === "selfbill" || verb === "fault" ? [rest] : rest.split(" | ").map((each) => each.trim()), sitting);
  }
  return steady(sitting.said, folder);
}

function steady(said: string, folder: string): string {
  // The date changes earlier in the Gulf than in UTC.
  const [today, inUtc] = [4 * 3_600_000, 0].map((ahead) => new Date(Date.now() + ahead).toISOString().slice(0, 10));
  return (
    said
      .replaceAll(existsSync(folder) ? folder : "\0", "DIR")
      .replace(/127\.0\.0\.1:\d+/g, "127.0.0.1:PORT")
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, "TIME")
      .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "UUID")
      // The id of an attempt may consist of letters only; the words excluded here are not attempts.
      .replace(/\b(?!ANSWERED|REJECTED)[A-HJ-NP-Z2-9]{8}\b/g, "ATTEMPT")
      .replace(/\b\d+ minutes/g, "N minutes")
      .replaceAll(today ?? "", "TODAY")
      .replaceAll(inUtc ?? "", "TODAY")
      .replace(/(?<=[ T])\d\d:\d\d(?::\d\d)?\b/g, "HH:MM")
  );
}

/** The blocks about a problem in the output: from its code to the next line that is not indented. */
export function blocksOf(code: string, said: string): string {
  const lines = said.split("\n");
  const heads = lines.flatMap((line, at) => (new RegExp(`^(?:\\S.*  )?${code}  `).test(line) ? [at] : []));
  const block = (from: number): string[] => {
    const next = lines.findIndex((line, at) => at > from && !/^\s/.test(line));
    return lines.slice(from, next < 0 ? undefined : next);
  };
  return heads.map((at) => `${block(at).join("\n").trimEnd()}\n`).join("");
}
