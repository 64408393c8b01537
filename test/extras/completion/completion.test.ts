import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { rulesOf } from "../../../src/check/index.ts";
import { glossary } from "../../../src/commands/explain/glossary.ts";
import { commands } from "../../../src/commands/index.ts";
import { completionOf } from "../../../src/extras/completion/command.ts";
import { lookUp } from "../../../src/extras/completion/look.ts";
import { wantedAfter } from "../../../src/extras/completion/words.ts";
import { topics } from "../../../src/manual/index.ts";
import { problemTable } from "../../../src/problem/index.ts";
import { absentPrograms } from "../../support/browser.ts";
import { leavesOut } from "../../support/left-out.ts";
import { offlineDesk } from "../../support/offline-desk.ts";
import { runSelfbill, temporaryFolder, top } from "../../support/run-selfbill.ts";
import { startTestSandbox } from "../../support/start-sandbox.ts";
import { variablesOf } from "../../support/variables-of.ts";

/**
 * Returns a home and an environment in which `selfbill` is on the PATH and the journal has one document,
 * SBX-INV-000001.
 */
async function computer() {
  const sandbox = await startTestSandbox();
  const home = temporaryFolder();
  const settings = variablesOf(sandbox);
  const sent = await runSelfbill(["create-invoice", "templates/standard-invoice.yaml", "--yes"], {
    home,
    env: settings,
  });
  expect(sent.code).toBe(0);
  mkdirSync(join(home, "bin"));
  writeFileSync(
    join(home, "bin", "selfbill"),
    `#!/bin/sh\nexec "${process.execPath}" "${top}/bin/selfbill.cjs" "$@"\n`,
  );
  chmodSync(join(home, "bin", "selfbill"), 0o755);
  writeFileSync(join(home, "march.yaml"), "");
  const env = {
    ...process.env,
    SELFBILL_HOME: home,
    HOME: home,
    PATH: `${join(home, "bin")}:${process.env.PATH}`,
    TERM: "dumb",
  };
  return { home, env };
}

test("a blank last word stands for an empty one: PowerShell loses those on the way to a program", () => {
  const { input } = completionOf(commands);
  expect(input?.(["words", "status", " "], {})).toEqual(input?.(["words", "status", ""], {}));
});

test("help completes its topics and every command, once", async () => {
  const offered = async (...words: string[]) => (await wantedAfter(words, commands)).values.map(([value]) => value);
  const all = ["all", "man", ...topics, ...commands.map(({ name }) => name)];
  expect(await offered("help", "")).toEqual(all);
  expect(await offered("help", "sending", "")).toEqual([]);
});

test("what every command takes is completed, too: a company by its profile, and the folder of a journal", async () => {
  expect(await wantedAfter(["list", "--company", ""], commands)).toEqual({ values: [], look: "profile" });
  expect(await wantedAfter(["list", "--company=pa"], commands)).toEqual({ values: [], look: "profile" });
  expect(await wantedAfter(["list", "--journal", ""], commands)).toEqual({ values: [], paths: "folders" });
});

test("explain is completed with rules as they are asked on the day of the desk, problem codes and words", async () => {
  const desk = { ...offlineDesk(), now: () => new Date("2026-04-01T08:00:00Z") };
  const offered = new Map(await lookUp("rule", desk));
  for (const { id, says } of rulesOf("1.0.3").all) expect([id, offered.get(id)]).toEqual([id, says]);
  for (const { word, says } of glossary) expect([word, offered.get(word)]).toEqual([word, says]);
  const rulesAndCodes = rulesOf("1.0.3").all.length + Object.keys(problemTable).length;
  expect((await lookUp("rule", desk)).length).toBe(rulesAndCodes + glossary.length);
});

const have = (program: string): boolean => !leavesOut(absentPrograms([program]));

/** The text typed before TAB, and the letters that the shell must add. */
const typedAndAdded: ReadonlyArray<readonly [string, string]> = [
  ["selfbill status SBX-INV", "-000001"],
  ["selfbill create-invoice --dry", "-run"],
  ["selfbill create-invoice --output=c", "sv"],
  ["selfbill create-invoice mar", "ch.yaml"],
  ["selfbill dow", "nload"],
];

