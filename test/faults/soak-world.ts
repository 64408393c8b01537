import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Database, openDatabase } from "../../src/database/index.ts";
import { variablesOf } from "../support/variables-of.ts";
import { bundle } from "./bundle.ts";
import { type HowToRun, runProgram, type Said } from "./command.ts";
import { PaperMill } from "./soak-papers.ts";
import { type Member, memberInput, type SandboxProcess, startMember, startSandbox } from "./soak-processes.ts";

/** Size of a disk that is not full. */
const roomy = "512m";

/** The maximum number of bytes that the sandbox keeps for a request in addition to its body and answer. */
const aRequest = 2_500;

interface Requests {
  readonly requests: readonly { readonly body: string; readonly answer: string }[];
  readonly count: number;
}

/** A separately mounted disk, where mounting is allowed; otherwise a folder. */
export interface Disk {
  readonly folder: string;
  readonly isMounted: boolean;
  /** Leaves `left` KiB free. */
  fill(left: number): void;
  free(): void;
}

function openDisk(folder: string): Disk {
  mkdirSync(folder);
  const mount = (...options: string[]) => spawnSync("mount", [...options, "tmpfs", folder]).status === 0;
  const isMounted = mount("-t", "tmpfs", "-o", `size=${roomy},mode=0700`);
  const resize = (size: string): void => {
    if (!mount("-o", `remount,size=${size}`)) throw new Error(`${folder} cannot get the size ${size}`);
  };
  return {
    folder,
    isMounted,
    fill(left) {
      const { blocks, bfree, bsize } = statfsSync(folder);
      resize(`${Math.ceil(((blocks - bfree) * bsize) / 1024) + left}k`);
    },
    free: () => resize(roomy),
  };
}

/** A desk with its disk, a service with its disk, and the processes of both. */
export interface World {
  readonly folder: string;
  readonly desk: Disk;
  readonly service: Disk;
  readonly settings: Readonly<Record<string, string>>;
  readonly papers: PaperMill;
  readonly member: Member;
  /** The running sandbox. */
  sandbox: SandboxProcess;
  /** Ids of the documents that exist, by note. */
  ledger(): ReadonlyMap<string, readonly string[]>;
  run(words: readonly string[], how?: HowToRun): Promise<Said>;
  restart(signal: "SIGTERM" | "SIGKILL"): Promise<void>;
  /** Makes the sandbox apply this fault to the next create requests. */
  order(fault: Readonly<Record<string, unknown>>): Promise<void>;
  /** Bytes that the sandbox must remember for the requests that it has received, with their answers. */
  remembered(): Promise<number>;
  /** Ends all processes; the files stay. */
  stop(): Promise<void>;
}

/** Makes a world, uses it, and removes it afterwards. */
export async function withWorld(use: (world: World) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "selfbill-soak-"));
  const disks: Disk[] = [];
  const opened = (name: string): Disk => {
    const disk = openDisk(join(folder, name));
    disks.push(disk);
    for (const each of ["tmp", "home"]) mkdirSync(join(disk.folder, each));
    return disk;
  };
  let world: World | undefined;
  try {
    world = await openWorld(folder, opened("desk"), opened("service"));
    await use(world);
  } finally {
    await world?.stop();
    for (const { folder: at, isMounted } of disks) if (isMounted) spawnSync("umount", ["-l", at]);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function openWorld(folder: string, desk: Disk, service: Disk): Promise<World> {
  const data = join(service.folder, "data");
  const start = (port: number) => startSandbox(data, port, placesOn(service));
  const sandbox = await start(0);
  const port = Number(new URL(sandbox.baseUrl).port);
  const settings = { ...placesOn(desk), ...variablesOf(sandbox), USER: "clerk" };
  const built = join(folder, "member");
  mkdirSync(built);
  const member = await startMember(await bundle(memberInput, built), settings);
  const database = opened(join(data, "sandbox.db"));
  let isOver = false;
  const world: World = {
    folder,
    desk,
    service,
    settings,
    papers: new PaperMill(join(folder, "files")),
    member,
    sandbox,
    ledger: () => ledgerIn(database),
    run: (words, how) => runProgram(words, settings, { patience: 300_000, ...how }),
    async restart(signal) {
      await world.sandbox.stop(signal);
      world.sandbox = await start(port);
    },
    async order(fault) {
      const { baseUrl, token } = world.sandbox;
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json", connection: "close" };
      const body = JSON.stringify({ faults: [{ method: "POST", ...fault }] });
      const answer = await fetch(`${baseUrl}/sandbox/faults`, { method: "POST", headers, body });
      if (!answer.ok) throw new Error(`the sandbox does not take the fault: ${await answer.text()}`);
      await answer.arrayBuffer();
    },
    async remembered() {
      const { baseUrl, token } = world.sandbox;
      const headers = { authorization: `Bearer ${token}`, connection: "close" };
      const answer = await fetch(`${baseUrl}/sandbox/requests?last=500`, { headers });
      const { requests, count } = (await answer.json()) as Requests;
      return requests.reduce((sum, { body, answer }) => sum + body.length + answer.length, count * aRequest);
    },
    async stop() {
      if (isOver) return;
      isOver = true;
      database.close();
      await member.stop();
      await world.sandbox.stop("SIGTERM");
    },
  };
  return world;
}

/** Variables that put everything a process writes on this disk. */
const placesOn = ({ folder }: Disk) => ({
  HOME: folder,
  TMPDIR: join(folder, "tmp"),
  SELFBILL_HOME: join(folder, "home"),
});

function opened(path: string): Database {
  const database = openDatabase(path, "", { code: "sandbox-unusable" });
  if (!database.ok) throw new Error(database.problems[0].message);
  return database.value;
}

function ledgerIn(database: Database): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { id, body } of database.all("SELECT id, body FROM document ORDER BY sequence")) {
    const [, note = ""] = /"note":"([^"]*)"/.exec(String(body)) ?? [];
    found.set(note, [...(found.get(note) ?? []), String(id)]);
  }
  return found;
}
