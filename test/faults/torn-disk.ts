import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import type { Random } from "./random.ts";
import type { Act } from "./recording.ts";

/** Which unflushed writes survive a power failure. */
export const leavings = ["everything", "nothing", "the first writes", "some writes", "torn writes"] as const;
export type Leaving = (typeof leavings)[number];

/** The number of bytes that a disk writes atomically. */
const sector = 512;

interface File {
  /** The content after the last flush. */
  durable: Buffer;
  pending: Array<Extract<Act, { do: "write" | "resize" }>>;
}

/** A name that was created, or removed (`node` is undefined), and has not been flushed yet. */
interface Naming {
  readonly path: string;
  readonly node: File | "folder" | undefined;
}

/**
 * A folder and its content on a disk that loses power: which bytes and names were flushed, and which were only written.
 * A flush of a file does not flush its name, and a flush of a folder does not flush the folder's name: that needs a
 * flush of the parent folder.
 */
export class TornDisk {
  readonly #top: string;
  readonly #names = new Map<string, File | "folder">();
  readonly #now = new Map<string, File | "folder">();
  #namings: Naming[] = [];

  /** Starts with the folder `top` as it is, all of it flushed. Anything outside it is ignored. */
  constructor(top: string) {
    this.#top = top;
    const add = (path: string): void => {
      const node = statSync(path).isDirectory() ? "folder" : { durable: readFileSync(path), pending: [] };
      this.#names.set(path, node);
      this.#now.set(path, node);
      if (node === "folder") for (const name of readdirSync(path)) add(join(path, name));
    };
    add(top);
  }

  /** Returns whether the act changed the possible results of a failure. */
  take(act: Act): boolean {
    if (!("path" in act) || !(act.path === this.#top || act.path.startsWith(this.#top + sep))) return false;
    // SQLite rebuilds the index of its log after a failure, and maps it into memory, where it cannot be traced.
    if (act.path.endsWith("-shm")) return false;
    const { path } = act;
    switch (act.do) {
      case "make-folder":
        return this.name(path, "folder");
      case "remove":
        return this.name(path, undefined);
      case "rename":
        return this.name(act.to, this.#now.get(path)) && this.name(path, undefined);
      case "link":
        return this.name(act.to, this.#now.get(path));
      case "open": {
        if (!this.#now.has(path) && act.creates) return this.name(path, { durable: Buffer.alloc(0), pending: [] });
        if (act.truncates) this.file(path).pending.push({ do: "resize", path, size: 0 });
        return act.truncates;
      }
      case "write":
      case "resize":
        this.file(path).pending.push(act);
        return true;
      case "sync":
        return this.sync(path);
    }
    return false;
  }

  private name(path: string, node: Naming["node"]): boolean {
    if (node === undefined) this.#now.delete(path);
    else this.#now.set(path, node);
    this.#namings.push({ path, node });
    return true;
  }

  private file(path: string): File {
    const node = this.#now.get(path);
    // A file removed while open can still be written, but is no longer visible.
    return node === undefined || node === "folder" ? { durable: Buffer.alloc(0), pending: [] } : node;
  }

  private sync(path: string): boolean {
    if (this.#now.get(path) !== "folder") {
      const file = this.file(path);
      file.durable = contentOf(file.durable, file.pending);
      file.pending = [];
      return true;
    }
    for (const each of this.#namings) if (dirname(each.path) === path) settle(this.#names, each);
    this.#namings = this.#namings.filter((each) => dirname(each.path) !== path);
    return true;
  }

  /**
   * Chooses at random one disk state that a failure at this moment may leave: files with their content, folders without
   * any.
   */
  leave(leaving: Leaving, random: Random): ReadonlyMap<string, Buffer | undefined> {
    const names = new Map(this.#names);
    const kept = chosen(this.#namings, leaving, random);
    for (const each of this.#namings) if (kept.has(each)) settle(names, each);
    const left = new Map<string, Buffer | undefined>();
    for (const [path, node] of names) {
      if (!this.isReachable(path, names)) continue;
      left.set(path, node === "folder" ? undefined : remains(node, leaving, random));
    }
    return left;
  }

  /** If a folder's name is lost, its whole content is lost with it. */
  private isReachable(path: string, names: ReadonlyMap<string, unknown>): boolean {
    return path === this.#top || (names.has(path) && this.isReachable(dirname(path), names));
  }
}

function settle(names: Map<string, File | "folder">, { path, node }: Naming): void {
  if (node === undefined) names.delete(path);
  else names.set(path, node);
}

function chosen<T>(all: readonly T[], leaving: Leaving, random: Random): ReadonlySet<T> {
  const first = random.below(all.length + 1);
  switch (leaving) {
    case "everything":
      return new Set(all);
    case "nothing":
      return new Set();
    case "the first writes":
      return new Set(all.slice(0, first));
    case "some writes":
    case "torn writes":
      return new Set(all.filter(() => random.oneIn(2)));
  }
}

function remains({ durable, pending }: File, leaving: Leaving, random: Random): Buffer {
  const kept = chosen(pending, leaving, random);
  const writes = pending.filter((each) => kept.has(each));
  return contentOf(durable, leaving === "torn writes" ? writes.flatMap((each) => torn(each, random)) : writes);
}

/** The part of the write that reached the disk: only some sectors, either the first ones or random ones. */
function torn(act: File["pending"][number], random: Random): File["pending"] {
  if (act.do !== "write") return [act];
  const pieces: File["pending"] = [];
  for (let from = 0; from < act.data.length; ) {
    const to = Math.min(act.data.length, from + sector - ((act.at + from) % sector));
    pieces.push({ ...act, at: act.at + from, data: act.data.subarray(from, to) });
    from = to;
  }
  return random.oneIn(2) ? pieces.slice(0, random.below(pieces.length + 1)) : pieces.filter(() => random.oneIn(2));
}

function contentOf(durable: Buffer, acts: File["pending"]): Buffer {
  let content = Buffer.from(durable);
  for (const act of acts) {
    const size = act.do === "resize" ? act.size : Math.max(content.length, act.at + act.data.length);
    // A gap between the old end and a later write reads as zeros.
    if (size !== content.length) content = Buffer.concat([content.subarray(0, size)], size);
    if (act.do === "write") act.data.copy(content, act.at);
  }
  return content;
}

/** Writes a saved disk state into another folder. */
export function putBack(left: ReadonlyMap<string, Buffer | undefined>, top: string, to: string): void {
  for (const [path, content] of [...left].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const there = to + path.slice(top.length);
    if (content === undefined) mkdirSync(there, { recursive: true, mode: 0o700 });
    else writeFileSync(there, content, { mode: 0o600 });
  }
}
