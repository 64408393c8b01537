import { join } from "node:path";
import { runProgram, sending } from "./command.ts";
import type { JournalIs, Lane } from "./lane.ts";
import { type Behaviour, behaviours } from "./service.ts";
import { tracedIn, tracing } from "./strace.ts";

/** A run that is repeated once for each of its points and killed there. */
export interface Scene {
  readonly signal: "SIGKILL" | "SIGTERM" | "SIGINT";
  readonly behaviour: Behaviour;
  readonly files: 1 | 3;
  readonly journal: JournalIs;
  /**
   * The first point: the start of the process, the first access to the journal, or the first connection. Another scene
   * covers the earlier points, because runs are alike until they access the journal, or until they reach the service.
   */
  readonly from: "start" | "journal" | "connection";
  /** How the command is repeated: as a separate program, or as the same code in this process. */
  readonly again: "program" | "here";
}

/** A point of a run: the run is killed before the n-th call of this kind. */
export interface Point {
  readonly scene: Scene;
  readonly call: string;
  readonly n: number;
  /** True if the counted run made no further call of this kind. */
  readonly last: boolean;
}

const ofAll = (signal: Scene["signal"], files: Scene["files"], of: readonly Behaviour[]): Scene[] =>
  of.map((behaviour) => {
    const from = behaviour === "created" ? "journal" : "connection";
    const again = from === "journal" && signal === "SIGKILL" ? "program" : "here";
    return { signal, behaviour, files, journal: "there", from, again };
  });

/** A send treats SIGTERM and Ctrl-C alike, so SIGTERM is used only with one file, and SIGINT only with three. */
export const scenes: readonly Scene[] = [
  { signal: "SIGKILL", behaviour: "created", files: 1, journal: "new", from: "start", again: "here" },
  ...ofAll("SIGKILL", 1, behaviours),
  ...ofAll("SIGKILL", 3, behaviours),
  ...ofAll("SIGTERM", 1, behaviours),
  ...ofAll("SIGINT", 3, ["created", "created, the answer is cut"]),
];

/** The points of a scene, counted in an undisturbed run. */
export async function pointsOf(scene: Scene, lane: Lane): Promise<Point[]> {
  const { settings } = await lane.prepare(scene.journal);
  lane.service.behave(scene.behaviour);
  const log = join(lane.folder, "counted.log");
  const files = lane.papers(scene.files).map(({ file }) => file);
  await runProgram(sending(files), settings, { under: tracing(log) });
  const traced = tracedIn(log);
  const first = traced.findIndex(
    ({ call, line }) =>
      scene.from === "start" || (scene.from === "journal" ? line.includes("journal.db") : call === "connect"),
  );
  const last = new Map(traced.map(({ call, n }) => [call, n]));
  return traced
    .slice(first)
    .filter(({ inner }) => !inner)
    .map(({ call, n }) => ({ scene, call, n, last: n === last.get(call) }));
}
