// npm runs this when the package has been installed: it runs the most frequent commands in a home of their own, and each
// stores the code that V8 compiled for it next to the program. So the first command of every user is as fast as later
// ones, also where each run has a new home (CI). Optional: without it, users' first commands compile the program.
const { spawnSync } = require("node:child_process");
const { existsSync, mkdtempSync, rmSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { join } = require("node:path");
const { installed, keepShared, load } = require("./load.cjs");

const words = process.argv.slice(2);
if (words.length > 0) load("main.cjs", { ...installed, keep: (_, scripts) => keepShared(scripts) });
else if (isPackage()) keepCode();

/** A checkout is built after npm has run this, and the build stores the code itself. */
function isPackage() {
  return existsSync(join(__dirname, "../dist/main.cjs")) && !existsSync(join(__dirname, "../.ci"));
}

function keepCode() {
  const home = mkdtempSync(join(tmpdir(), "selfbill-install-"));
  const file = join(__dirname, "../templates/standard-invoice.yaml");
  const env = { PATH: process.env.PATH, SystemRoot: process.env.SystemRoot, SELFBILL_HOME: home };
  for (const command of [
    ["validate", file],
    ["create-invoice", file, "--sandbox", "--yes"],
    ["status", "SBX-INV-000001", "--sandbox"],
  ])
    spawnSync(process.execPath, [__filename, ...command], { stdio: "ignore", env, timeout: 60_000 });
  rmSync(home, { recursive: true, force: true });
}
