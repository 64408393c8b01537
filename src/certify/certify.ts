import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeJson } from "../json/index.ts";
import { ok, type Result } from "../problem/index.ts";
import { exampleBody, openSandbox } from "../sandbox/index.ts";
import type { CertifyCase } from "./cases.ts";
import { type ClientFault, claimIn, judgeClient } from "./judge.ts";

/** A case with what the client did wrong in it. */
export interface Certified {
  readonly case: CertifyCase;
  readonly faults: readonly ClientFault[];
  /** How many requests it sent. */
  readonly requests: number;
}

interface Running {
  readonly command: string;
  /** What the client's environment holds beside what it is given. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** After so long a client that has not ended is ended. */
  readonly milliseconds: number;
}

/**
 * Runs a client once in a case: a sandbox of its own, an invoice to create, a fault on the wire. Problem: `sandbox-unusable`.
 */
export async function certify(one: CertifyCase, running: Running): Promise<Result<Certified>> {
  const folder = mkdtempSync(join(tmpdir(), "selfbill-certify-"));
  const started = await openSandbox({ folder: undefined, rate: 0, pendingSeconds: 0 });
  if (!started.ok) return started;
  const { baseUrl, token, businessProfileId, controls, verify, close } = started.value;
  try {
    const document = join(folder, "invoice.json");
    writeFileSync(document, writeJson(exampleBody("invoice"), 2));
    controls.faults.order(one.faults);
    const output = await run(running, {
      SELFBILL_BASE_URL: baseUrl,
      SELFBILL_TOKEN: token,
      SELFBILL_BUSINESS_PROFILE_ID: businessProfileId,
      SELFBILL_SERVICE_VERSION: "20260101",
      CERTIFY_DOCUMENT: document,
      CERTIFY_CASE: one.id,
    });
    const seen = controls.requests.last(Number.POSITIVE_INFINITY);
    return ok({ case: one, faults: judgeClient(one, seen, verify(), claimIn(output)), requests: seen.length });
  } finally {
    await close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What the client printed; a client that does not end in time is ended. */
function run({ command, environment, milliseconds }: Running, given: Record<string, string>) {
  return new Promise<string>((resolve) => {
    // Settings of whoever runs this must not reach the client: a token of a real service least of all.
    const kept = Object.entries(environment).filter(([name]) => !/^SELFBILL_/i.test(name));
    const env = { ...Object.fromEntries(kept), ...given };
    const child = spawn(command, { shell: true, env, stdio: ["ignore", "pipe", "inherit"] });
    let output = "";
    const timer = setTimeout(() => child.kill("SIGKILL"), milliseconds);
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output = (output + text).slice(-1_000_000);
    });
    const done = (): void => {
      clearTimeout(timer);
      resolve(output);
    };
    child.on("error", done).on("close", done);
  });
}
