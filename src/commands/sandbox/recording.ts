import { pid } from "node:process";
import type { Desk } from "../../desk/index.ts";
import { isSwitchedOn } from "../../environment/index.ts";
import { type Problem, problem } from "../../problem/index.ts";
import type { Report } from "../../report/index.ts";
import { compareRecording, type GapShown, gaps, loadRecorder, readRecording } from "../../sandbox/index.ts";
import { networkFrom, passOn } from "../../send/index.ts";
import { parseBaseUrl } from "../../settings/index.ts";
import { tableView } from "../answer/columns.ts";
import { aboutRealService } from "../answer/practised.ts";
import { succeeded } from "../answer/stopped-by.ts";

/** Lists all assumptions that the sandbox makes about the service, each with the evidence from a recording. */
export async function listOfGaps(against: string | undefined, desk: Desk): Promise<Report> {
  if (against === undefined) return shownGaps(undefined);
  const bytes = await desk.files.read(against);
  if (!bytes.ok) return ended(bytes.problems);
  const calls = readRecording(against, Buffer.from(bytes.value).toString());
  return calls.ok ? shownGaps(compareRecording(calls.value)) : ended(calls.problems);
}

function shownGaps(compared: readonly GapShown[] | undefined): Report {
  const all = compared ?? gaps.map((gap) => ({ gap, shown: null, line: null }));
  const recorded = ({ gap: { shownBy }, shown, line }: (typeof all)[number]): string => {
    const why = typeof shownBy === "function" ? "" : `: ${shownBy.never}`;
    return `${shown}${why}${line === null ? "" : ` (line ${line})`}`;
  };
  const data = {
    gaps: all.map(({ gap: { id, missing, chosen }, shown, line }) => ({ id, missing, chosen, shown, line })),
  };
  const view = tableView(all, {
    Gap: ({ gap }) => gap.id,
    "What the description leaves open": ({ gap }) => gap.missing,
    "What the sandbox does": ({ gap }) => gap.chosen,
    "The recording": compared !== undefined && recorded,
  });
  return succeeded({ ...view, data, empty: "None." }, true);
}

/**
 * Forwards each call to a service and writes a line about it until the user stops it. Problems: `bad-usage`,
 * `bad-setting`, `output-unwritable`.
 */
export async function record(address: string, out: string | undefined, port: number, desk: Desk): Promise<Report> {
  if (out === undefined) {
    return ended([problem("bad-usage", "--record has no file to write to.", "Add --out FILE.")]);
  }
  const service = parseBaseUrl(address);
  if (!service.ok) return ended(service.problems);
  if (isSwitchedOn(desk.environment.SELFBILL_PRACTICE)) return ended([aboutRealService("sandbox --record")]);
  const network = networkFrom(desk.environment);
  if (!network.ok) return ended(network.problems);
  // Check that the file is writable before listening.
  const writable = await desk.output.append(out, "");
  if (!writable.ok) return ended(writable.problems);
  const access = { baseUrl: service.value.url, environment: desk.environment, ...network.value };
  let unwritten: readonly Problem[] = [];
  let last: Promise<void> = Promise.resolve();
  const keep = (line: string): Promise<void> => {
    last = last.then(async () => {
      const added = await desk.output.append(out, `${line}\n`);
      if (added.ok) return;
      unwritten = added.problems;
      desk.say(`A call was passed on and is not in the recording: ${added.problems[0].message}`);
    });
    return last;
  };
  const { openRecorder } = await loadRecorder();
  const opened = await openRecorder({ port, pass: (request) => passOn(request, access), keep });
  if (!opened.ok) return ended(opened.problems);
  const stopped = desk.stopped();
  const { baseUrl, close } = opened.value;
  const data = { base_url: baseUrl, passes_on_to: service.value.url, out, pid };
  const facts: [string, string][] = [
    ["Base URL", baseUrl],
    ["Passes on to", service.value.url],
    ["Recording", out],
  ];
  desk.announce({
    ...ended([]),
    sandbox: false,
    view: { view: "facts", title: "selfbill sandbox --record", facts, data },
  });
  desk.say(
    `REAL CALLS: what a client creates here is created at ${service.value.url}, with its own token. Ctrl-C stops it.`,
  );
  await stopped;
  await close();
  return { ...ended(unwritten), sandbox: false };
}

function ended(problems: readonly Problem[]): Report {
  return { outcome: problems[0]?.outcome ?? "done", sandbox: true, view: { view: "nothing" }, problems };
}
