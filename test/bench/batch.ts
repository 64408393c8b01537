import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInvoice } from "../../src/commands/create-invoice.ts";
import { limits, versionHeader } from "../../src/contract/index.ts";
import type { Connection, Desk } from "../../src/desk/index.ts";
import { marksIn, openJournal } from "../../src/journal/index.ts";
import { ok, type Result } from "../../src/problem/index.ts";
import { writeYaml } from "../../src/read/index.ts";
import { openInside, type SandboxInside } from "../../src/sandbox/index.ts";
import { openService } from "../../src/send/index.ts";
import { clerkDesk, StandingClock } from "../faults/clerk-desk.ts";
import { runCommand } from "../support/run-command.ts";
import { freshDocument } from "./fresh.ts";

const documents = 600;

/** How closely sending a folder of 600 documents keeps to an account's rate limit. */
export interface BatchPace {
  readonly documents: number;
  /** Documents per minute after the quota of the first minute is used up. */
  readonly perMinute: number;
  /** Requests per minute that the service accepts. */
  readonly limit: number;
  /** The number of requests that exceeded the limit. */
  readonly overLimit: number;
}

/**
 * Measures one `create-invoice` for 600 files with a new journal, against a sandbox that accepts 60 requests per
 * minute. No real time passes: command and sandbox share a clock that advances only when the command waits.
 */
export async function benchBatch(): Promise<BatchPace> {
  const folder = mkdtempSync(join(tmpdir(), "selfbill-bench-"));
  const clock = new StandingClock(Date.now());
  const began = clock.at;
  const sandbox = opened(openInside({ folder: join(folder, "sandbox"), clock }));
  const machine = () => ({ boot: "bench", at: clock.at });
  const journal = opened(openJournal(join(folder, "journal.db"), { now: () => clock.now(), machine }));
  const marks = marksIn(join(folder, "mark.db"));
  try {
    const pause = async (milliseconds: number): Promise<boolean> => {
      clock.at += milliseconds;
      return true;
    };
    const desk: Desk = {
      ...clerkDesk({ clock, journal: () => journal, connection: () => connectionTo(sandbox), pause }),
      journalPlace: async () => ok({ path: join(folder, "journal.db"), exists: true, onServer: false }),
      marks: async () => ok(marks),
    };
    const { outcome, problems } = await runCommand(createInvoice, desk, [filesIn(folder)], { yes: true });
    if (outcome !== "done") throw new Error(`the batch ended with ${outcome}: ${problems[0]?.message}`);
    const minutes = (clock.at - began) / limits.windowMilliseconds;
    return {
      documents,
      perMinute: (documents - limits.requestsPerMinute) / minutes,
      limit: limits.requestsPerMinute,
      overLimit: sandbox.controls.requests.last(Number.POSITIVE_INFINITY).filter((each) => each.overQuota).length,
    };
  } finally {
    marks.close();
    journal.close();
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function opened<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.problems[0].message);
  return result.value;
}

function filesIn(folder: string): string {
  const files = join(folder, "files");
  mkdirSync(files);
  for (let count = 0; count < documents; count++)
    writeFileSync(join(files, `${count}.yaml`), writeYaml(freshDocument(2), "invoice"));
  return files;
}

function connectionTo({ baseUrl, token, answer, profile, businessProfileId }: SandboxInside): Connection {
  const serviceVersion = "20260101";
  const access = { baseUrl, token, serviceVersion, versionHeader, clientVersion: "0", environment: {}, inside: answer };
  const sources = { name: "flag", baseUrl: "flag", businessProfileId: "flag", serviceVersion: "flag" } as const;
  const bench = { name: "bench", baseUrl, origin: baseUrl, sandbox: true, businessProfileId, extras: true };
  return {
    profile: { ...bench, serviceVersion, versionHeader, businessProfile: profile, sources },
    businessProfileId,
    account: `sandbox:${businessProfileId}`,
    service: openService(access),
  };
}
