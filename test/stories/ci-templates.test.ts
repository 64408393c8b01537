import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "js-yaml";
import { expect, test } from "vitest";
import { temporaryFolder, top } from "../support/run-selfbill.ts";
import { startSandboxProcess } from "../support/sandbox-process.ts";

const read = (name: string) => load(readFileSync(join(top, "templates/ci", name), "utf8")) as Record<string, never>;

test.skipIf(process.platform === "win32")(
  "the CI example sends once, remembers it in the next run, and keeps selfbill's exit code",
  async () => {
    const home = temporaryFolder();
    const sandbox = await startSandboxProcess(join(home, "sandbox"));
    mkdirSync(join(home, "bin"));
    writeFileSync(join(home, "bin/selfbill"), `#!/bin/sh\nexec "${process.execPath}" "${top}/bin/selfbill.cjs" "$@"\n`);
    chmodSync(join(home, "bin/selfbill"), 0o755);
    cpSync(join(top, "templates/ci"), join(home, "ci"), { recursive: true });
    mkdirSync(join(home, "outbox"));
    cpSync(join(top, "templates/standard-invoice.yaml"), join(home, "outbox/march.yaml"));
    writeFileSync(join(home, "token"), sandbox.token, { mode: 0o600 });
    const env = {
      PATH: `${join(home, "bin")}:${process.env.PATH}`,
      SELFBILL_BASE_URL: sandbox.baseUrl,
      SELFBILL_BUSINESS_PROFILE_ID: sandbox.businessProfileId,
      SELFBILL_TOKEN_FILE: join(home, "token"),
      KEPT: join(home, "kept"),
      KEPT_MARK: join(home, "apart/mark"),
    };
    // Each run is on a new computer: only KEPT and KEPT_MARK are the same.
    const job = (run: string) => {
      const { status, stderr } = spawnSync("sh", ["ci/send.sh", "outbox"], {
        cwd: home,
        env: { ...env, SELFBILL_HOME: join(home, run) },
        encoding: "utf8",
      });
      return { status, stderr, sarif: JSON.parse(readFileSync(join(home, "findings.sarif"), "utf8")) };
    };
    const result = () => JSON.parse(readFileSync(join(home, "result.json"), "utf8"));
    const first = job("one");
    expect([first.status, first.sarif.version, result().results[0].replayed]).toEqual([0, "2.1.0", false]);
    expect([job("two").status, result().results[0].replayed]).toEqual([0, true]);
    writeFileSync(join(home, "outbox/broken.yaml"), "issue_date: never\n");
    const broken = job("three");
    expect([broken.status, broken.sarif.runs[0].results.length > 0]).toEqual([25, true]);
    // The job's log states the error, and that nothing was sent.
    expect(broken.stderr).toContain("Nothing was sent: selfbill validate ended with exit code 25.");
    expect(broken.stderr).toMatch(/broken\.yaml:1:\d+.*never is not a date/);

    // The document is valid, but it is refused when it is sent.
    const again = readFileSync(join(home, "outbox/march.yaml"), "utf8").replace("quantity: 40", "quantity: 41");
    writeFileSync(join(home, "outbox/broken.yaml"), again);
    await fetch(`${sandbox.baseUrl}/sandbox/faults`, {
      method: "POST",
      headers: { authorization: `Bearer ${sandbox.token}` },
      body: JSON.stringify({ faults: [{ fault: "status", status: 400, method: "POST" }] }),
    });
    const refused = job("four");
    expect(refused.status).not.toBe(0);
    expect(refused.stderr).toContain(`selfbill create-invoice ended with exit code ${refused.status}.`);
    expect(refused.stderr).toContain('"results"');
  },
);

