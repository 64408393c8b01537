import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { load } from "js-yaml";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { leavesOut } from "../support/left-out.ts";
import { offlineInstall, packInto } from "../support/packed-package.ts";
import { temporaryFolder, top } from "../support/run-selfbill.ts";

/** The integrator's working folder, next to an installation of the packed program. */
let folder = "";
let packed = "";

function run(program: string, words: readonly string[], more: Record<string, string> = {}) {
  const { PATH = "", HOME = "" } = process.env;
  const env = { PATH, HOME, NO_COLOR: "1", CI: "1", SELFBILL_HOME: join(folder, "home"), ...more };
  const { status, stdout, stderr } = spawnSync(program, words, {
    cwd: folder,
    encoding: "utf8",
    env,
    timeout: 280_000,
  });
  return { status, stdout, said: stdout + stderr };
}

/**
 * Copies SQLite into the installation on Node 20, where it is a separate package; the Node in the recipes' containers
 * includes SQLite.
 */
function giveSqlite(installed: string): void {
  if ("sqlite" in process.versions) return;
  cpSync(join(top, "node_modules/@photostructure"), join(installed, "@photostructure"), { recursive: true });
}

const recipe = (name: string): string => readFileSync(join(top, "templates", name), "utf8");

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "selfbill-recipes-"));
  packed = packInto(folder);
  writeFileSync(join(folder, "package.json"), '{ "name": "theirs", "private": true }\n');
  expect(run("npm", ["install", packed, ...offlineInstall]).status).toBe(0);
  giveSqlite(join(folder, "node_modules"));
  cpSync(join(top, "templates/tests"), folder, { recursive: true });
  cpSync(join(top, "templates/standard-invoice.yaml"), join(folder, "invoice.yaml"));
  mkdirSync(join(folder, "bin"));
  const bin = join(folder, "node_modules/selfbill/bin/selfbill.cjs");
  writeFileSync(join(folder, "bin/selfbill"), `#!/bin/sh\nexec "${process.execPath}" "${bin}" "$@"\n`, { mode: 0o755 });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/**
 * Runs the tests of a recipe twice: they must pass with the recipe's own client, and fail with a client that sends
 * again without looking first, whose fault the log must name.
 */
function proves(tests: () => ReturnType<typeof run>): void {
  const client = join(folder, "your-client.cjs");
  const good = readFileSync(client, "utf8");
  const fine = tests();
  expect([fine.status, fine.said]).toEqual([0, expect.stringMatching(/1 passed|pass 1/)]);
  writeFileSync(
    client,
    good.replace("const number =", "return send({ baseUrl, token, businessProfileId }, body); const number ="),
  );
  const bad = tests();
  writeFileSync(client, good);
  expect([bad.status, bad.said]).toEqual([
    1,
    expect.stringContaining("Request 2 sends again what request 1 may have created"),
  ]);
}

test("the recipe for node --test runs, and its log says what a careless client did", () => {
  proves(() => run(process.execPath, ["--test", "node.test.mjs"]));
});

test("the recipe for vitest runs, and its log says what a careless client did", () => {
  const vitest = join(top, "node_modules/vitest/vitest.mjs");
  const config = join(folder, "vitest.config.mjs");
  writeFileSync(
    config,
    `export default { resolve: { alias: { vitest: ${JSON.stringify(join(top, "node_modules/vitest/dist/index.js"))} } } };\n`,
  );
  proves(() => run(process.execPath, [vitest, "run", "vitest.test.mjs", "--root", folder]));
});

test.skipIf(leavesOut(undefined))(
  "the recipe for jest runs, and its log says what a careless client did",
  ({ skip }) => {
    const words = [
      "install",
      "--no-save",
      "--ignore-scripts",
      "--prefer-offline",
      "--no-audit",
      "--no-fund",
      packed,
      "jest@30.5.2",
    ];
    const { status } = run("npm", words);
    giveSqlite(join(folder, "node_modules"));
    if (status !== 0) skip("jest cannot be fetched from the registry");
    proves(() => run(process.execPath, ["node_modules/jest/bin/jest.js", "--ci", "--watchman=false", "jest.test.cjs"]));
  },
);

interface Job {
  readonly script?: readonly string[];
  readonly steps?: ReadonlyArray<{ readonly run?: string }>;
}

test.skipIf(process.platform === "win32")(
  "the checks of a pull or merge request show what is wrong, at its line",
  () => {
    const github = load(recipe("ci/check-github.yml")) as { jobs: { check: Job } };
    const gitlab = load(recipe("ci/check-gitlab.yml")) as { "check-documents": Job };
    const check = (script: string | undefined) =>
      run("sh", ["-ec", script ?? ""], { PATH: `${join(folder, "bin")}:${process.env.PATH}` });
    const annotate = () => check(github.jobs.check.steps?.at(-1)?.run);
    const list = () => check(gitlab["check-documents"].script?.join("\n"));
    mkdirSync(join(folder, "outbox"));
    const file = join(folder, "outbox/march.yaml");
    const invoice = readFileSync(join(folder, "invoice.yaml"), "utf8");
    writeFileSync(file, invoice);
    expect([annotate().status, list().status]).toEqual([0, 0]);
    writeFileSync(file, invoice.replace(/^issue_date: .*$/m, "issue_date: 2026-13-01"));
    const line = invoice.split("\n").findIndex((each) => each.startsWith("issue_date")) + 1;
    const shown = annotate();
    expect([shown.status, shown.stdout]).toEqual([
      20,
      expect.stringMatching(
        new RegExp(`^::error file=outbox/march\\.yaml,line=${line},col=\\d+,title=wrong-value::`, "m"),
      ),
    ]);
    const listed = list();
    expect([listed.status, listed.said]).toEqual([20, expect.stringContaining(`march.yaml:${line}:`)]);
    expect(readFileSync(join(folder, "findings.xml"), "utf8")).toContain('<failure type="wrong-value"');
  },
);

