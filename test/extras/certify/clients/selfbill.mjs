// selfbill itself as a client: sends, and looks up documents in doubt.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const bin = fileURLToPath(new URL("../../../../bin/selfbill.cjs", import.meta.url));
const { CERTIFY_ASKS: asks, CERTIFY_DOCUMENT: file, CERTIFY_ID: id } = process.env;
const home = mkdtempSync(join(tmpdir(), "selfbill-certified-"));
const selfbill = (...words) => {
  const env = { ...process.env, SELFBILL_HOME: home };
  const { stdout } = spawnSync(process.execPath, [bin, ...words, "--json"], { env, encoding: "utf8" });
  return JSON.parse(stdout);
};
const words = {
  invoice: ["create-invoice", file, "--yes"],
  "credit-note": ["create-credit-note", file, "--yes"],
  resubmit: ["resubmit", id, file, "--yes"],
};
const [sent] = selfbill(...words[asks]).results ?? [];
const results = { done: "created", refused: "refused", in_doubt: "in_doubt" };
const claim = { result: results[sent?.outcome] ?? "not_sent", id: sent?.id, status: sent?.overall_status };
if (claim.result === "in_doubt") {
  const [resolved] = selfbill("resolve", "--check").resolved;
  if (resolved?.verdict === "created") Object.assign(claim, { result: "created", id: resolved.created_id });
}
rmSync(home, { recursive: true, force: true });
process.stdout.write(`${JSON.stringify(claim)}\n`);
