import { basename, dirname } from "node:path";
import type { Desk } from "../../desk/index.ts";
import type { Journal } from "../../journal/index.ts";
import { writeJson } from "../../json/index.ts";
import { fail, ok, type Result } from "../../problem/index.ts";
import { escapeHidden } from "../../render/index.ts";
import type { Report } from "../../report/index.ts";

/** So much is written at a time, in characters. */
const piece = 1_000_000;

/** Writes everything that was ever recorded, one JSON object a line, into a new file or as the answer. */
export async function exportAll(opened: Journal, out: string | undefined, desk: Desk): Promise<Report> {
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
  /** False when nothing more can be written. */
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
    if (begun) {
      state = await desk.output.append(path, content);
      // A beginning would pass for the whole.
      if (!state.ok) await desk.output.remove(path);
    } else {
      const made = await desk.output.write(dirname(path), basename(path), content, { private: true });
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
