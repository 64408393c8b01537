import type { Desk, GrowingFile } from "../../desk/index.ts";
import type { Journal } from "../../journal/index.ts";
import { writeJson } from "../../json/index.ts";
import { fail, ok, type Problem, problem, type Result } from "../../problem/index.ts";
import { escapeHidden } from "../../render/index.ts";
import type { Report } from "../../report/index.ts";
import { stoppedBy, succeeded } from "../answer/stopped-by.ts";

/** Number of characters written at a time. */
const piece = 1_000_000;

/** Writes one JSON object per line, to a new file or to the output. */
export async function exportAll(opened: Journal, out: string | undefined, desk: Desk): Promise<Report> {
  const file = out === undefined ? undefined : await desk.output.grow(out);
  if (file?.ok === false) return stoppedBy(file.problems);
  const target = file === undefined ? printer(desk) : inPieces(file.value, desk);
  let lines = 0;
  const read = await opened.everything(async (record) => {
    lines += 1;
    return target.take(`${escapeHidden(writeJson(record))}\n`);
  });
  const ended = await target.end(read.ok);
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
  const data = { file: out, lines };
  return succeeded({ view: "facts", facts, data }, false, problems);
}

interface Target {
  /** Returns false if nothing more can be written. */
  take(line: string): Promise<boolean>;
  /** Ends the output; `whole` is false if the export was interrupted. */
  end(whole: boolean): Promise<Result<undefined>>;
}

function printer(desk: Desk): Target {
  return { take: (line) => desk.write(line), end: async () => ok(undefined) };
}

/**
 * Writes in chunks, because an export may exceed the maximum length of a string. The file appears only when complete.
 */
function inPieces(file: GrowingFile, desk: Desk): Target {
  let kept: string[] = [];
  let length = 0;
  let state: Result<undefined> = ok(undefined);
  const off = desk.onStop(() => {
    state = fail(stopped());
  });
  const flush = async (): Promise<void> => {
    const content = kept.join("");
    [kept, length] = [[], 0];
    const added = await file.add(content);
    if (state.ok) state = added;
  };
  return {
    take: async (line) => {
      kept.push(line);
      length += line.length;
      if (length >= piece) await flush();
      return state.ok;
    },
    end: async (whole) => {
      if (state.ok && whole) await flush();
      off();
      if (state.ok && whole) return file.finish();
      await file.drop();
      return state;
    },
  };
}

function stopped(): Problem {
  return problem(
    "interrupted",
    "Stopped before everything was exported; no file was written.",
    "Run it again at any time.",
  );
}