/** The instructions of a Dockerfile, without comments, each as a keyword and its arguments. */
function instructionsOf(text: string): [word: string, rest: string][] {
  const lines = text.split("\n").filter((each) => each !== "" && !each.startsWith("#"));
  return lines.map((each) => [each.split(" ", 1)[0] ?? "", each.slice(each.indexOf(" ") + 1)]);
}

test.skipIf(process.platform === "win32")(
  "the container of the sandbox: each command runs, it becomes healthy, and the tests beside it find it",
  async () => {
    const instructions = instructionsOf(recipe("docker/Dockerfile"));
    const words = instructions.map(([word]) => word);
    expect(words).toEqual(["FROM", "RUN", "RUN", "VOLUME", "USER", "EXPOSE", "HEALTHCHECK", "CMD"]);
    const of = (word: string): string => instructions.find(([each]) => each === word)?.[1] ?? "";
    const { services } = load(recipe("docker/compose.yml")) as {
      services: Record<"sandbox" | "tests", { volumes: string[]; command: string; depends_on: object }>;
    };
    // Here, the container's root is a folder, its user is the current user, and its port is a free one.
    const root = temporaryFolder();
    const port = String(await freePort());
    const here = (command: string): string =>
      command
        .replaceAll("/sandbox/env", join(root, "sandbox/env"))
        .replace(/-o node \/sandbox$/, join(root, "sandbox"))
        .replaceAll(of("EXPOSE"), port)
        .replace(/install --global selfbill\b/, `install --global ${packed} --offline --no-audit --no-fund`);
    const env = { PATH: `${join(root, "bin")}:${process.env.PATH}`, npm_config_prefix: root };
    for (const [word, command] of instructions)
      if (word === "RUN") expect([command, run("sh", ["-ec", here(command)], env).status]).toEqual([command, 0]);
    giveSqlite(join(root, "lib/node_modules/selfbill/node_modules"));
    expect([existsSync(join(root, "bin/selfbill")), of("VOLUME"), services.sandbox.volumes]).toEqual([
      true,
      "/sandbox",
      ["sandbox:/sandbox"],
    ]);

    const log = startContainer(here(of("CMD")), { ...process.env, ...env, SELFBILL_HOME: root });
    const [, health = ""] = / CMD (.*)$/.exec(of("HEALTHCHECK")) ?? [];
    await expect.poll(() => run("sh", ["-c", here(health)], env).status, { timeout: 60_000, interval: 500 }).toBe(0);
    expect(services.tests).toMatchObject({
      volumes: [".:/app", "sandbox:/sandbox:ro"],
      depends_on: { sandbox: { condition: "service_healthy" } },
    });
    // The container can be reached only under the name of its service.
    expect(
      await Promise.all([`sandbox:${port}`, `elsewhere:${port}`].map((host) => statusFor(host, Number(port)))),
    ).toEqual([200, 403]);
    const asks =
      "fetch(process.env.SELFBILL_BASE_URL + '/api/purchase-invoices', { headers: { authorization: 'Bearer ' + process.env.SELFBILL_TOKEN } }).then(({ status }) => console.log(status))";
    writeFileSync(
      join(folder, "package.json"),
      JSON.stringify({ name: "theirs", private: true, scripts: { test: `node -e "${asks}"` } }),
    );
    const asked = here(services.tests.command).replace("http://sandbox:", "http://127.0.0.1:");
    const tests = run("sh", ["-c", asked], env);
    expect([tests.status, tests.stdout.trim().split("\n").at(-1)]).toEqual([0, "200"]);
    await expect.poll(log).toMatch(/GET \/api\/purchase-invoices 200/);
  },
);

/** Runs the container's command until the test ends; returns a function that returns its log so far. */
function startContainer(command: string, env: Record<string, string | undefined>): () => string {
  const child = spawn("sh", ["-c", command], { cwd: folder, env, stdio: ["ignore", "ignore", "pipe"] });
  let log = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    log += text;
  });
  onTestFinished(() => void child.kill());
  return () => log;
}

/** Finds a free port. */
function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/** The status code of the answer to a request with this host name. */
function statusFor(host: string, port: number): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: "127.0.0.1", port, path: "/health", headers: { host } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    asked.on("error", reject).end();
  });
}

test("every recipe that the manual names is there, and no other", () => {
  const page = readFileSync(join(top, "src/manual/sandbox.md"), "utf8");
  const named = [...page.matchAll(/\(\.\.\/\.\.\/templates\/((?:tests|docker|ci)\/[^)]+)\)/g)].map(
    ([, file = ""]) => file,
  );
  expect(named.length).toBeGreaterThan(8);
  for (const file of named) expect([file, existsSync(join(top, "templates", file))]).toEqual([file, true]);
  expect(new Set(named.map((file) => dirname(file)))).toEqual(new Set(["tests", "docker", "ci"]));
});
