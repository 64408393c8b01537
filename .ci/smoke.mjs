// The smoke test: what a user does on day one, with an installed program or a single executable. It needs no network.
//
//   node .ci/smoke.mjs PROGRAM [WORDS…]      (such as: node .ci/smoke.mjs selfbill, or: node .ci/smoke.mjs node
// bin/selfbill.cjs)
//
// It runs in an empty folder with an empty home. PATH contains only a folder without Node, unless the program is
// started by node. With SMOKE_MAKES_PDF=1 a PDF must be made; otherwise the packages for it may be missing.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const [program, ...before] = process.argv.slice(2);
if (program === undefined) {
  process.stderr.write("Name the program: node .ci/smoke.mjs PROGRAM [WORDS…]\n");
  process.exit(2);
}
const home = mkdtempSync(join(tmpdir(), "selfbill-smoke-"));
const standsOnNode = /(?:^|[\\/])(?:node|npx)(?:\.exe|\.cmd)?$/.test(program) || process.env.SMOKE_KEEPS_PATH === "1";
const windows = process.platform === "win32";
const environment = {
  ...(windows
    ? { SystemRoot: process.env.SystemRoot, TEMP: home, LOCALAPPDATA: home, APPDATA: home, USERPROFILE: home }
    : {}),
  HOME: home,
  PATH: standsOnNode ? process.env.PATH : join(home, "nothing"),
  NO_COLOR: "1",
};
let steps = 0;

/** Runs one command and checks its exit code and part of its output; returns the output. */
function step(words, { code = 0, shows = "", input = "" } = {}) {
  const ran = spawnSync(program, [...before, ...words], {
    cwd: home,
    env: environment,
    input,
    encoding: "utf8",
    timeout: 300_000,
  });
  steps += 1;
  if (ran.status === code && `${ran.stdout}${ran.stderr}`.includes(shows)) return ran.stdout;
  const said = `${ran.error?.message ?? ""}${ran.stdout ?? ""}${ran.stderr ?? ""}`.slice(0, 4_000);
  process.stderr.write(
    `selfbill ${words.join(" ")} ended with ${ran.status}, not ${code} with ${JSON.stringify(shows)}:\n${said}\n`,
  );
  process.exit(1);
}

function demand(holds, what) {
  if (holds) return;
  process.stderr.write(`It does not hold that ${what}.\n`);
  process.exit(1);
}

/** Makes a PDF; users without the packages for it are first told to print from the browser. */
function makePdf() {
  const words = ["preview", "standard-invoice.yaml", "--pdf", "page.pdf"];
  const tried = spawnSync(program, [...before, ...words, "--force"], { cwd: home, env: environment, timeout: 300_000 });
  if (tried.status === 27 && process.env.SMOKE_MAKES_PDF !== "1")
    return step(words, { code: 27, shows: "Write the page with --html, and print it in a browser" });
  step([...words, "--force"]);
  demand(readFileSync(join(home, "page.pdf"), "latin1").startsWith("%PDF-"), "a PDF is made");
}

demand(/^\d+\.\d+\.\d+\n$/.test(step(["--version"])), "--version prints a version");
step(["--help"], { shows: "create-invoice" });
step(["help", "sending"], { shows: "in doubt" });
step(["help", "man"], { shows: ".TH" });
step(["completion", "bash"], { shows: "selfbill" });
step(["codes", "list"], { shows: "Meaning" });
step(["explain", "IBR-138-AE"], { shows: "IBR-138-AE" });
JSON.parse(step(["schema", "invoice"]));
step(["templates", "list"], { shows: "standard-invoice" });
step(["templates", "copy", "standard-invoice"]);
step(["templates", "copy", "attachments-invoice"]);
demand(existsSync(join(home, "delivery-note.pdf")), "a template brings the file that it attaches");
step(["validate", "standard-invoice.yaml"]);
step(["validate", "attachments-invoice.yaml"]);
writeFileSync(
  join(home, "wrong.yaml"),
  readFileSync(join(home, "standard-invoice.yaml"), "utf8").replace(/quantity: \d+/, "quantity: many"),
);
step(["validate", "wrong.yaml"], { code: 20 });
step(["preview", "standard-invoice.yaml", "--html", "page.html"]);
demand(readFileSync(join(home, "page.html"), "utf8").includes("<html"), "the preview is a page");
makePdf();
const sent = JSON.parse(step(["create-invoice", "standard-invoice.yaml", "--sandbox", "--yes", "--json"]));
const [{ id }] = sent.results;
demand(typeof id === "string" && id !== "", "the document exists");
const again = JSON.parse(step(["create-invoice", "standard-invoice.yaml", "--sandbox", "--yes", "--json"]));
demand(again.results[0].replayed === true && again.results[0].id === id, "it is not sent twice");
step(["status", id, "--sandbox", "--watch", "--timeout", "60"]);
step(["list", "invoices", "--sandbox"]);
step(["history"], { shows: id });
step(["journal", "verify"]);
step(["templates", "copy", "sheet"]);
demand(
  readdirSync(home).some((name) => name.endsWith(".xlsx")),
  "a spreadsheet is written",
);
step(["import", "sheet.xlsx", "--out", "imported"], { shows: "SB-2026-0001" });
step(["evidence", id, "--sandbox", "--out", "evidence"]);
const examined = JSON.parse(step(["doctor", "--sandbox", "--json"]));
demand(
  examined.checks.every(({ state }) => state !== "error"),
  "doctor finds no error",
);
demand(
  examined.checks.some(({ check, state }) => check === "packages" && state === "ok"),
  "the native code is there",
);
rmSync(home, { recursive: true, force: true });
process.stdout.write(`${[program, ...before].join(" ")}: ${steps} steps, all as they should be\n`);