test.skipIf(process.platform === "win32")(
  "tests run with a sandbox: they find it, their exit code counts, and the log shows what they asked",
  () => {
    const home = temporaryFolder();
    mkdirSync(join(home, "bin"));
    writeFileSync(join(home, "bin/selfbill"), `#!/bin/sh\nexec "${process.execPath}" "${top}/bin/selfbill.cjs" "$@"\n`);
    chmodSync(join(home, "bin/selfbill"), 0o755);
    const program = `
      const { SELFBILL_BASE_URL: base, SELFBILL_TOKEN: token, SELFBILL_BUSINESS_PROFILE_ID: id } = process.env;
      const answer = await fetch(base + "/api/purchase-invoices/" + id, {
        method: "POST", headers: { authorization: "Bearer " + token, "content-type": "application/json" },
        body: JSON.stringify({ colour: "red" }),
      });
      console.log(answer.status, (await answer.json()).errors?.colour);
      process.exitCode = Number(process.argv[1]);`;
    const run = (code: string, options?: string) =>
      spawnSync(
        "sh",
        [join(top, "templates/ci/with-sandbox.sh"), process.execPath, "--input-type=module", "-e", program, code],
        {
          env: {
            PATH: `${join(home, "bin")}:${process.env.PATH}`,
            SELFBILL_HOME: home,
            ...(options === undefined ? {} : { SANDBOX_OPTIONS: options }),
          },
          encoding: "utf8",
        },
      );
    expect(run("0", "--strict --rate 0")).toMatchObject({
      status: 0,
      stdout: "400 colour is not a field of the document.\n",
      stderr: "",
    });
    const failed = run("3");
    expect([failed.status, failed.stdout]).toEqual([3, "400 undefined\n"]);
    expect(failed.stderr).toMatch(/ended with exit code 3\. The sandbox was asked:/);
    expect(failed.stderr).toMatch(/POST \/api\/purchase-invoices\/SBX-\w+ 400 \d+ ms \(ignored colour\)/);
    const stopped = run("0", "--rate many");
    expect([stopped.status, stopped.stderr]).toEqual([1, expect.stringContaining("The sandbox did not start:")]);
    expect(stopped.stderr).toContain('"many" is not a value that --rate takes.');
  },
);

test("the examples for the tests of an ERP call the script that is tested", () => {
  const [github, gitlab] = [read("test-github.yml"), read("test-gitlab.yml")];
  for (const example of [github, gitlab]) expect(JSON.stringify(example)).toContain("sh ci/with-sandbox.sh npm test");
});

test("the example that makes the executables calls the scripts of package.json, on three systems", () => {
  const { jobs } = read("executables.yml") as unknown as {
    jobs: Record<string, { strategy: object; steps: { run?: string }[] }>;
  };
  const { scripts } = JSON.parse(readFileSync(join(top, "package.json"), "utf8"));
  const runs = jobs.package?.steps.flatMap(({ run = [] }) => run) ?? [];
  const larger = "npm run package -- executable/with-pdf --as-built --with-pdf";
  expect(runs).toEqual(["npm ci --ignore-scripts", "npm run package -- executable", larger]);
  expect(scripts.package).toBe("node .ci/package.mjs");
  for (const system of ["ubuntu", "macos", "windows"]) expect(JSON.stringify(jobs.package?.strategy)).toContain(system);
});

test("the example for a Windows runner runs the story and the cases that run under Wine, installed and as one file", () => {
  const { jobs } = read("windows.yml") as unknown as { jobs: Record<string, { steps: { run?: string }[] }> };
  const runs = jobs.windows?.steps.flatMap(({ run = [] }) => run) ?? [];
  const { scripts } = JSON.parse(readFileSync(join(top, "package.json"), "utf8"));
  for (const [, script = ""] of runs.join("\n").matchAll(/npm run (\w+)/g))
    expect([script, scripts[script]]).toEqual([script, expect.any(String)]);
  const files = [...runs.join("\n").matchAll(/^node (\S+)/gm)].map(([, file = ""]) => file);
  expect(files).toEqual([".ci/smoke.mjs", "test/windows/cases.mjs", "test/windows/cases.mjs"]);
  for (const file of files) expect(existsSync(join(top, file))).toBe(true);
});

test("the examples for two CI systems run one job at a time and call the script that is tested", () => {
  const [github, gitlab, action] = [read("github.yml"), read("gitlab.yml"), read("send-documents/action.yml")];
  expect(github).toMatchObject({ concurrency: { "cancel-in-progress": false } });
  expect(JSON.stringify(github)).toMatch(/\.\/ci\/send-documents.*upload-sarif.*findings\.sarif/);
  expect(JSON.stringify(action)).toContain('send.sh\\" \\"$FOLDER');
  expect(gitlab).toMatchObject({ "send-invoices": { resource_group: "invoices", script: ["sh ci/send.sh outbox"] } });
});
