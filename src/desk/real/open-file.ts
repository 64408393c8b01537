/**
 * Shows a file or an address of this computer in the user's own program for it. Runs one fixed program with the path or address as its only argument,
 * without a shell.
 */
import { spawn } from "node:child_process";
import { type Environment, isCi } from "../../environment/index.ts";

/** Returns the system's program for opening files, with its arguments before the path; undefined without a screen. */
function opener(platform: NodeJS.Platform, environment: Environment): readonly [string, ...string[]] | undefined {
  const isSet = (name: keyof Environment): boolean => (environment[name] ?? "") !== "";
  if (isCi(environment) || isSet("SSH_CONNECTION")) return undefined;
  if (platform === "darwin") return ["open"];
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler"];
  return isSet("DISPLAY") || isSet("WAYLAND_DISPLAY") ? ["xdg-open"] : undefined;
}

/** Opens an absolute path or an http address; true once the program is running. The program outlives this process. */
export function openFile(path: string, platform: NodeJS.Platform, environment: Environment): Promise<boolean> {
  const found = opener(platform, environment);
  if (found === undefined) return Promise.resolve(false);
  const [program, ...words] = found;
  return new Promise((resolve) => {
    const child = spawn(program, [...words, path], { stdio: "ignore", detached: true, shell: false });
    child.once("error", () => resolve(false));
    child.once("spawn", () => {
      child.unref();
      resolve(true);
    });
  });
}
