import type { OwnPaths, Watch } from "../../sandbox/index.ts";

/** Pages that show the sandbox in a browser. */
export interface SandboxConsole {
  /**
   * Returns the pages and a path that grants access once. `onNewCode` is called when a visitor without a valid cookie
   * opens a page and every earlier code has been used. `path` contains a new code: `/console/open?code=…`.
   */
  open(onNewCode: (path: string) => void): Promise<{
    readonly entry: string;
    readonly paths: (watch: Watch) => OwnPaths;
  }>;
}
