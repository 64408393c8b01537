import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { createInvoice } from "../../src/commands/create-invoice.ts";
import { journal } from "../../src/commands/journal.ts";
import { type OpenDesk, openDesk } from "../../src/desk/real/index.ts";
import { exitCodes } from "../../src/problem/index.ts";
import { makeStyle, renderReport } from "../../src/render/index.ts";
import type { Report } from "../../src/report/index.ts";
import type { StartOptions } from "../../src/sandbox/index.ts";
import { startRecorder } from "./recorder.ts";
import { type Given, runCommand } from "./run-command.ts";
import { temporaryFolder } from "./run-selfbill.ts";
import { template } from "./sender.ts";
import { SettableClock, startTestSandbox } from "./start-sandbox.ts";
import { variablesOf } from "./variables-of.ts";

/** Where and how one command runs. */
export interface At {
  readonly home?: string;
  readonly journal?: string;
  readonly mark?: string;
  readonly ci?: boolean;
  readonly words?: Given<typeof createInvoice>;
  readonly env?: Readonly<Record<string, string>>;
}

export interface Came {
  readonly code: number;
  readonly problems: readonly string[];
  /** The complete output as displayed. */
  readonly words: string;
  readonly report: Report;
  readonly said: string;
}

/** Starts a sandbox behind a proxy that hides what it is. Commands run in this process, with the real desk. */
export async function behindTunnel(options: Partial<StartOptions> = {}) {
  const sandbox = await startTestSandbox({ clock: new SettableClock(Date.now()), ...options });
  const tunnel = await startRecorder(sandbox.baseUrl, { tunnel: true });
  const folder = temporaryFolder();
  const file = (name: string): string => {
    const path = join(folder, `${name}.yaml`);
    // Each document has its own amount and date, so that none is a possible duplicate of another.
    const place = Number.parseInt(name, 36);
    const day = `2026-06-${String((place % 28) + 1).padStart(2, "0")}`;
    const other = template.replace("quantity: 40", `quantity: ${100 + place}`);
    writeFileSync(path, other.replace("issue_date: 2026-06-15", `issue_date: ${day}`));
    return path;
  };
  const account = `sandbox:${sandbox.businessProfileId}`;
  const run = (at: At, work: (desk: OpenDesk) => Promise<Report>): Promise<Came> => {
    const environment = {
      SELFBILL_HOME: at.home ?? join(folder, "home"),
      ...variablesOf({ ...sandbox, baseUrl: tunnel.baseUrl }),
      USER: "amina",
      ...(at.ci ? { CI: "true" } : {}),
      ...at.env,
    };
    return cameTo(environment, at, work);
  };
  return {
    sandbox,
    tunnel,
    folder,
    account,
    run,
    folderOf: (name: string) => {
      const path = join(folder, name);
      mkdirSync(path, { recursive: true });
      return path;
    },
    /** Sends documents by name; the same name always has the same content. */
    send: (names: readonly string[], at: At = {}) =>
      run(at, (desk) => runCommand(createInvoice, desk, names.map(file), { yes: true, ...at.words })),
    accept: (at: At = {}, given: { readonly head?: string; readonly yes?: boolean } = {}) =>
      run(at, (desk) => runCommand(journal, desk, ["accept"], given)),
    /** Runs any action of `selfbill journal`. */
    journal: (words: readonly string[], at: At = {}, given: Given<typeof journal> = {}) =>
      run(at, (desk) => runCommand(journal, desk, words, given)),
    /** The number of documents created at the service. */
    created: async (): Promise<number> => {
      const page = await sandbox.call("GET", "/api/purchase-invoices?size=1");
      return page.body.total_elements;
    },
  };
}

async function cameTo(
  environment: Readonly<Record<string, string>>,
  at: At,
  work: (desk: OpenDesk) => Promise<Report>,
): Promise<Came> {
  let said = "";
  const into = (take: (text: string) => void): NodeJS.WriteStream =>
    new Writable({
      write(chunk, _, next) {
        take(String(chunk));
        next();
      },
    }) as unknown as NodeJS.WriteStream;
  const desk = openDesk({
    environment,
    input: () => Readable.from([]) as unknown as NodeJS.ReadStream,
    out: into(() => undefined),
    err: into((text) => {
      said += text;
    }),
    version: "0",
    json: false,
    noInput: true,
    noColor: true,
    journalFolder: at.journal,
    journalMark: at.mark,
    onStop: () => () => undefined,
  });
  try {
    const report = await work(desk);
    const style = makeStyle({ isTerminal: false, columns: 200, environment: {}, noColor: true });
    const { data = "", talk = "" } = renderReport(report, style, style);
    const results = report.view.view === "submissions" ? report.view.results : [];
    const problems = [...report.problems, ...results.flatMap((each) => each.problems)];
    const code = exitCodes[report.outcome];
    return { code, problems: problems.map((each) => each.code), words: data + talk, report, said };
  } finally {
    await desk.close();
  }
}
