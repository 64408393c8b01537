import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { exitCodes, type Outcome } from "../../src/problem/index.ts";
import { startCapture } from "../support/capture.ts";
import { row } from "../support/failure-matrix.ts";
import { runSelfbill, temporaryFolder, top } from "../support/run-selfbill.ts";

const template = "templates/standard-invoice.yaml";
const created = JSON.stringify({
  id: "0f8a2c1e-6a5b-4c1d-9b52-7d3e1f7a4c10",
  document_number: "SB-9",
  meta_info: null,
});

function toService(baseUrl: string): Record<string, string> {
  return {
    SELFBILL_BASE_URL: baseUrl,
    SELFBILL_BUSINESS_PROFILE_ID: "BP-7Q2M4X9KTD",
    SELFBILL_TOKEN: "token-of-the-test",
  };
}

describe("what leaves the computer", () => {
  test("after login and profile set, every request bears exactly that token and version", async () => {
    const { baseUrl, requests } = await startCapture(201, created);
    const home = temporaryFolder();
    const set = [
      "profile",
      "set",
      "mine",
      "--base-url",
      baseUrl,
      "--business-profile",
      "BP-7Q2M4X9KTD",
      "--service-version",
      "20260507",
    ];
    expect((await runSelfbill(set, { home })).code).toBe(0);
    const login = await runSelfbill(["login", "--with-token", "--insecure-storage"], {
      home,
      input: "my-secret-token\n",
    });
    expect(login.code, login.stderr).toBe(0);
    const sent = await runSelfbill(["create-invoice", template, "--yes"], { home });
    expect(sent.code, sent.stderr).toBe(0);
    expect(requests).toHaveLength(1);
    for (const { headers } of requests) {
      expect(headers.authorization).toBe("Bearer my-secret-token");
      expect(headers["x-service-version"]).toBe("20260507");
      expect(headers["user-agent"]).toMatch(/^selfbill\/\d/);
    }
    expect(JSON.parse(requests[0]?.body ?? "")).toMatchObject({
      profile_execution_id: "00000000",
      due_date: "2026-07-15",
    });
    const out = [sent.stdout, sent.stderr, login.stdout, login.stderr].join("");
    expect(out).not.toContain("my-secret-token");
  });

  test("without a token nothing is sent: exit code 4", async () => {
    const { baseUrl, requests } = await startCapture(201, created);
    const { SELFBILL_TOKEN: _, ...env } = toService(baseUrl);
    const ran = await runSelfbill(["create-invoice", template, "--yes", "--json"], { home: temporaryFolder(), env });
    expect(ran.code).toBe(4);
    expect(JSON.parse(ran.stdout)).toMatchObject({ outcome: "auth", problems: [{ code: "no-token" }] });
    expect(requests).toEqual([]);
  });

  test.each([
    ["create-invoice", template],
    ["create-credit-note", "--from", "SB-1", "--reason", "VD"],
    ["resubmit", "SB-1"],
  ])("what stops %s on the way says that nothing was sent", async (...words) => {
    const { baseUrl } = await startCapture(404, "{}");
    const { SELFBILL_TOKEN: _, ...tokenless } = toService(baseUrl);
    const ways: readonly (readonly [string, string, Record<string, string>])[] = [
      ["auth", temporaryFolder(), tokenless],
      ["not_sent", temporaryFolder(), toService("https://127.0.0.1:9")],
      ["local_state", join(top, template), toService(baseUrl)],
      ["refused", temporaryFolder(), toService(baseUrl)],
    ];
    // In the last case, the service refuses a query made before sending; create-invoice makes no such query.
    for (const [outcome, home, env] of words[0] === "create-invoice" ? ways.slice(0, -1) : ways) {
      const { stderr, code } = await runSelfbill([...words, "--yes"], { home, env });
      expect(code, stderr).toBe(exitCodes[outcome as Outcome]);
      expect(stderr).toMatch(/nothing was sent/i);
    }
  });

  test("a redirect is not followed, and the second address sees nothing", async () => {
    const second = await startCapture(201, created);
    const { baseUrl, requests } = await startCapture(307, "{}", { location: `${second.baseUrl}/api/elsewhere` });
    const ran = await runSelfbill(["create-invoice", template, "--yes"], {
      home: temporaryFolder(),
      env: toService(baseUrl),
    });
    expect([ran.code, requests.length, second.requests.length]).toEqual([21, 1, 0]);
  });
});