/** Types each line into a real shell in a real terminal; returns the lines that were not completed. */
function notAdded(shell: string, setUp: string, { home, env }: { home: string; env: NodeJS.ProcessEnv }): string[] {
  const steps = typedAndAdded.map(
    ([line, added], at) =>
      // No braces around the patterns: with braces and everything on one line, expect would see a single pattern that
      // never matches.
      `send -- "\\025${line}\t"\nexpect -exact "${added}" {} timeout { puts "\nMISSING ${at}." }`,
  );
  const script = [
    "set timeout 30",
    `spawn ${shell}`,
    `send "${setUp}; echo RE''ADY\r"`,
    'expect "READY"',
    ...steps,
    'send "\\025exit\\r"; puts "\\nALL TYPED"; close; exit 0',
  ].join("\n");
  const ran = spawnSync("expect", ["-c", script], { cwd: home, env, encoding: "utf8", timeout: 170_000 });
  expect(ran.stdout).toContain("ALL TYPED");
  return [...ran.stdout.matchAll(/MISSING (\d+)\./g)].map(([, at]) => typedAndAdded[Number(at)]?.[0] ?? "");
}

test.runIf(have("bash") && have("expect"))(
  "bash completes commands, options, values, files and document numbers at TAB",
  async () => {
    expect(notAdded("bash --norc -i", "source <(selfbill completion bash)", await computer())).toEqual([]);
  },
  180_000,
);

test.runIf(have("zsh") && have("expect"))(
  "zsh does the same",
  async () => {
    const setUp = "autoload -Uz compinit && compinit -u && source <(selfbill completion zsh)";
    expect(notAdded("zsh -f -i", setUp, await computer())).toEqual([]);
  },
  180_000,
);

test.runIf(have("fish"))("fish does the same", async () => {
  const { home, env } = await computer();
  const lines = typedAndAdded.map(([line]) => `complete -C '${line}'`).join("; ");
  const ran = spawnSync("fish", ["-N", "-c", `selfbill completion fish | source; ${lines}`], {
    cwd: home,
    env,
    encoding: "utf8",
  });
  const offered = ran.stdout.split("\n").map((each) => each.split("\t")[0] ?? "");
  expect(typedAndAdded.filter(([line, added]) => !offered.includes(line.split(" ").at(-1) + added))).toEqual([]);
});

test("a number that a shell could take for more than text is not offered", async () => {
  const evil = "INV-$(touch owned)";
  const sandbox = await startTestSandbox();
  const home = temporaryFolder();
  const env = variablesOf(sandbox);
  const plain = readFileSync(join(top, "templates/standard-invoice.yaml"), "utf8");
  writeFileSync(join(home, "evil.yaml"), `${plain}\ndocument_number: "${evil}"\n`);
  const sent = await runSelfbill(["create-invoice", join(home, "evil.yaml"), "--yes", "--json"], { home, env });
  expect(JSON.parse(sent.stdout).results[0].document_number).toBe(evil);
  const offered = await runSelfbill(["completion", "words", "--", "status", ""], { home });
  expect([offered.code, offered.stdout]).toEqual([0, ""]);
});

test("what an option of each kind takes is offered for it", async () => {
  const after = (words: string) => wantedAfter([...words.split(" "), ""], commands);
  expect((await after("certify --format")).values).toEqual([
    ["text", ""],
    ["junit", ""],
  ]);
  expect(await after("cancel --reason")).toEqual({ values: [], look: "reason" });
  expect(await after("create-credit-note --from")).toEqual({ values: [], look: "number", paths: "files" });
  expect(await after("status --from")).toEqual({ values: [], paths: undefined });
  expect(await after("preview --rules-edition")).toEqual({ values: [], look: "edition" });
  expect(await after("request --key")).toEqual({ values: [], paths: "files" });
  expect(await after("archive --out")).toEqual({ values: [], paths: "folders" });
});

test("what may follow is told for every command, at its first argument and after a dash", async () => {
  for (const { name } of commands) {
    expect(
      (await wantedAfter([name, ""], commands)).values.every(([value]) => !value.startsWith("-")),
      name,
    ).toBe(true);
    expect((await wantedAfter([name, "-"], commands)).values, name).toContainEqual(["--json", expect.any(String)]);
  }
  expect(await wantedAfter(["list", "--status", ""], commands)).toMatchObject({
    values: expect.arrayContaining([["PENDING", ""]]),
  });
  expect(await wantedAfter(["journal", "restore", ""], commands)).toEqual({ values: [], paths: "files" });
  expect(await wantedAfter(["no-such-command", ""], commands)).toEqual({ values: [] });
});

test("words after -- are no options of completion itself", async () => {
  const { code, stdout } = await runSelfbill(["completion", "words", "--", "list", "--js"], {
    home: temporaryFolder(),
  });
  expect([code, stdout]).toEqual([0, expect.stringContaining("--json\t")]);
});

test("the documents that a supplier answered to are looked up by their numbers, its other actions by its name", async () => {
  const look = async (...words: string[]) => (await wantedAfter(words, commands)).look;
  expect(await look("suppliers", "accept", "")).toBe("number");
  expect(await look("suppliers", "object", "SB-1", "")).toBe("number");
  expect(await look("suppliers", "show", "")).toBe("supplier");
});
