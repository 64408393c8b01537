import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bin, type Checkout, ended, serve } from "./program.ts";
import { type Account, postDocuments } from "./sandbox.ts";

const most = 20_000;
const step = 2_000;

/** The sandbox's memory after `documents` documents, in megabytes (10^6 bytes). */
export interface MemoryAfter {
  readonly documents: number;
  readonly megabytes: number;
}

/**
 * Measures one sandbox over 20,000 documents, each posted, validated and stored; empty if the system does not report
 * memory (Windows).
 */
export async function benchMemory(checkout: Checkout): Promise<MemoryAfter[]> {
  if (process.platform === "win32") return [];
  const folder = mkdtempSync(join(tmpdir(), "selfbill-bench-"));
  const words = ["sandbox", "--json", "--port", "0", "--rate", "0", "--data", join(folder, "data")];
  const { child, line } = await serve([bin(checkout), ...words], folder);
  try {
    const account: Account = JSON.parse(line);
    const found = [{ documents: 0, megabytes: residentOf(child.pid) }];
    for (let documents = step; documents <= most; documents += step) {
      await postDocuments(account, step);
      found.push({ documents, megabytes: residentOf(child.pid) });
    }
    return found;
  } finally {
    await ended(child);
    rmSync(folder, { recursive: true, force: true });
  }
}

function residentOf(pid: number | undefined): number {
  const kilobytes = execFileSync("ps", ["-o", "rss=", "-p", `${pid}`], { encoding: "utf8" });
  return Math.round((Number(kilobytes) * 1024) / 1e6);
}
