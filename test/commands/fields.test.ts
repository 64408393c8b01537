import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { chooseFields } from "../../src/commands/output/fields.ts";
import { writeYaml } from "../../src/read/index.ts";
import { invoice } from "../support/documents.ts";
import { runSelfbill, temporaryFolder } from "../support/run-selfbill.ts";

function office() {
  const home = temporaryFolder();
  const file = join(home, "a.yaml");
  writeFileSync(file, writeYaml(invoice({ document_number: "SB-1" }), "invoice"));
  return { home, file, run: (...words: string[]) => runSelfbill(words, { home }) };
}

test("a name that does not exist is refused before anything is sent, with those that exist", async () => {
  const { file, run } = office();
  const refused = await run("create-invoice", file, "--sandbox", "--yes", "--fields", "document_number,totls");
  expect(refused.code).toBe(2);
  const { problems } = JSON.parse(refused.stdout);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatchObject({
    code: "bad-usage",
    hint: expect.stringMatching(/Did you mean totals\?.*outcome/),
  });
  const history = await run("history", "--sandbox", "--json");
  expect(JSON.parse(history.stdout).history).toEqual([]);
});

test("a run that sends prints only the members that are named, and a list in pieces, too", async () => {
  const { file, run } = office();
  const sent = await run(
    "create-invoice",
    file,
    "--sandbox",
    "--yes",
    "--fields=document_number, totals.payable_amount,result",
  );
  expect([sent.code, JSON.parse(sent.stdout)]).toEqual([
    0,
    { results: [{ result: "created", document_number: "SB-1", totals: { payable_amount: "10500" } }] },
  ]);
  const history = await run("history", "--sandbox", "--fields", "history.document_number");
  expect(JSON.parse(history.stdout)).toEqual({ history: [{ document_number: "SB-1" }] });
  const checked = await run("validate", file, "--fields", "summary.files,ok");
  expect(JSON.parse(checked.stdout)).toEqual({ results: [{ ok: true }], summary: { files: 1 } });
});

test("the words of screens stand for the longer names of members, where these are nearest to the top", async () => {
  const { file, run } = office();
  const sent = await run("create-invoice", file, "--sandbox", "--yes", "--fields", "number,status,totals.payable");
  const created = { document_number: "SB-1", overall_status: "PENDING", totals: { payable_amount: "10500" } };
  expect([sent.code, JSON.parse(sent.stdout)]).toEqual([0, { results: [created] }]);
  const asked = await run("status", "SB-1", "--sandbox", "--fields", "number,status");
  const wrong = await run("create-invoice", file, "--sandbox", "--yes", "--fields", "totals.paid");
  expect([wrong.code, JSON.parse(wrong.stdout).problems[0].code]).toEqual([2, "bad-usage"]);
  const { results } = JSON.parse(asked.stdout);
  expect(Object.keys(results[0])).toEqual(["document_number", "overall_status"]);
});

test("a problem is printed although it is not named, and other forms are refused", async () => {
  const { home, file, run } = office();
  const missing = await run("create-invoice", join(home, "none.yaml"), "--sandbox", "--yes", "--fields", "outcome");
  expect(missing.code).not.toBe(0);
  expect(Object.keys(JSON.parse(missing.stdout)).sort()).toEqual(["outcome", "results"]);
  expect(JSON.parse(missing.stdout).results[0].problems).toHaveLength(1);
  expect((await run("validate", file, "--format", "sarif", "--fields", "outcome")).code).toBe(2);
  expect(chooseFields(await status(), { fields: "outcome", jsonLines: true })).toMatchObject({ ok: false });
});

const status = async () => (await import("../../src/commands/status.ts")).status;

test("a name with the names above it, a name that any name stands for, and the whole of a member", async () => {
  const json = JSON.stringify({ outcome: "done", results: [{ id: "1", n: 1.1 }], problems: [] });
  const chosen = async (fields: string) => {
    const choose = chooseFields(await status(), { fields });
    return choose.ok ? JSON.parse(choose.value(json)) : choose.problems[0].code;
  };
  expect(await chosen("results")).toEqual({ results: [{ id: "1", n: 1.1 }] });
  expect(await chosen("results,results.id")).toEqual({ results: [{ id: "1", n: 1.1 }] });
  expect(await chosen("results.id")).toEqual({ results: [{ id: "1" }] });
  expect(await chosen("outcome,,id")).toBe("bad-usage");
  expect(await chosen("")).toBe("bad-usage");
});
