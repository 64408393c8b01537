import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { run } from "./program.ts";

/** Entry files of other packages; those missing in the --peers folder are not measured. */
const programs = {
  "ksef-client-ts": "ksef-client-ts/dist/cli.js",
  prism: "@stoplight/prism-cli/dist/index.js",
  emulate: "emulate/dist/index.js",
} as const;

/**
 * Resolves with the path of another program; undefined if it is not installed or does not run on this version of Node.
 */
export async function peerProgram(
  folder: string | undefined,
  name: keyof typeof programs,
): Promise<string | undefined> {
  const path = join(folder ?? "", "node_modules", programs[name]);
  if (folder === undefined || !existsSync(path)) return undefined;
  return run([path, "--version"], folder).then(
    () => path,
    () => undefined,
  );
}

/** Returns a free port, for programs that cannot choose one themselves. */
export function freePort(): Promise<number> {
  return new Promise((found, failed) => {
    const server = createServer().on("error", failed);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => found(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
