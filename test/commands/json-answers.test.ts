import { expect, test } from "vitest";
import { exitCodes, type Outcome } from "../../src/problem/index.ts";
import { runSelfbill, startSelfbill, temporaryFolder } from "../support/run-selfbill.ts";

/** Command lines that each fail for a different reason in an empty settings folder. */
const failing: ReadonlyArray<readonly [Outcome, string]> = [
  ["usage", "create-invoice"],
  ["usage", "create-invoice templates/standard-invoice.yaml --yes"],
  ["invalid", "create-invoice no-such-file.yaml --sandbox --yes"],
  ["usage", "status SB-1"],
  ["usage", "list invoices"],
  ["usage", "no-such-command"],
  ["usage", "resubmit SB-1 --no-such-flag"],
];

test.each(failing)(
  "a failure (%s) is one JSON document with schema, outcome, results and problems: %s",
  async (outcome, words) => {
    const ran = await runSelfbill([...words.split(" "), "--json"], { home: temporaryFolder() });
    const answer = JSON.parse(ran.stdout) as { results: unknown; problems: unknown[] };
    expect(answer).toMatchObject({ schema: "selfbill/1", outcome, sandbox: expect.any(Boolean) });
    expect(Array.isArray(answer.results), ran.stdout).toBe(true);
    expect(ran.code).toBe(exitCodes[outcome]);
  },
);

test("with --json-lines a run that cannot begin still ends with its last line", async () => {
  const words = ["create-invoice", "templates/standard-invoice.yaml", "--yes", "--json-lines"];
  const ran = await runSelfbill(words, { home: temporaryFolder() });
  const lines = ran.stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as unknown);
  expect(lines).toMatchObject([{ schema: "selfbill/1", end: true, outcome: "usage", files: 0 }]);
});

test("the line of sandbox --json has the members of every answer", async () => {
  const home = temporaryFolder();
  const running = startSelfbill(["sandbox", "--json", "--port", "0"], { home });
  await running.says("Ctrl-C stops it");
  running.signal("SIGTERM");
  const { stdout } = await running.ended;
  expect(stdout.trimEnd().split("\n")).toHaveLength(1);
  expect(JSON.parse(stdout)).toMatchObject({
    schema: "selfbill/1",
    outcome: "done",
    sandbox: true,
    base_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    token: expect.any(String),
    problems: [],
  });
});
