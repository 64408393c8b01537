import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { program, type Said } from "./command.ts";

type Settings = Readonly<Record<string, string>>;

/**
 * Memory and handles of a process after a forced garbage collection: bytes of heap, resident bytes, and open handles.
 */
export interface Held {
  readonly heap: number;
  readonly resident: number;
  readonly handles: number;
}

/** A process whose memory and handles can be sampled. */
export interface Watched {
  held(): Promise<Held>;
}

/** Flags with which a program can report its memory and handles. */
const probe = (): string[] => ["--expose-gc", "--import", pathToFileURL(resolve("test/faults/soak-probe.mjs")).href];

/** The real program running as a sandbox, in a separate process. */
export interface SandboxProcess extends Watched {
  readonly baseUrl: string;
  readonly token: string;
  readonly businessProfileId: string;
  stop(signal: "SIGTERM" | "SIGKILL"): Promise<void>;
}

/** Resolves when the sandbox answers. */
export async function startSandbox(data: string, port: number, settings: Settings): Promise<SandboxProcess> {
  const words = [program, "sandbox", "--json", "--port", String(port), "--rate", "0", "--data", data];
  const child = spawn(process.execPath, [...probe(), ...words], {
    env: { PATH: process.env.PATH, ...settings },
    stdio: ["ignore", "pipe", "ignore", "ipc"],
  });
  const gone = once(child, "exit");
  const ended = gone.then(() => Promise.reject(new Error("the sandbox ended before it answered")));
  ended.catch(() => undefined);
  const [line] = await Promise.race([once(createInterface(child.stdout as NodeJS.ReadableStream), "line"), ended]);
  const said = JSON.parse(String(line)) as Record<string, string>;
  const of = (name: string): string => said[name] ?? "";
  return {
    baseUrl: of("base_url"),
    token: of("token"),
    businessProfileId: of("business_profile_id"),
    held: () => ask<Held>(child, "measure"),
    async stop(signal) {
      child.kill(signal);
      await gone;
    },
  };
}

/** The client that lives as long as the soak, and runs one command after another. */
export interface Member extends Watched {
  run(words: readonly string[]): Promise<Said>;
  stop(): Promise<void>;
}

/** Starts the client and resolves once it is ready; `built` is the file of its bundle. */
export async function startMember(built: string, settings: Settings): Promise<Member> {
  const child = spawn(process.execPath, [...probe(), built], {
    env: { PATH: process.env.PATH, ...settings },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const gone = once(child, "exit");
  await once(child, "message");
  return {
    held: () => ask<Held>(child, "measure"),
    async run(words) {
      const { said, failed } = await ask<{ said?: Said; failed?: string }>(child, [...words]);
      if (said === undefined) throw new Error(`the long-lived client failed at ${words.join(" ")}: ${failed}`);
      return said;
    },
    async stop() {
      child.disconnect();
      await gone;
    },
  };
}

/** Sends the process a message and returns its answer; fails if the process ends first. */
async function ask<T>(child: ChildProcess, word: string | string[]): Promise<T> {
  const answered = new AbortController();
  const { signal } = answered;
  const answer = once(child, "message", { signal });
  const gone = once(child, "exit", { signal });
  const failed = gone.then(() => Promise.reject(new Error(`a process ended before it answered ${word}`)));
  for (const each of [answer, failed]) each.catch(() => undefined);
  child.send(word);
  const [message] = await Promise.race([answer, failed]);
  answered.abort();
  return message as T;
}

export const memberInput = join("test", "faults", "soak-member.ts");
