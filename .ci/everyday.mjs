// The commands that are run most often. The build runs them to find out what they need.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

/**
 * Runs each command with `run`, which gets its arguments, the environment variables to run it with, whether it checks,
 * creates or follows a document, which must be fastest (`isMain`), and the exit code that it has. Commands that need a
 * service over the network are left out if none can be started here.
 */
export async function runEveryday(run) {
  const home = mkdtempSync(join(tmpdir(), "selfbill-build-"));
  const env = { PATH: process.env.PATH, SELFBILL_HOME: home };
  const service = await startService({ ...env, SELFBILL_HOME: join(home, "service") });
  const live = { ...env, ...service?.account, SELFBILL_HOME: join(home, "live") };
  const file = "templates/standard-invoice.yaml";
  // A second document for the same supplier, so that the code that compares it with the first one also runs.
  const next = join(home, "next.yaml");
  writeFileSync(next, `${readFileSync(file, "utf8")}\ndocument_number: SB-2\n`);
  const send = ["create-invoice", next, "--yes", "--allow-similar", "--accept-changed-supplier"];
  const create = ["create-invoice", file, "--sandbox", "--yes"];
  const commands = [
    { name: "validate", isMain: true, words: ["validate", file] },
    { name: "send", isMain: true, isLive: true, words: ["create-invoice", file, "--yes"] },
    { name: "send", isMain: true, isLive: true, words: send },
    { name: "look", isMain: true, isLive: true, words: ["status", "SBX-INV-000001"] },
    { name: "help", words: ["--help"] },
    { name: "validate", words: ["validate", "templates"] },
    { name: "create", isMain: true, words: create },
    { name: "create", isMain: true, words: create },
    { name: "list", words: ["list", "invoices", "--sandbox"] },
    // Still pending.
    { name: "follow", isMain: true, words: ["status", "SBX-INV-000001", "--sandbox"], code: 8 },
    { name: "history", words: ["history"] },
    { name: "due", words: ["due", "--sandbox"] },
    { name: "list", isLive: true, words: ["list", "invoices"] },
    { name: "suppliers", words: ["suppliers", "list"] },
    { name: "xml", words: ["xml", file, "--sandbox", "--out", home] },
    { name: "convert", words: ["convert", join(home, "standard-invoice.xml")] },
    { name: "show", words: ["show", file] },
    { name: "preview", words: ["create-invoice", file, "--sandbox", "--dry-run"] },
    { name: "credit", words: ["create-credit-note", "templates/credit-note.yaml", "--sandbox", "--dry-run"] },
    { name: "report", words: ["report", "--sandbox"] },
    { name: "codes", words: ["codes", "currency", "dirham"] },
  ];
  for (const { isLive = false, isMain = false, code = 0, ...command } of commands)
    if (service || !isLive) run({ ...command, isMain, code, env: isLive ? live : env });
  service?.end();
  rmSync(home, { recursive: true, force: true });
}

/**
 * Starts a sandbox that listens on this computer, where a document is not pending, as it is in the embedded one for
 * some seconds. Resolves with undefined if it does not start.
 */
function startService(env) {
  const words = ["bin/selfbill.cjs", "sandbox", "--port", "0", "--pending-seconds", "0", "--json"];
  const child = spawn(process.execPath, words, { env, stdio: ["ignore", "pipe", "ignore"], timeout: 60_000 });
  return new Promise((done) => {
    child.once("error", () => done(undefined)).once("exit", () => done(undefined));
    createInterface(child.stdout).once("line", (line) => {
      const { base_url, token, business_profile_id } = JSON.parse(line);
      const account = {
        SELFBILL_BASE_URL: base_url,
        SELFBILL_TOKEN: token,
        SELFBILL_BUSINESS_PROFILE_ID: business_profile_id,
      };
      done(base_url === undefined ? undefined : { account, end: () => child.kill() });
    });
  });
}
