import { join } from "node:path";
import { runProgram, sending } from "./command.ts";
import type { JournalIs, Lane } from "./lane.ts";
import type { Behaviour } from "./service.ts";
import { type Injection, type Traced, tracedIn, tracing } from "./strace.ts";

/** A run that is repeated once for each of its disk operations, with that operation failing. */
export interface Scene {
  readonly behaviour: Behaviour;
  readonly files: 1 | 3;
  readonly journal: JournalIs;
}

export interface Point {
  readonly scene: Scene;
  readonly injection: Injection;
}

export const scenes: readonly Scene[] = [
  { behaviour: "created", files: 1, journal: "there" },
  { behaviour: "created", files: 3, journal: "there" },
  { behaviour: "created", files: 1, journal: "new" },
  { behaviour: "429, then created", files: 1, journal: "there" },
  { behaviour: "created, closed without an answer", files: 1, journal: "there" },
];

interface Failure {
  readonly error: string;
  readonly onward: boolean;
}

const once = (error: string): Failure => ({ error, onward: false });
const onward = (error: string): Failure => ({ error, onward: true });

/**
 * Possible failures of a call, one-time or permanent; the first scene uses all of them, the others only those in
 * `always`.
 */
const failures: Readonly<Record<string, { readonly always: readonly Failure[]; readonly first?: readonly Failure[] }>> =
  {
    openat: { always: [once("EROFS")], first: [once("EACCES"), once("EMFILE")] },
    mkdir: { always: [once("ENOSPC")], first: [once("EACCES"), once("EROFS")] },
    write: { always: [once("ENOSPC")], first: [once("EIO")] },
    pwrite64: { always: [onward("ENOSPC"), once("EIO")], first: [once("EINTR")] },
    fsync: { always: [once("EIO"), onward("EIO")], first: [once("ENOSPC")] },
    ftruncate: { always: [once("ENOSPC")] },
    unlink: { always: [once("EIO")], first: [once("EROFS")] },
  };

/** Every failure of every call on the journal's folder; the calls are counted in an undisturbed run. */
export async function pointsOf(scene: Scene, lane: Lane): Promise<Point[]> {
  const { settings, data } = await lane.prepare(scene.journal);
  lane.service.behave(scene.behaviour);
  const log = join(lane.folder, "counted.log");
  const files = lane.papers(scene.files).map(({ file }) => file);
  await runProgram(sending(files), settings, { under: tracing(log) });
  return tracedIn(log)
    .filter(({ line }) => line.includes(data))
    .flatMap((traced) => failuresOf(traced, scene).map((injection) => ({ scene, injection })));
}

function failuresOf({ call, n }: Traced, scene: Scene): Injection[] {
  const { always = [], first = [] } = failures[call] ?? {};
  const all = scene === scenes[0] ? [...always, ...first] : always;
  return all.map(({ error, onward }) => ({ call, n, what: `error=${error}`, onward }));
}
