// Checks a selfbill installation on Windows, case by case:
//
//   node test/windows/cases.mjs PROGRAM [WORDS…]
//   (such as: node test/windows/cases.mjs node C:\…\selfbill\bin\selfbill.cjs)
//
// Each case has its own home. Prints "ok NAME", "not ok NAME" or "not run NAME" with the reason; exits with 1 if a case
// fails.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import { createServer as createNetServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const [program, ...before] = process.argv.slice(2);
/** Options that Node needs under Wine. */
const onWine = process.env.CASES_ON_WINE;

/** The text of a document from selfbill's own templates. */
let template;

/** Creates a home with one document, and a function that runs selfbill in it. */
function computer() {
  const home = mkdtempSync(join(tmpdir(), "selfbill-windows-"));
  const temporary = join(home, "Temp");
  mkdirSync(temporary);
  const env = {
    SystemRoot: process.env.SystemRoot,
    PATH: process.env.PATH,
    TEMP: temporary,
    TMP: temporary,
    USERPROFILE: home,
    APPDATA: join(home, "AppData", "Roaming"),
    LOCALAPPDATA: join(home, "AppData", "Local"),
    NO_COLOR: "1",
    ...(onWine === undefined ? {} : { NODE_OPTIONS: onWine }),
  };
  const options = (more) => ({ cwd: home, ...more, env: { ...env, ...more.env } });
  const run = (words, more = {}) => {
    const ran = spawnSync(program, [...before, ...words], { encoding: "utf8", timeout: 120_000, ...options(more) });
    return { code: ran.status, out: ran.stdout, all: `${ran.stdout}${ran.stderr}` };
  };
  const start = (words, more = {}) => {
    const child = spawn(program, [...before, ...words], options(more));
    let all = "";
    for (const each of [child.stdout, child.stderr])
      each.setEncoding("utf8").on("data", (text) => {
        all += text;
      });
    const ended = once(child, "exit").then(([code]) => ({ code, all }));
    return { child, ended };
  };
  const file = (name, content) => {
    const path = join(home, name);
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, content);
    return path;
  };
  const demand = (words, more = {}) => {
    const ran = run(words, more);
    assert.equal(ran.code, more.code ?? 0, `selfbill ${words.join(" ")}: ${ran.all}`);
    return ran;
  };
  template ??= demand(["templates", "show", "standard-invoice"]).out;
  file("standard-invoice.yaml", template);
  const shell = (line) => spawnSync(line, { encoding: "utf8", timeout: 120_000, ...options({}), shell: true });
  return { home, temporary, document: template, run, demand, start, file, shell };
}

/** The program as typed in cmd. */
const typed = [program, ...before].map((word) => `"${word}"`).join(" ");
const valid = /The file is valid|2 files are valid|valid/;

/**
 * Runs certify with a client whose child process stays connected to a server until the server releases it; two seconds
 * later the client runs `then`.
 */
async function clientWithChild({ home, start, file }, then) {
  const server = createNetServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  const child = `require("node:net").connect(${port}, "127.0.0.1").on("error", () => undefined).on("close", () => process.exit())`;
  const client = `const { spawn } = require("node:child_process");
    spawn(process.execPath, ["-e", ${JSON.stringify(child)}], { stdio: "inherit", detached: true }).on("exit", () => process.exit());
    setInterval(() => { ${then} }, 2_000);`;
  file("my client.cjs", client);
  const command = `"${process.execPath}" "${join(home, "my client.cjs")}"`;
  const { ended } = start(["certify", "--client", command, "--only", "plain", "--timeout", "10", "--json"], {
    timeout: 100_000,
  });
  const socket = await Promise.race([
    once(server, "connection").then(([each]) => each.on("error", () => undefined)),
    ended.then(({ all }) => assert.fail(`certify ended before the client's child was there: ${all}`)),
  ]);
  const letGo = () => {
    socket.destroy();
    server.close();
  };
  return { certified: ended, childGone: once(socket, "close"), letGo };
}

