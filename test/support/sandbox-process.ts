import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

const bin = fileURLToPath(new URL("../../bin/selfbill.cjs", import.meta.url));

/** A sandbox in its own process, as a user starts it. */
export interface SandboxProcess {
  readonly baseUrl: string;
  readonly token: string;
  readonly businessProfileId: string;
  readonly client: { readonly id: string; readonly secret: string };
  /** Kills the sandbox immediately, as a power loss would; resolves when it has ended. */
  kill(): Promise<void>;
}

/** Starts the built command on a free port and waits until it answers. It ends with the test. */
export async function startSandboxProcess(folder: string, ...flags: string[]): Promise<SandboxProcess> {
  const words = [bin, "sandbox", "--json", "--port", "0", "--rate", "0", "--data", folder, ...flags];
  const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "ignore"] });
  const gone = once(child, "exit");
  const kill = async (): Promise<void> => {
    child.kill("SIGKILL");
    await gone;
  };
  onTestFinished(kill);
  const [line] = await Promise.race([
    once(createInterface(child.stdout), "line"),
    gone.then(() => Promise.reject(new Error("the sandbox ended before it answered"))),
  ]);
  const said = JSON.parse(String(line)) as Record<string, string>;
  const of = (name: string): string => said[name] ?? "";
  return {
    baseUrl: of("base_url"),
    token: of("token"),
    businessProfileId: of("business_profile_id"),
    client: { id: of("client_id"), secret: of("client_secret") },
    kill,
  };
}
