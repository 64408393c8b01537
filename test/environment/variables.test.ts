import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Desk } from "../../src/desk/index.ts";
import { type Environment, isCi, toldVariables } from "../../src/environment/index.ts";
import { givenPassphrase } from "../../src/extras/four-eyes/key-file.ts";
import { makeStyle } from "../../src/render/index.ts";
import { networkFrom } from "../../src/send/index.ts";
import { foldersFor } from "../../src/settings/index.ts";
import { behindTunnel } from "../support/behind-tunnel.ts";
import { makeIdentity } from "../support/certificate.ts";
import { runSelfbill, temporaryFolder } from "../support/run-selfbill.ts";

const examples: Readonly<Record<string, string>> = Object.assign({}, ...toldVariables.map(({ names }) => names));

/** A folder with the files that the examples name, and a home with two profiles. */
async function office() {
  const [home, folder] = [temporaryFolder(), temporaryFolder()];
  const file = (name: string, text: string) => writeFileSync(join(folder, name), text, { mode: 0o600 });
  for (const name of ["token.txt", "secret.txt", "password.txt", "passphrase.txt"]) file(name, "word-4711\n");
  file("pgpass.txt", "127.0.0.1:1:books:amina:word-4711\n");
  file("authorities.pem", makeIdentity(["127.0.0.1"]).cert);
  const run = (words: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    runSelfbill(words, { home, cwd: folder, env });
  for (const name of ["first", "acme"]) {
    const set = await run(["profile", "set", name, "--base-url", `https://${name}.service.example`]);
    expect([set.code, set.stderr]).toEqual([0, ""]);
  }
  return { run, folder };
}

const show = ["profile", "show"];
const doctor = ["doctor", "--offline"];
const status = ["auth", "status"];
/** The command that reports a variable, a part of its output, and other variables to set. */
const toldBy: Readonly<Record<string, readonly [words: readonly string[], says: RegExp, ...besides: string[]]>> = {
  SELFBILL_BASE_URL: [show, /api\.example\.com/],
  SELFBILL_BUSINESS_PROFILE_ID: [show, /BP-7Q2M4X9KTD/],
  SELFBILL_SERVICE_VERSION: [show, /20260507/],
  SELFBILL_TOKEN_FILE: [show, /from SELFBILL_TOKEN_FILE/],
  SELFBILL_TOKEN: [show, /from SELFBILL_TOKEN\b/],
  SELFBILL_CLIENT_ID: [show, /from SELFBILL_CLIENT_ID/],
  SELFBILL_CLIENT_SECRET_FILE: [status, /from SELFBILL_CLIENT_SECRET_FILE/, "SELFBILL_CLIENT_ID"],
  SELFBILL_CLIENT_SECRET: [status, /from SELFBILL_CLIENT_SECRET\b/, "SELFBILL_CLIENT_ID"],
  SELFBILL_JOURNAL: [show, /postgres:\/\/amina@127\.0\.0\.1:1\/books/],
  SELFBILL_JOURNAL_PASSWORD_FILE: [doctor, /SELFBILL_JOURNAL_PASSWORD_FILE/, "SELFBILL_JOURNAL"],
  PGPASSFILE: [doctor, /PGPASSFILE/, "SELFBILL_JOURNAL"],
  PGPASSWORD: [doctor, /PGPASSWORD/, "SELFBILL_JOURNAL"],
  SELFBILL_PROFILE: [show, /acme\.service\.example/],
  SELFBILL_PRACTICE: [["list"], /not-in-practice/],
  HTTPS_PROXY: [doctor, /proxy\.example:8080/],
  NO_PROXY: [doctor, /not used for this service/, "HTTPS_PROXY"],
  SELFBILL_CA_FILE: [doctor, /1 certificate in authorities\.pem \(SELFBILL_CA_FILE\)/],
  NODE_EXTRA_CA_CERTS: [doctor, /1 certificate in authorities\.pem \(NODE_EXTRA_CA_CERTS\)/],
};

const terminal = (environment: Environment) =>
  makeStyle({ isTerminal: true, columns: 80, environment: { TERM: "xterm", ...environment }, noColor: false });
/** A check for each variable that no command reports: the example must have the effect that the manual describes. */
const judged: Readonly<Record<string, (given: Environment) => unknown>> = {
  SELFBILL_PLAIN: (given) => terminal(given).isPlain,
  NO_COLOR: (given) => terminal(given).good("x") === "x",
  CI: isCi,
  SELFBILL_REQUEST_TIMEOUT: (given) => {
    const network = networkFrom(given);
    return network.ok && network.value.patience?.whole === 60_000;
  },
  SELFBILL_HOME: (given) => {
    const linux = { platform: "linux", homeOfUser: () => "/home/amina" };
    const folders = foldersFor(given, linux);
    return folders.ok && folders.value.config === "/srv/selfbill/config";
  },
};

test.each(Object.entries(toldBy))("%s does what the manual says of it", async (name, [words, says, ...besides]) => {
  const { run } = await office();
  const others = Object.fromEntries(besides.map((each) => [each, examples[each] ?? ""]));
  const [without, set] = [await run(words, others), await run(words, { ...others, [name]: examples[name] ?? "" })];
  expect(`${without.stdout}${without.stderr}`).not.toMatch(says);
  expect(`${set.stdout}${set.stderr}`).toMatch(says);
});

test.each(Object.entries(judged))("%s does what the manual says of it, too", (name, does) => {
  expect([does({}), does({ [name]: examples[name] })]).toEqual([false, true]);
});

test("the mark of a journal is in the file that the variable names", async () => {
  const place = await behindTunnel();
  const mark = join(place.folder, examples.SELFBILL_JOURNAL_MARK ?? "");
  const at = { journal: place.folderOf("journal"), env: { SELFBILL_JOURNAL_MARK: mark } };
  expect([existsSync(mark), (await place.send(["1"], at)).code, existsSync(mark)]).toEqual([false, 0, true]);
});

test("the passphrase of a key is in the file that the variable names", async () => {
  const { folder } = await office();
  const environment = { SELFBILL_KEY_PASSPHRASE_FILE: examples.SELFBILL_KEY_PASSPHRASE_FILE };
  const output = { absolute: (name: string) => join(folder, name) };
  expect(givenPassphrase({ environment, output } as unknown as Desk)).toMatchObject({ value: "word-4711" });
});

test("every variable that the manual lists has an example that is tried", () => {
  // These variables have their own tests; those of the compile cache are in test/commands/kept-code.test.ts.
  const elsewhere = ["SELFBILL_JOURNAL_MARK", "SELFBILL_KEY_PASSPHRASE_FILE", "NODE_DISABLE_COMPILE_CACHE"];
  const tried = [...Object.keys(toldBy), ...Object.keys(judged), ...elsewhere];
  expect(Object.keys(examples).sort()).toEqual(tried.sort());
});