const cases = {
  "patterns know no case, drives with a letter and long paths": ({ home, demand }) => {
    for (const pattern of [
      "*-INVOICE.yaml",
      `${home}\\STANDARD-*.yaml`,
      `\\\\?\\${home}\\standard-*.yaml`,
      ".\\*.yaml",
    ])
      assert.match(demand(["validate", pattern]).all, valid, pattern);
  },
  "a document in UTF-16, as > of Windows PowerShell makes it, counts in a folder": ({ document, demand, file }) => {
    file("march/a.yaml", Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(document, "utf16le")]));
    assert.match(demand(["validate", "march"]).all, valid);
  },
  "CRLF, a byte order mark and Arabic paths change nothing": ({ document, demand, file }) => {
    file("فواتير/مورد.yaml", `\uFEFF${document.replaceAll("\n", "\r\n")}`);
    assert.match(demand(["validate", "فواتير"]).all, valid);
    demand(["preview", "فواتير\\مورد.yaml", "--html", "فواتير\\صفحة.html"]);
    demand(["create-invoice", "فواتير\\مورد.yaml", "--sandbox", "--yes"]);
  },
  "what > of cmd writes is UTF-8 under every code page, and a file of an old code page is refused in words": ({
    home,
    document,
    run,
    shell,
    file,
  }) => {
    file("مورد.yaml", document);
    for (const page of [437, 1252, 1256, 65_001]) {
      shell(`chcp ${page} >nul & ${typed} validate "مورد.yaml" --json > ${page}.json`);
      assert.match(readFileSync(join(home, `${page}.json`), "utf8"), /"مورد\.yaml"/, `${page}`);
    }
    file("1256.yaml", Buffer.concat([Buffer.from([0x23, 0xe3, 0xe6, 0xd1, 0xcf, 0x0a]), Buffer.from(document)]));
    assert.match(run(["validate", "1256.yaml"]).all, /not UTF-8; the file was saved with an older character set/);
  },
  "names of devices, streams and cut endings are refused for outputs": ({ home, run }) => {
    for (const name of ["con.html", "NUL", "sub:dir.html", "report.", "aux.html"]) {
      const ran = run(["preview", "standard-invoice.yaml", "--html", name]);
      assert.notEqual(ran.code, 0, `${name}: ${ran.all}`);
      assert.match(ran.all, /No file was written/, name);
    }
    assert.deepEqual(readdirSync(home).sort(), ["AppData", "Temp", "standard-invoice.yaml"]);
  },
  "a file that another program holds is waited for": async ({ home, demand, start }) => {
    demand(["profile", "set", "mine", "--base-url", "https://api.service.example"]);
    const settings = join(home, "AppData", "Roaming", "selfbill", "Config", "settings.json");
    const held = openSync(settings, "r");
    const { ended } = start(["profile", "set", "mine", "--business-profile", "bp-7"]);
    setTimeout(() => closeSync(held), 1_000);
    const { code, all } = await ended;
    assert.equal(code, 0, all);
    assert.match(demand(["profile", "list"]).all, /bp-7/);
  },
  "a file that stays open elsewhere is named, with what to do, and nothing is left beside it": ({
    home,
    demand,
    run,
  }) => {
    demand(["preview", "standard-invoice.yaml", "--html", "page.html"]);
    const held = openSync(join(home, "page.html"), "r");
    const ran = run(["preview", "standard-invoice.yaml", "--html", "page.html", "--force"]);
    closeSync(held);
    assert.equal(ran.code, 27, ran.all);
    assert.match(ran.all, /page\.html cannot be written: it is open in another program/);
    assert.match(ran.all, /Close it there/);
    assert.deepEqual(
      readdirSync(home).filter((name) => name.startsWith(".selfbill")),
      [],
    );
  },
  "the journal is verified, backed up and moved, and nothing stays in the temporary folder": ({
    home,
    temporary,
    demand,
  }) => {
    demand(["create-invoice", "standard-invoice.yaml", "--sandbox", "--yes"]);
    demand(["journal", "verify"]);
    demand(["journal", "backup", "--out", join(home, "backup.db")]);
    demand(["journal", "move", "--to", join(home, "books")]);
    assert.match(demand(["history"]).all, /Acme|SB-|invoice/i);
    assert.deepEqual(readdirSync(temporary), []);
  },
  "two profiles set at once are both kept": async ({ demand, start }) => {
    const both = ["a", "b"].map((name) => start(["profile", "set", name, "--base-url", "https://api.service.example"]));
    for (const { ended } of both) assert.equal((await ended).code, 0);
    const listed = demand(["profile", "list", "--json"]).out;
    assert.match(listed, /"a"/);
    assert.match(listed, /"b"/);
  },
  "four processes and one document: it is created once": async ({ home, demand, start }) => {
    demand(["history", "--sandbox"]);
    const four = [1, 2, 3, 4].map(() =>
      start(["create-invoice", "standard-invoice.yaml", "--sandbox", "--yes", "--json"]),
    );
    const codes = [];
    for (const { ended } of four) codes.push(await ended);
    const listed = JSON.parse(demand(["list", "invoices", "--sandbox", "--json"]).out);
    assert.equal(listed.documents?.length ?? listed.rows?.length, 1, JSON.stringify(codes));
    assert.ok(existsSync(home));
  },
  "a process that is killed in a request leaves a doubt, and the document is not sent again by itself": async ({
    demand,
    run,
    start,
    file,
  }) => {
    let reached;
    const arrived = new Promise((resolve) => {
      reached = resolve;
    });
    const posts = [];
    const service = createServer((request, response) => {
      if (request.method !== "POST") return response.writeHead(404).end("{}");
      posts.push(request.url);
      reached();
    }).listen(0, "127.0.0.1");
    await once(service, "listening");
    try {
      const token = file("token", "a-token");
      const env = { SELFBILL_TOKEN_FILE: token };
      demand([
        "profile",
        "set",
        "mine",
        "--base-url",
        `http://127.0.0.1:${service.address().port}`,
        "--business-profile",
        "bp",
      ]);
      const words = ["create-invoice", "standard-invoice.yaml", "--profile", "mine", "--yes"];
      const { child, ended } = start(words, { env });
      const which = await Promise.race([arrived.then(() => undefined), ended]);
      assert.equal(which, undefined, `it ended before it sent: ${which?.all}`);
      child.kill("SIGKILL");
      await ended;
      const again = run(words, { env, timeout: 30_000 });
      assert.equal(posts.length, 1, again.all);
      assert.equal(again.code, 23, again.all);
      assert.match(run(["history", "--state", "in-doubt"], { env }).all, /in doubt/i);
    } finally {
      service.closeAllConnections();
      service.close();
    }
  },
  "compiled code is kept in the profile folder alone, where nobody else can plant any": ({ home, demand, run }) => {
    demand(["validate", "standard-invoice.yaml"]); // makes the cache alone
    demand(["validate", "standard-invoice.yaml"]);
    const inProfile = readdirSync(join(home, "AppData", "Local", "selfbill", "Cache"));
    assert.equal(inProfile.length, 1);
    const elsewhere = mkdtempSync(join(tmpdir(), "selfbill-elsewhere-"));
    assert.equal(run(["validate", "standard-invoice.yaml"], { env: { SELFBILL_HOME: elsewhere } }).code, 0);
    run(["doctor", "--sandbox"], { env: { SELFBILL_HOME: elsewhere } }); // loads the native modules
    assert.equal(existsSync(join(elsewhere, "cache")), false);
  },
  "certify does not wait for what a client left running": async (computer) => {
    const { certified, letGo } = await clientWithChild(computer, "process.exit()");
    assert.match((await certified).all, /"did-nothing"/);
    letGo();
  },
  "certify ends a client that takes too long, with all that it started": async (computer) => {
    const { certified, childGone, letGo } = await clientWithChild(computer, "");
    assert.match((await certified).all, /"did-nothing"/);
    if (!onWine) await childGone;
    letGo();
    return onWine && "Wine's taskkill ends no trees; that certify goes on is so";
  },
  "a token's file is open to nobody but this user, the system and administrators": ({ home, demand }) => {
    if (onWine) return "Wine has no icacls";
    demand(["profile", "set", "mine", "--base-url", "https://api.service.example"]);
    demand(["login", "--profile", "mine", "--with-token", "--insecure-storage"], { input: "a-token" });
    const listed = spawnSync("icacls", [join(home, "AppData", "Local", "selfbill"), "/t"], { encoding: "utf8" }).stdout;
    assert.match(listed, /token/i);
    assert.doesNotMatch(listed, /Everyone|Authenticated Users|BUILTIN\\Users/i);
  },
  "PowerShell: send.ps1 sends once, and TAB knows the commands": async ({ home, start, document, file }) => {
    if (onWine) return "Wine has no PowerShell";
    file("selfbill.cmd", `@${typed} %*\r\n`);
    file("outbox/march.yaml", document);
    const { child, ended } = start(["sandbox", "--port", "0", "--memory", "--json"]);
    const [line] = await once(child.stdout, "data");
    const { base_url, token, business_profile_id } = JSON.parse(line.split("\n")[0]);
    const env = {
      ...process.env,
      PATH: `${home};${process.env.PATH}`,
      SELFBILL_HOME: join(home, "home"),
      SELFBILL_BASE_URL: base_url,
      SELFBILL_BUSINESS_PROFILE_ID: business_profile_id,
      SELFBILL_TOKEN_FILE: file("token", token),
      KEPT: join(home, "kept"),
      KEPT_MARK: join(home, "mark"),
    };
    const shell = ["-NoProfile", "-ExecutionPolicy", "Bypass"];
    const powershell = (words) => spawnSync("powershell", [...shell, ...words], { cwd: home, env, encoding: "utf8" });
    const script = fileURLToPath(new URL("../../templates/ci/send.ps1", import.meta.url));
    for (const replayed of [false, true]) {
      const { status, stdout, stderr } = powershell(["-File", script, "outbox"]);
      assert.equal(status, 0, `${stdout}${stderr}`);
      const [sent] = JSON.parse(readFileSync(join(home, "result.json"), "utf8")).results;
      assert.equal(sent.replayed, replayed);
    }
    const tab =
      "selfbill completion powershell | Out-String | Invoke-Expression; (TabExpansion2 'selfbill val' 12).CompletionMatches.CompletionText";
    assert.match(powershell(["-Command", tab]).stdout, /validate/);
    child.kill();
    await ended;
  },
  "a token of 4,000 characters makes the round trip through the keychain": ({ demand, run }) => {
    if (onWine) return "Wine has no Credential Manager that the package can use";
    demand(["profile", "set", "mine", "--base-url", "https://api.service.example"]);
    const token = Array.from({ length: 500 }, (_, at) => `${at}`.padStart(8, "x")).join("");
    const login = run(["login", "--profile", "mine", "--with-token"], { input: token });
    assert.equal(login.code, 0, login.all);
    assert.match(demand(["auth", "status", "--profile", "mine"]).all, /keychain/i);
    demand(["logout", "--profile", "mine"]);
  },
};

let wrong = 0;
for (const [name, holds] of Object.entries(cases)) {
  try {
    const why = await holds(computer());
    process.stdout.write(!why ? `ok ${name}\n` : `not run ${name}: ${why}\n`);
  } catch (error) {
    wrong += 1;
    const why = error instanceof Error ? error.message : String(error);
    process.stdout.write(`not ok ${name}: ${why.replaceAll(/\s*\n\s*/g, " | ").slice(0, 2_000)}\n`);
  }
}
process.exitCode = wrong === 0 ? 0 : 1;
