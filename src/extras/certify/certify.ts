import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serviceVersions } from "../../contract/index.ts";
import { ok, type Result } from "../../problem/index.ts";
import { openBench } from "./bench.ts";
import type { CertifyCase } from "./case.ts";
import { type ClientVerdict, claimIn, judgeClient } from "./judge.ts";
import { type Running, runClient } from "./run-client.ts";
import { type CaseTrace, traceOf } from "./trace.ts";

export interface Certified extends ClientVerdict {
  readonly case: CertifyCase;
  readonly trace: CaseTrace;
  readonly milliseconds: number;
}

/** Runs a client through one case in its own sandbox. Problem: `sandbox-unusable`. */
export async function certify(one: CertifyCase, running: Running): Promise<Result<Certified>> {
  const opened = await openBench({ pendingSeconds: one.pendingSeconds ?? 0 });
  if (!opened.ok) return opened;
  const { sandbox, set, witness, close } = opened.value;
  const folder = mkdtempSync(join(tmpdir(), "selfbill-certify-"));
  try {
    const { document, id } = await set(one);
    const file = join(folder, "document.json");
    writeFileSync(file, document);
    const began = performance.now();
    const { output, ...ended } = await runClient(running, {
      SELFBILL_BASE_URL: sandbox.baseUrl,
      SELFBILL_TOKEN: sandbox.token,
      SELFBILL_BUSINESS_PROFILE_ID: sandbox.businessProfileId,
      SELFBILL_SERVICE_VERSION: serviceVersions.stable,
      CERTIFY_DOCUMENT: file,
      CERTIFY_CASE: one.id,
      CERTIFY_ASKS: one.asks ?? "invoice",
      CERTIFY_ID: id ?? "",
    });
    const milliseconds = Math.round(performance.now() - began);
    const seen = witness();
    const claim = claimIn(output);
    const trace = { requests: traceOf(seen.requests), claim, ended };
    return ok({ case: one, ...judgeClient(one, seen, claim), trace, milliseconds });
  } finally {
    await close();
    rmSync(folder, { recursive: true, force: true });
  }
}