describe("what came back decides", () => {
  const refusal = (errors: object): string => JSON.stringify({ errors });
  const table: [string, number, string, number, string][] = [
    ["201 with an id", 201, created, 0, "done"],
    ["201 without an id", 201, "{}", 23, "in_doubt"],
    ["201 that is no JSON", 201, "<html>", 23, "in_doubt"],
    ["200", 200, created, 23, "in_doubt"],
    ["302", 302, "", 23, "in_doubt"],
    ["400 with fields", 400, refusal({ issue_date: "no" }), 21, "refused"],
    ["400 for a number that nobody sent", 400, refusal({ document_number: "needed" }), 21, "refused"],
    ["401", 401, refusal({ message: "no" }), 4, "auth"],
    ["403", 403, refusal({ message: "no" }), 4, "auth"],
    ["404", 404, refusal({ message: "no" }), 21, "refused"],
    ["409", 409, refusal({ message: "twin" }), 23, "in_doubt"],
    ["413", 413, refusal({ message: "big" }), 21, "refused"],
    ["429", 429, '{"message":"slow down"}', 22, "not_sent"],
    ["500", 500, refusal({ message: "An error occurred" }), 23, "in_doubt"],
    ["503", 503, "gateway", 23, "in_doubt"],
  ];
  test.each(table)("%s", async (_, status, answer, code, outcome) => {
    const { baseUrl, requests } = await startCapture(status, answer);
    const ran = await runSelfbill(["create-invoice", template, "--yes", "--no-wait", "--json"], {
      home: temporaryFolder(),
      env: toService(baseUrl),
    });
    expect(JSON.parse(ran.stdout).outcome).toBe(outcome);
    expect(ran.code).toBe(code);
    expect(requests).toHaveLength(1);
  });

  test("a refused field is shown at its line in the user's file", async () => {
    const { baseUrl } = await startCapture(400, refusal({ "document_lines[1].quantity": "too many" }));
    const ran = await runSelfbill(["create-invoice", template, "--yes", "--json"], {
      home: temporaryFolder(),
      env: toService(baseUrl),
    });
    const lines = readFileSync(join(top, template), "utf8").split("\n");
    expect(JSON.parse(ran.stdout).results[0].problems).toMatchObject([
      {
        code: "service-refused",
        line: lines.findIndex((line) => line.includes("18.5")) + 1,
        path: "document_lines[1].quantity",
      },
    ]);
  });

  test("totals that differ by a fils are shouted, and the document counts as created", async () => {
    const { baseUrl } = await startCapture(
      201,
      JSON.stringify({ id: "a-1", document_number: "N", totals: { tax_amount: 611.01 } }),
    );
    const ran = await runSelfbill(["create-invoice", template, "--yes"], {
      home: temporaryFolder(),
      env: toService(baseUrl),
    });
    expect(ran.stderr).toContain(
      "THE SERVICE'S TOTALS DIFFER FROM YOUR DOCUMENT'S. VAT total: AED 611.00 here, AED 611.01 at the service.",
    );
    expect(ran.code).toBe(0);
  });

  test("a service that nobody answers at: nothing was sent", async () => {
    const { baseUrl } = await startCapture(201, created);
    const port = Number(new URL(baseUrl).port);
    const nobody = `http://127.0.0.1:${port === 1 ? 2 : 1}`;
    const ran = await runSelfbill(["create-invoice", template, "--yes"], {
      home: temporaryFolder(),
      env: toService(nobody),
    });
    expect(ran.code).toBe(22);
    expect(ran.stderr).toContain("Nothing was sent");
  });
});

