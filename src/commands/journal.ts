import { basename, dirname } from "node:path";
import type { Desk } from "../desk.ts";
import type { Journal } from "../journal/index.ts";
import { writeJson } from "../json/index.ts";
import { fail, ok, type Problem, problem, type Result } from "../problem/index.ts";
import { escapeHidden, type Report } from "../render/index.ts";
import { defineCommand, text } from "./command.ts";
import { pastAttempts } from "./past-attempts.ts";
import { stoppedBy } from "./profile-report.ts";

/** So much is written at a time, in characters. */
const piece = 1_000_000;

export const journal = defineCommand({
  words: "journal <export|verify>",
  summary: "the record of everything sent: write all of it out, or check it",
  help: `export writes JSON lines, one object a line: every record, every later state, every body as it was sent and answer as it came. verify
reads all of it and says whether it is as it was recorded; exit code 27 when not.`,
  options: { out: text("--out <file>", "export: write into this new file instead of printing") },
  examples: [
    { type: "selfbill journal export --out journal.jsonl", does: "writes everything into a new file" },
    { type: "selfbill journal verify", does: "says whether the journal is sound" },
  ],
  async run({ words: [action = ""], options: { out } }, desk): Promise<Report> {
    const stray = strayWords(action, out, desk);
    if (stray) return stoppedBy([stray]);
    // Opening would make it, and a later run could not tell any more that nothing is known of earlier ones.
    const isNew = await desk.journalIsNew();
    if (!isNew.ok) return stoppedBy(isNew.problems);
    if (isNew.value) return stoppedBy([noJournal()]);
    const opened = await desk.journal();
    if (!opened.ok) return stoppedBy(opened.problems);
    return action === "export" ? exportAll(opened.value, out, desk) : verify(opened.value);
  },
});

function strayWords(action: string, out: string | undefined, desk: Desk): Problem | undefined {
  if (action !== "export" && action !== "verify") {
    const message = `journal does not know ${JSON.stringify(action)}.`;
    return problem("bad-usage", message, "Type selfbill journal export or selfbill journal verify.");
  }
  if (action === "verify" && out !== undefined)
    return problem("bad-usage", "--out belongs to export.", "Type selfbill journal verify.");
  if (action === "export" && out === undefined && desk.asJson)
    return problem("bad-usage", "An export is JSON lines, not one JSON document.", "Add --out FILE, or omit --json.");
  return undefined;
}

function noJournal(): Problem {
  const hint = "Name its folder with --journal when it is elsewhere.";
  return problem("not-found", "There is no journal on this computer: nothing was sent from it yet.", hint);
}

async function exportAll(opened: Journal, out: string | undefined, desk: Desk): Promise<Report> {
  const target = out === undefined ? printer(desk) : file(out, desk);
  let lines = 0;
  const read = await opened.everything(async (record) => {
    lines += 1;
    return target.take(`${escapeHidden(writeJson(record))}\n`);
  });
  const ended = await target.end();
  const problems = [...(read.ok ? [] : read.problems), ...(ended.ok ? [] : ended.problems)];
  const [first] = problems;
  if (first || out === undefined) {
    const outcome = first?.outcome ?? "done";
    return { outcome, sandbox: false, view: { view: "nothing" }, problems };
  }
  const facts: [string, string][] = [
    ["File", out],
    ["Lines", String(lines)],
  ];
  const data = { file: out, lines: String(lines) };
  return { outcome: "done", sandbox: false, view: { view: "facts", facts, data }, problems };
}

/** Where an export goes, line by line. */
interface Target {
  /** False when there is no use in going on. */
  take(line: string): Promise<boolean>;
  end(): Promise<Result<undefined>>;
}

function printer(desk: Desk): Target {
  return { take: (line) => desk.write(line), end: async () => ok(undefined) };
}

/** A new file, written in pieces: what is exported may be larger than a text can be. */
function file(path: string, desk: Desk): Target {
  let kept: string[] = [];
  let length = 0;
  let begun = false;
  let state: Result<undefined> = ok(undefined);
  const flush = async (): Promise<void> => {
    const content = kept.join("");
    [kept, length] = [[], 0];
    if (begun) state = await desk.output.append(path, content);
    else {
      const made = await desk.output.write(dirname(path), basename(path), content);
      state = made.ok ? ok(undefined) : fail(...made.problems);
    }
    begun = true;
  };
  return {
    take: async (line) => {
      kept.push(line);
      length += line.length;
      if (length >= piece) await flush();
      return state.ok;
    },
    end: async () => {
      if (state.ok && (!begun || length > 0)) await flush();
      return state;
    },
  };
}

async function verify(opened: Journal): Promise<Report> {
  const damage = await opened.damage();
  if (!damage.ok) return stoppedBy(damage.problems);
  if (damage.value !== undefined) {
    const message = `The journal is damaged: ${damage.value}.`;
    const hint = "Put back a copy of it. Until then look at the service what exists, and send nothing.";
    const found = problem("journal-unusable", message, hint);
    const facts: [string, string][] = [["Journal", `DAMAGED: ${damage.value}`]];
    const data = { journal: { sound: false, damage: damage.value } };
    return { outcome: found.outcome, sandbox: false, view: { view: "facts", facts, data }, problems: [found] };
  }
  const all = await pastAttempts(opened);
  if (!all.ok) return stoppedBy(all.problems);
  const count = (state: string): string => String(all.value.filter((each) => each.state === state).length);
  const [tries, created, doubts] = [String(all.value.length), count("created"), count("in-doubt")];
  const facts: [string, string][] = [
    ["Journal", "sound: every record and every text is as it was recorded, and none was removed"],
    ["Tries of sending", tries],
    ["Created", created],
    ["In doubt", doubts],
  ];
  const data = { journal: { sound: true, attempts: tries, created, in_doubt: doubts } };
  return { outcome: "done", sandbox: false, view: { view: "facts", facts, data }, problems: [] };
}
