import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { creditNoteBody, invoiceBody } from "../contract/bodies.ts";
import { runSelfbill, startSelfbill, temporaryFolder, top } from "../support/run-selfbill.ts";

test("--env prints lines for a shell, --seed begins with documents, --log shows each request", async () => {
  const home = temporaryFolder();
  const seeds = join(home, "seeds.json");
  writeFileSync(seeds, JSON.stringify([invoiceBody(), creditNoteBody()]));
  const words = ["sandbox", "--port", "0", "--data", join(home, "box"), "--env", "--seed", seeds, "--log"];
  const running = startSelfbill(words, { home });
  await running.says("Ctrl-C stops it");
  running.signal("SIGINT");
  const { stdout, code } = await running.ended;
  expect(code).toBe(0);
  const values = Object.fromEntries(
    [...stdout.matchAll(/^export (\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  );
  expect(Object.keys(values)).toEqual(["SELFBILL_BASE_URL", "SELFBILL_TOKEN", "SELFBILL_BUSINESS_PROFILE_ID"]);

  // Seeding again skips the existing documents.
  const again = startSelfbill([...words.slice(0, 5), "--seed", seeds, "--log", "--json"], { home });
  await again.says("Ctrl-C stops it");
  const base = /"base_url":"([^"]+)"/.exec(again.printed())?.[1] ?? "";
  // The manual names every member of the JSON line.
  const manual = readFileSync(join(top, "src/manual/sandbox.md"), "utf8");
  const {
    schema: _,
    outcome: __,
    sandbox: ___,
    problems: ____,
    ...data
  } = JSON.parse(again.printed().split("\n")[0] ?? "");
  expect(Object.keys(data).filter((name) => !manual.includes(`\`${name}\``))).toEqual([]);
  const answer = await fetch(`${base}/api/purchase-invoices`, {
    headers: { authorization: `Bearer ${values.SELFBILL_TOKEN}` },
  });
  expect(((await answer.json()) as { total_elements: number }).total_elements).toBe(1);
  again.signal("SIGINT");
  expect((await again.ended).stderr).toMatch(/\d\d:\d\d:\d\d GET \/api\/purchase-invoices 200 \d+ ms/);
});

test("a document to begin with that is refused stops it before anything listens", async () => {
  const home = temporaryFolder();
  const seeds = join(home, "seeds.json");
  writeFileSync(seeds, JSON.stringify([invoiceBody(), { issue_date: "never" }]));
  const ran = await runSelfbill(["sandbox", "--port", "0", "--memory", "--json", "--seed", seeds], { home });
  const [{ code, message }] = JSON.parse(ran.stdout).problems;
  expect([ran.code, code, message]).toEqual([
    27,
    "sandbox-unusable",
    expect.stringMatching(/^Document 2 to begin with was refused: .*never is not a date\./),
  ]);
  expect(JSON.parse(ran.stdout).base_url).toBeUndefined();
});

test.each([
  [["--port", "99999"], "99999 is not a value that --port takes. → Write a whole number from 0 to 65535."],
  [["--pending-seconds", "soon"], '"soon" is not a value that --pending-seconds takes.'],
  [["--rules-edition", "2"], '"2" is not a value that --rules-edition takes. → Use one of:'],
  [["--memory", "--data", "x"], "--memory and --data exclude each other."],
])("%s are wrong words", async (words, sentence) => {
  const ran = await runSelfbill(["sandbox", ...words], { home: temporaryFolder() });
  expect([ran.code, ran.stderr.replace(/\s+/g, " ")]).toEqual([2, expect.stringContaining(sentence)]);
});

test("whoever stops it as soon as its first line is there ends it in order", async () => {
  const home = temporaryFolder();
  const preload = join(home, "stop-at-once.mjs");
  writeFileSync(
    preload,
    `for (const stream of [process.stdout, process.stderr]) {
       const write = stream.write;
       stream.write = function (...given) {
         const written = write.apply(this, given);
         process.kill(process.pid, "SIGINT");
         return written;
       };
     }`,
  );
  const env = { NODE_OPTIONS: `--import ${pathToFileURL(preload)}` };
  const words = ["sandbox", "--port", "0", "--data", join(home, "box"), "--json"];
  expect(await runSelfbill(words, { home, env })).toMatchObject({ code: 0 });
});

test("a file of documents that holds none is refused before anything starts", async () => {
  const home = temporaryFolder();
  const file = join(home, "seeds.json");
  writeFileSync(file, "[1]");
  const ran = await runSelfbill(["sandbox", "--port", "0", "--seed", file], { home });
  expect([ran.code, ran.stderr]).toEqual([20, expect.stringContaining("does not hold documents")]);
});
