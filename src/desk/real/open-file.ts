/**
 * Opens a file or a local URL with the user's default program, through a fixed program of the system and without a
 * shell.
 */
import { spawn } from "node:child_process";
import { type Environment, isCi } from "../../environment/index.ts";

/** Returns the program and the arguments that precede the path; undefined if no display is available. */
function opener(platform: NodeJS.Platform, environment: Environment): readonly [string, ...string[]] | undefined {
  const isSet = (name: keyof Environment): boolean => (environment[name] ?? "") !== "";
  if (isCi(environment) || isSet("SSH_CONNECTION")) return undefined;
  if (platform === "darwin") return ["open"];
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler"];
  return isSet("DISPLAY") || isSet("WAYLAND_DISPLAY") ? ["xdg-open"] : undefined;
}

/** Takes an absolute path or an http URL. Returns true once the program is running; it outlives this process. */
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
