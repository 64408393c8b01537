import { join } from "node:path";
import { pid } from "node:process";
import type { Desk } from "../desk/index.ts";
import { isJsonObject, parseJson, writeJson } from "../json/index.ts";
import { keepMemoryLevel } from "../memory/index.ts";
import { fail, failAll, ok, type Problem, problem, type Result } from "../problem/index.ts";
import { gulfTime } from "../render/index.ts";
import type { Report } from "../report/index.ts";
import { type LoggedRequest, openSandbox, type RunningSandbox, type SandboxOptionValues } from "../sandbox/index.ts";
import { succeeded } from "./answer/stopped-by.ts";
import { defineCommand, flag, list, type Option, text, type Values } from "./command.ts";
import type { SandboxConsole } from "./sandbox/console.ts";
import { listOfGaps, record } from "./sandbox/recording.ts";
import { sharedOptions, sharedValues } from "./sandbox/shared-options.ts";

const usualPort = 8389;

/** Each shell's syntax for setting an environment variable. */
const shells: Readonly<Record<string, (name: string, value: string) => string>> = {
  sh: (name, value) => `export ${name}=${value}`,
  powershell: (name, value) => `$env:${name} = '${value}'`,
  cmd: (name, value) => `set "${name}=${value}"`,
};

/** The option --env; the default shell depends on the operating system. */
const shellOption: Option<string | undefined> = {
  flags: "--env [shell]",
  does: "print lines for a shell (sh, powershell or cmd) that set base URL, token and business profile",
  read: (given) => {
    if (given === true) return ok(process.platform === "win32" ? "powershell" : "sh");
    return ok(typeof given === "string" ? given : undefined);
  },
};

const options = {
  ...sharedOptions,
  memory: flag("--memory", "keep its documents in memory: nothing is left when it stops"),
  data: text("--data <dir>", "folder for its documents instead of the user's data folder"),
  open: flag("--open", "show its console in your browser: documents, requests, switches for faults and the clock"),
  env: shellOption,
  seed: text(
    "--seed <file>",
    "JSON file with documents to begin with: an array of create bodies; existing ones are skipped",
  ),
  log: flag("--log", "print a line for each request"),
  host: text("--host <address>", "address to listen on instead of 127.0.0.1, for containers"),
  allowHost: list("--allow-host <name>", "further host name under which it may be called; can be repeated"),
  gaps: flag("--gaps", "list what the service's description leaves open and what the sandbox chose; starts nothing"),
  against: text("--against <file>", "with --gaps: a recording, and what it shows of each"),
  record: text(
    "--record <url>",
    "be no sandbox: pass each call on to this service, and write down what its answers show",
  ),
  out: text("--out <file>", "with --record: the file that gets a line for each call; lines are added to it"),
} as const;

const described = {
  words: "sandbox",
  summary: "run the whole service on this computer, for practice",
  help: `It listens on 127.0.0.1 only, keeps its documents in the data folder and runs until Ctrl-C. --sandbox on any other command uses the same
data without starting this.

Make it fail, with its token: POST /sandbox/faults
  {"faults":[{"fault":"created-but-lost","method":"POST"}]}
  faults: status, rate-limited, not-json, close, created-but-lost, reset, cut,
    garbage, stall, latency, drip
  for whom: method, path, supplier, number
  how often: times, or probability with seed

Other controls: /sandbox/clock, /sandbox/reset, /sandbox/snapshots, /sandbox/accounts. What your client did: /sandbox/requests,
/sandbox/verify. Without a token: /health, /openapi.json (the service), /sandbox/openapi.json (the controls).`,
  group: "For programs and integrators",
  practice: "no difference",
  facts: { journal: "none", oneDocument: false, sends: false, asksService: false },
  options,
  examples: [
    { type: "selfbill sandbox", does: "prints address, token, business profile and test suppliers, then serves" },
    { type: "selfbill sandbox --open", does: "for training: shows documents and what happens to them in your browser" },
    { type: "selfbill sandbox --port 0 --json", does: "for scripts: the first line is JSON, printed once it answers" },
    {
      type: "selfbill sandbox --data ./tests/sandbox --log",
      does: "for a test suite: its own documents, each request shown",
    },
  ],
} as const;

