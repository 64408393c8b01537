import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach } from "vitest";
import { temporaryFolder } from "./run-selfbill.ts";

/** Gives each test of a file a folder of its own: `file` writes into it, `place` names what is in it. */
export function testFiles() {
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder();
  });
  const place = (name: string): string => join(folder, name).replaceAll("\\", "/");
  const file = (name: string, content: string | Uint8Array): string => {
    const path = place(name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return path;
  };
  return { file, place };
}
