import { join } from "node:path";
import { pid } from "node:process";
import type { Desk } from "../desk/index.ts";
import { ok, type Problem, problem } from "../problem/index.ts";
import type { Report } from "../report/index.ts";
import { gaps, type RunningSandbox, startSandbox } from "../sandbox/index.ts";
import { parseRulesEdition } from "../settings/index.ts";
import { defineCommand, flag, text, without } from "./command.ts";

const usualPort = "8389";

export const sandbox = defineCommand({
  words: "sandbox",
  summary: "run the whole service on this computer, for trying things out",
  help: `It listens on 127.0.0.1 only, keeps its documents in the data folder and runs until Ctrl-C. --sandbox on any other command uses
the same data without starting this.`,
  options: {
    port: text("--port <number>", `port to listen on; 0 = any free one (default ${usualPort})`),
    data: text("--data <dir>", "folder for its documents instead of the user's data folder"),
    rate: text("--rate <number>", "requests a minute (default 60); 0 = no limit and no quota headers"),
    strict: flag("--strict", "refuse every absent field at once, also those that can be derived"),
    snapshot404: flag("--snapshot-404", "answer 404 for a status until transmission starts"),
    noPhase2: without("--no-phase2", "a subscription without Phase 2: status and logs answer 403"),
    pendingSeconds: text("--pending-seconds <number>", "how long a document stays PENDING (default 3)"),
    gaps: flag("--gaps", "list what the service's description leaves open and what the sandbox chose; starts nothing"),
    rulesEdition: text("--rules-edition <id>", "edition of the Peppol rules (default: the one in force by its clock)"),
    defaultVersion: text(
      "--default-version <YYYYMMDD>",
      "contract version where a request names none (default 20260101)",
    ),
  },
  examples: [
    { type: "selfbill sandbox", does: "prints address, token, business profile and test suppliers, then serves" },
    { type: "selfbill sandbox --port 0 --json", does: "for scripts: the first line is JSON, printed once it answers" },
  ],
  async run({ options }, desk): Promise<Report> {
    if (options.gaps) return listOfGaps();
    const port = numberOf(options.port, usualPort, "--port", 65_535);
    const rate = numberOf(options.rate, "60", "--rate", 1_000_000);
    const pendingSeconds = numberOf(options.pendingSeconds, "3", "--pending-seconds", 86_400);
    const wrong = [port, rate, pendingSeconds].find((each) => typeof each !== "number");
    if (typeof wrong === "object") return ended([wrong]);
    const edition = options.rulesEdition === undefined ? ok(undefined) : parseRulesEdition(options.rulesEdition);
    if (!edition.ok) return ended(edition.problems.map((each) => ({ ...each, outcome: "usage" })));
    const folder = options.data ?? (await defaultFolder(desk));
    if (typeof folder !== "string") return ended(folder);
    const started = await startSandbox({
      folder,
      port: port as number,
      rate: rate as number,
      pendingSeconds: pendingSeconds as number,
      strict: options.strict,
      snapshot404: options.snapshot404,
      phase2: !options.noPhase2,
      ...(options.defaultVersion === undefined ? {} : { defaultVersion: options.defaultVersion }),
      ...(edition.value === undefined ? {} : { rulesEdition: edition.value }),
      onFault: (error) =>
        desk.say(`The sandbox has a fault: ${error instanceof Error ? error.message : String(error)}`),
    });
    if (!started.ok) return ended(started.problems);
    desk.announce(welcome(started.value, folder));
    desk.say("SANDBOX: nothing leaves this computer. Ctrl-C stops it; its documents are kept.");
    await desk.stopped();
    await started.value.close();
    return ended([]);
  },
});

function listOfGaps(): Report {
  const columns = ["Gap", "What the description leaves open", "What the sandbox does"];
  const rows = gaps.map(({ id, missing, chosen }) => [id, missing, chosen]);
  const view = { view: "table", columns, rows, data: { gaps }, empty: "There are none." } as const;
  return { outcome: "done", sandbox: true, view, problems: [] };
}

async function defaultFolder(desk: Desk): Promise<string | readonly Problem[]> {
  const settings = await desk.settings();
  return settings.ok ? join(settings.value.folders.data, "sandbox") : settings.problems;
}

function numberOf(given: string | undefined, otherwise: string, name: string, most: number): number | Problem {
  const text = given ?? otherwise;
  const value =
    /^\d+(?:\.\d+)?$/.test(text) && (name === "--pending-seconds" || !text.includes(".")) ? Number(text) : Number.NaN;
  if (value <= most) return value;
  return problem("bad-usage", `${text} is not a number that ${name} takes.`, `Write a number from 0 to ${most}.`);
}

function welcome(running: RunningSandbox, folder: string): Report {
  const data = { base_url: running.baseUrl, token: running.token, business_profile_id: running.businessProfileId, pid };
  const facts: [string, string][] = [
    ["Base URL", running.baseUrl],
    ["Token", running.token],
    ["Business profile", `${running.businessProfileId}  ${running.profile.party_name ?? ""}`],
    ["Data", folder],
    ...running.suppliers.map((each): [string, string] => [
      `Test supplier ${each.tin}`,
      `TRN ${each.trn}: ${each.happens}`,
    ]),
    ["Any other supplier", "approved"],
    ...running.salesCreditNotes.map((each): [string, string] => [`Sales credit note ${each.id}`, each.happens]),
  ];
  return {
    outcome: "done",
    sandbox: true,
    view: { view: "facts", title: "selfbill sandbox", facts, data },
    problems: [],
  };
}

function ended(problems: readonly Problem[]): Report {
  return { outcome: problems[0]?.outcome ?? "done", sandbox: true, view: { view: "nothing" }, problems };
}