test("every broken file is told by reason and remedy, without a stack trace, and nothing is sent", async () => {
  const { baseUrl, requests } = await startCapture(201, created);
  const folder = "test/fixtures/broken";
  const entries = readdirSync(join(top, folder), { withFileTypes: true });
  const files = entries.filter((each) => each.isFile()).map(({ name }) => `${folder}/${name}`);
  const ran = await runSelfbill(["create-invoice", ...files, "--yes", "--json"], {
    home: temporaryFolder(),
    env: toService(baseUrl),
  });
  const answer = JSON.parse(ran.stdout) as {
    results: {
      file: string;
      outcome: string;
      problems: { severity: string; message: string; hint: string; file: string }[];
    }[];
  };
  const wrong = answer.results.filter((each) => each.outcome === "invalid");
  expect(wrong.length).toBeGreaterThanOrEqual(30);
  for (const { file, problems } of wrong) {
    const errors = problems.filter((each) => each.severity === "error");
    expect(errors.length, file).toBeGreaterThan(0);
    for (const each of errors) {
      expect(each.message, file).toMatch(/\S.*\.$/);
      expect(each.hint, file).toMatch(/\S/);
      expect(each.message, file).not.toMatch(/ {4}at |node:internal|undefined/);
    }
  }
  expect(ran.code).toBe(20);
  expect(requests).toEqual([]);
});

test(
  row(
    "4 size",
    "a body over the limit is refused before connecting and names the biggest attachment; near it is a warning",
  ),
  async () => {
    const { baseUrl, requests } = await startCapture(201, created);
    const home = temporaryFolder();
    const document = readFileSync(join(top, template), "utf8");
    const run = async (bytes: number) => {
      writeFileSync(
        join(home, "scan.png"),
        Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.alloc(bytes)]),
      );
      writeFileSync(join(home, "big.yaml"), `${document}\nattachments:\n  - file_path: scan.png\n`);
      return runSelfbill(["create-invoice", join(home, "big.yaml"), "--yes"], { home, env: toService(baseUrl) });
    };
    const tooBig = await run(6_400_000);
    expect([tooBig.code, requests.length]).toEqual([20, 0]);
    expect(tooBig.stderr).toContain("scan.png");
    const near = await run(6_100_000);
    expect([near.code, requests.length]).toEqual([0, 1]);
    expect(near.stderr).toContain("warning");
  },
);

test("a version that is for trying out warns once a run outside a sandbox", async () => {
  const env = { ...toService("https://einvoice.example"), SELFBILL_SERVICE_VERSION: "20260507" };
  const ran = await runSelfbill(["create-invoice", template, template, "--dry-run"], { home: temporaryFolder(), env });
  expect(ran.stderr.match(/This profile uses API version 20260507 of a real service/g)).toHaveLength(1);
});

test("--send-anyway sends in spite of what only the network would refuse, and never in spite of a wrong field", async () => {
  const { baseUrl, requests } = await startCapture(201, created);
  const home = temporaryFolder();
  const document = readFileSync(join(top, template), "utf8");
  writeFileSync(
    join(home, "network.yaml"),
    document.replace('profile_execution_id: "00000000"', 'profile_execution_id: "00000010"'),
  );
  writeFileSync(join(home, "field.yaml"), document.replace("issue_date: 2026-06-15", ""));
  const run = (file: string, ...more: string[]) =>
    runSelfbill(["create-invoice", join(home, file), "--yes", ...more], { home, env: toService(baseUrl) });
  expect((await run("network.yaml")).code).toBe(20);
  const anyway = await run("network.yaml", "--send-anyway");
  expect(anyway.code).toBe(0);
  expect(anyway.stderr).toContain("IBR-142-AE");
  expect((await run("field.yaml", "--send-anyway")).code).toBe(20);
  expect(requests).toHaveLength(1);
});
