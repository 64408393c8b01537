import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { plainEnvironment, type Ran, type RunOptions, top } from "./run-selfbill.ts";

/** Runs the built program under another one, such as strace. */
export async function runUnder(
  under: readonly string[],
  words: readonly string[],
  { home, env }: Pick<RunOptions, "home" | "env">,
): Promise<Ran> {
  const [command = "", ...rest] = [...under, process.execPath, join(top, "bin/selfbill.cjs"), ...words];
  const environment = { ...plainEnvironment(), SELFBILL_HOME: home, ...env };
  const child = spawn(command, rest, { cwd: top, env: environment, stdio: ["ignore", "pipe", "pipe"] });
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const [code] = await once(child, "close");
  return { code, stdout, stderr };
}
