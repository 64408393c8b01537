import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

const bin = fileURLToPath(new URL("../../bin/selfbill.cjs", import.meta.url));

/** A sandbox in its own process, as a user would start it. */
export interface SandboxProcess {
  readonly baseUrl: string;
  readonly token: string;
  readonly businessProfileId: string;
  readonly client: { readonly id: string; readonly secret: string };
  /** Simulates a power loss; resolves when the process has ended. */
  kill(): Promise<void>;
}

/** Starts a sandbox on a free port; resolves when it answers. It ends with the test. */
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
