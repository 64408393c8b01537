import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { creditNoteBody, invoiceBody } from "../contract/bodies.ts";
import { runSelfbill, startSelfbill, temporaryFolder } from "../support/run-selfbill.ts";

test("--env prints lines for a shell, --seed begins with documents, --log shows each request", async () => {
  const home = temporaryFolder();
  const seeds = join(home, "seeds.json");
  writeFileSync(seeds, JSON.stringify([invoiceBody(), creditNoteBody(), { issue_date: "never" }]));
  const words = ["sandbox", "--port", "0", "--data", join(home, "box"), "--env", "--seed", seeds, "--log"];
  const running = startSelfbill(words, { home });
  await running.says("Ctrl-C stops it");
  running.signal("SIGINT");
  const { stdout, stderr, code } = await running.ended;
  expect([code, stderr]).toEqual([0, expect.stringContaining("Document 3 of")]);
  const values = Object.fromEntries(
    [...stdout.matchAll(/^export (\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  );
  expect(Object.keys(values)).toEqual(["SELFBILL_BASE_URL", "SELFBILL_TOKEN", "SELFBILL_BUSINESS_PROFILE_ID"]);

  const again = startSelfbill([...words.slice(0, 5), "--log", "--json"], { home });
  await again.says("Ctrl-C stops it");
  const base = /"base_url":"([^"]+)"/.exec(again.printed())?.[1] ?? "";
  const answer = await fetch(`${base}/api/purchase-invoices`, {
    headers: { authorization: `Bearer ${values.SELFBILL_TOKEN}` },
  });
  expect(((await answer.json()) as { total_elements: number }).total_elements).toBe(1);
  again.signal("SIGINT");
  expect((await again.ended).stderr).toMatch(/\d\d:\d\d:\d\d GET \/api\/purchase-invoices 200 \d+ ms/);
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