/** The command, with the console that an extra has for it. */
export const sandboxOf = ([pages]: readonly SandboxConsole[]) =>
  defineCommand({
    ...described,
    answers: ({ records }) => [records.sandboxStarted, records.recorderStarted, records.gaps],
    refused: ended,
    input(_, options) {
      const wrong = notTogether(options) ?? wrongPlace(options);
      const shared = sharedValues(options);
      if (wrong) return fail(wrong);
      if (!shared.ok) return failAll(shared.problems);
      return ok({ options, shared: shared.value, shell: options.env === undefined ? undefined : shells[options.env] });
    },
    run: (wish, desk) => serve(wish, pages, desk),
  });

interface Wish {
  readonly options: Values<typeof options>;
  readonly shared: SandboxOptionValues;
  readonly shell: ((name: string, value: string) => string) | undefined;
}

async function serve({ options, shared, shell }: Wish, pages: SandboxConsole | undefined, desk: Desk): Promise<Report> {
  if (options.gaps) return listOfGaps(options.against, desk);
  if (options.record !== undefined) return record(options.record, options.out, shared.port ?? usualPort, desk);
  const folder = options.memory ? undefined : (options.data ?? (await defaultFolder(desk)));
  if (typeof folder === "object") return ended(folder);
  const seeds = options.seed === undefined ? ok([]) : await readSeeds(options.seed, desk);
  if (!seeds.ok) return ended(seeds.problems);
  if (options.open && pages === undefined) return ended([noConsole]);
  const opened = options.open ? await pages?.open((path) => desk.say(addressWords(addressOf(path)))) : undefined;
  const started = await openSandbox({
    folder,
    ...(opened === undefined ? {} : { own: opened.paths }),
    ...(options.host === undefined ? {} : { host: options.host }),
    allowHosts: options.allowHost,
    ...(options.log ? { onRequest: (seen) => desk.say(logLine(seen)) } : {}),
    port: usualPort,
    ...shared,
    seed: seeds.value,
    onFault: (error) => desk.say(`The sandbox has a fault: ${error instanceof Error ? error.message : String(error)}`),
  });
  if (!started.ok) return ended(started.problems);
  keepMemoryLevel();
  const addressOf = (path: string): URL => new URL(path, started.value.baseUrl);
  const entry = opened && addressOf(opened.entry);
  // Register this first: a script that reads the first line may stop the sandbox immediately.
  const stopped = desk.stopped();
  desk.announce(shell ? environment(started.value, shell) : welcome(started.value, folder, entry));
  const place = isLoopback(options.host) ? "" : ` It listens on ${options.host}: others in your network may reach it.`;
  const kept = folder === undefined ? "forgotten" : "kept";
  desk.say(`SANDBOX: nothing leaves this computer. Ctrl-C stops it; its documents are ${kept}.${place}`);
  if (entry) desk.say((await desk.output.show(entry)) ? "The console opens in your browser." : addressWords(entry));
  await stopped;
  await started.value.close();
  return ended([]);
}

/**
 * Modes with their options: `own` options need the main one (--record or --gaps); `too` options may be combined with
 * it.
 */
const apart = [
  { main: "record", own: ["out"], too: ["port"] },
  { main: "gaps", own: ["against"], too: [] },
] as const;

/** Returns a problem if options are combined wrongly. Problem: `bad-usage`. */
function notTogether(options: Readonly<Record<string, unknown>>): Problem | undefined {
  // Phase 2 is on by default, so only --no-phase2 counts as given.
  const given = Object.entries(options).flatMap(([name, value]) => {
    const left = value === undefined || value === (name === "phase2") || (Array.isArray(value) && value.length === 0);
    return left ? [] : [name === "phase2" ? "noPhase2" : name];
  });
  for (const { main, own, too } of apart) {
    const lone = own.find((name) => given.includes(name));
    if (!given.includes(main) && lone !== undefined)
      return problem("bad-usage", `--${lone} is for --${main}.`, `Add --${main}, or leave it out.`);
    const wrong = given.find((name) => ![main, ...own, ...too].some((each) => each === name));
    if (!given.includes(main) || wrong === undefined) continue;
    const flag = wrong.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return problem("bad-usage", `--${main} and --${flag} do not go together.`, "Leave one of them out.");
  }
  return undefined;
}

function wrongPlace({ memory, data, env }: Readonly<Record<"data" | "env", string | undefined>> & { memory: boolean }) {
  if (memory && data !== undefined)
    return problem("bad-usage", "--memory and --data exclude each other.", "Leave one of them out.");
  if (env === undefined || shells[env] !== undefined) return undefined;
  const message = `--env has no lines for ${JSON.stringify(env)}.`;
  return problem("bad-usage", message, `The shells are ${Object.keys(shells).join(", ")}.`);
}

const noConsole = problem("package-missing", "This selfbill has no console.", "Leave --open out.");

function addressWords(address: URL): string {
  return `Open the console in a browser on this computer (this address works once):\n  ${address}`;
}

function isLoopback(host = "127.0.0.1"): boolean {
  return /^(?:127\.\d+\.\d+\.\d+|localhost|::1)$/.test(host);
}

/** Returns the line for a request: time, method, path, status, duration, and remarks. */
function logLine({ at, method, path, status, milliseconds, fault, created, ignored }: LoggedRequest): string {
  const time = gulfTime(at).slice(11, 19);
  const more = [
    fault && `fault ${fault}`,
    created && `created ${created}`,
    ...ignored.map(({ path }) => `ignored ${path}`),
  ]
    .filter(Boolean)
    .join(", ");
  return `${time} ${method} ${path} ${status ?? "no answer"} ${milliseconds ?? 0} ms${more === "" ? "" : ` (${more})`}`;
}

/** Prints the commands, in a shell's syntax, that set the address, the token and the business profile. */
function environment(
  { baseUrl, token, businessProfileId }: RunningSandbox,
  line: (name: string, value: string) => string,
): Report {
  const values = { SELFBILL_BASE_URL: baseUrl, SELFBILL_TOKEN: token, SELFBILL_BUSINESS_PROFILE_ID: businessProfileId };
  const lines = Object.entries(values).map(([name, value]) => line(name, value));
  return succeeded({ view: "raw" as const, text: `${lines.join("\n")}\n`, data: { environment: values } }, true);
}

/**
 * Reads a JSON file with an array of bodies of create requests, or with a single one. Problems: any file-reading
 * problem, `not-a-document`.
 */
async function readSeeds(file: string, desk: Desk): Promise<Result<readonly string[]>> {
  const bytes = await desk.files.read(file);
  if (!bytes.ok) return bytes;
  const parsed = parseJson(Buffer.from(bytes.value).toString());
  if (!parsed.ok) return parsed;
  const documents = Array.isArray(parsed.value) ? parsed.value : [parsed.value];
  if (!documents.every(isJsonObject)) {
    const message = `${file} does not hold documents.`;
    return fail(problem("not-a-document", message, "Write a JSON array of create bodies.", { where: { file } }));
  }
  return ok(documents.map(writeJson));
}

async function defaultFolder(desk: Desk): Promise<string | readonly Problem[]> {
  const settings = await desk.settings();
  return settings.ok ? join(settings.value.folders.data, "sandbox") : settings.problems;
}

function welcome(running: RunningSandbox, folder: string | undefined, entry: URL | undefined): Report {
  const { baseUrl, token, businessProfileId, client } = running;
  const data = {
    base_url: baseUrl,
    token,
    business_profile_id: businessProfileId,
    client_id: client.id,
    client_secret: client.secret,
    pid,
    console: entry?.href ?? null,
  };
  const facts: [string, string][] = [
    ["Base URL", baseUrl],
    ["Token", token],
    ["Client", `id ${client.id}, secret ${client.secret}: fetches tokens that last a day`],
    ["Business profile", `${running.businessProfileId}  ${running.profile.party_name ?? ""}`],
    ["Data", folder ?? "in memory"],
    ...running.suppliers.map((each): [string, string] => [
      `Test supplier ${each.tin}`,
      `TRN ${each.trn}: ${each.happens}`,
    ]),
    ["Any other supplier", "approved"],
    ...running.salesCreditNotes.map((each): [string, string] => [`Sales credit note ${each.id}`, each.happens]),
  ];
  return succeeded({ view: "facts", title: "selfbill sandbox", facts, data }, true);
}

function ended(problems: readonly Problem[]): Report {
  return { outcome: problems[0]?.outcome ?? "done", sandbox: true, view: { view: "nothing" }, problems };
}
