import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { toWire } from "../../src/contract/index.ts";
import { writeJson } from "../../src/json/index.ts";
import { invoice } from "../support/documents.ts";
import { type Host, startHosts } from "../support/hosts.ts";
import { documentIn } from "../support/portal.ts";
import { openProvider, type ProviderOptions } from "../support/provider.ts";
import { type Ran, runSelfbill, temporaryFolder } from "../support/run-selfbill.ts";
import { template } from "../support/sender.ts";
import { keys, TerminalRun } from "../support/terminal.ts";

const token = "token-of-palm-ledger";
const first = "BP-7Q2M4X9KTD";
const second = "BP-SECOND";

/**
 * Sets up one service under two addresses, its test system, and a user who sends with a stored profile. With `counted`,
 * ids are numbers that start at 1 at each service.
 */
async function clerk({ counted = false, ...options }: ProviderOptions & { readonly counted?: boolean } = {}) {
  const folder = temporaryFolder();
  const companies = [first, second].map((id) => ({ id, tokens: [token] }));
  const provider = openProvider(companies, options);
  const testSystem = openProvider(companies, options);
  const [answer, answerOfTest] = [provider, testSystem].map((each) =>
    counted ? withCountedIds(each.answer) : each.answer,
  ) as [Host, Host];
  const hosts = await startHosts(folder, {
    "old.example": answer,
    "new.example": answer,
    "test.example": answerOfTest,
  });
  onTestFinished(async () => {
    await hosts.close();
    await Promise.all([provider.close(), testSystem.close()]);
  });
  const home = join(folder, "home");
  const env = { ...hosts.settings, SELFBILL_TOKEN: token };
  const run = (words: readonly string[], more: Record<string, string> = {}): Promise<Ran> =>
    runSelfbill(words, { home, env: { ...env, ...more } });
  const paper = (name: string, change: (text: string) => string = (text) => text): string => {
    const path = join(folder, `${name}.yaml`);
    const quantity = 100 + Number.parseInt(name, 36);
    writeFileSync(path, change(template.replace("quantity: 40", `quantity: ${quantity}`)));
    return path;
  };
  const send = (files: readonly string[], more: readonly string[] = [], given: Record<string, string> = {}) =>
    run(["create-invoice", ...files, "--yes", "--json", ...more], given);
  const set = (...words: string[]): Promise<Ran> => run(["profile", "set", "mine", ...words]);
  mkdirSync(home, { recursive: true });
  await set("--base-url", "https://old.example", "--business-profile", first);
  return { folder, home, env, provider, testSystem, run, paper, send, set };
}

/** Replaces the ids of a service with 1, 2, 3 and so on, so that different services give out the same ids. */
function withCountedIds(answer: Host): Host {
  const ids: string[] = [];
  const counted = (id: string): string => {
    if (!ids.includes(id)) ids.push(id);
    return String(ids.indexOf(id) + 1);
  };
  return async (request) => {
    const path = request.path.replace(/(?<=\/)\d+(?=$|[/?])/, (id) => ids[Number(id) - 1] ?? id);
    const answered = await answer({ ...request, path });
    if (answered === "lost" || !path.includes("/purchase-")) return answered;
    return { ...answered, text: answered.text.replace(/(?<="id":")[0-9a-f-]{36}(?=")/g, counted) };
  };
}

/** Returns the document as a colleague would enter it on the service's own pages. */
const typed = (file: string): string => writeJson(toWire(documentIn(file), "invoice"));

const codes = ({ stdout }: Ran): string[] =>
  JSON.parse(stdout).results.flatMap((each: { problems: { code: string; severity: string }[] }) =>
    each.problems.filter(({ severity }) => severity === "error").map(({ code }) => code),
  );
const replays = ({ stdout }: Ran): boolean[] =>
  JSON.parse(stdout).results.map(({ replayed }: { replayed?: boolean }) => replayed === true);

test("a document that was sent to the former address is not sent to the new one, until somebody says what the two are", async () => {
  const { folder, provider, run, paper, send, set } = await clerk();
  const [one, other] = [paper("1"), paper("2")];
  expect((await send([one])).code).toBe(0);
  const moved = await set("--base-url", "https://new.example", "--json");
  expect([moved.code, JSON.parse(moved.stdout).problems[0].code]).toEqual([0, "former-address"]);
  const stopped = await send([one]);
  expect([stopped.code, codes(stopped)]).toEqual([24, ["former-address"]]);
  expect(JSON.parse(stopped.stdout).results[0].problems.at(-1).message).toContain("former address https://old.example");
  expect(provider.ledger).toHaveLength(1);
  // A document that is not a possible duplicate is sent.
  expect((await send([other])).code).toBe(0);
  const said = await send([one, other], ["--same-service"]);
  expect([said.code, replays(said)]).toEqual([0, [true, true]]);
  expect(replays(await send([one, other]))).toEqual([true, true]);
  expect(provider.ledger).toHaveLength(2);
  // A script had sent the second document to the new address before that address was declared to be the same service.
  const history = JSON.parse((await run(["history", "--json", "--profile", "mine"])).stdout).history;
  const made = history.filter(({ state }: { state: string }) => state === "created");
  expect(made.map(({ id }: { id: string }) => id).sort()).toEqual(provider.ledger.map(({ id }) => id).sort());
  const month = await run(["report", "--month", "2026-06", "--json"]);
  expect(JSON.parse(month.stdout).counted.invoices).toBe(2);
  const compared = await run(["reconcile", "--json"]);
  expect([compared.code, JSON.parse(compared.stdout)]).toMatchObject([
    0,
    { only_there: [], only_here: [], documents: { here: 2, there: 2 } },
  ]);
  // Both documents are found by number, whichever address they were sent to.
  for (const { id } of provider.ledger) {
    const status = await run(["status", id, "--json"]);
    expect(JSON.parse(status.stdout).results[0].document_number).toMatch(/^SBX-INV-/);
  }
  const both = provider.ledger.map(({ id }) => id);
  const mine = ["--profile", "mine", "--json"];
  const named = await run(["history", ...both, ...mine]);
  expect(JSON.parse(named.stdout).history.map(({ id }: { id: string }) => id)).toEqual(both);
  expect(await run(["preview", ...both, ...mine])).toMatchObject({ code: 0 });
  expect(JSON.parse((await run(["due", one, other, ...mine])).stdout).due).toEqual([]);
  for (const id of both) {
    const packed = JSON.parse((await run(["evidence", id, "--out", join(folder, id), ...mine])).stdout);
    expect(packed.files.map(({ what }: { what: string }) => what)).toContain("document as the service has it now");
  }
});

test("what is in doubt under a former name of the account keeps its profile with the journal, and reconcile ends it", async () => {
  const { folder, provider, run, paper, send, set } = await clerk();
  const dated = (day: string) => (text: string) => text.replace("2026-06-15", day);
  expect((await send([paper("1", dated("2026-06-01"))])).code).toBe(0);
  const lost = paper("2");
  provider.loseNext();
  expect((await send([lost], [], { SELFBILL_BASE_URL: "https://new.example" })).code).toBe(23);
  expect(
    (await send([paper("3", dated("2026-06-03"))], ["--same-service"], { SELFBILL_BASE_URL: "https://new.example" }))
      .code,
  ).toBe(0);
  const moved = await set("--journal", join(folder, "another"), "--json");
  expect([moved.code, JSON.parse(moved.stdout).problems[0].code]).toEqual([23, "still-in-doubt"]);
  expect((await run(["reconcile", "--take-over", "--yes", "--json"])).code).toBe(0);
  expect(JSON.parse((await run(["resolve", "--json"])).stdout).doubts).toEqual([]);
  expect(replays(await send([lost]))).toEqual([true]);
  expect(provider.ledger).toHaveLength(3);
});

test("of another service, such as a test system, nothing counts, after one word", async () => {
  const { provider, testSystem, run, paper, send, set } = await clerk();
  const files = [paper("1"), paper("2")];
  await set("--base-url", "https://test.example");
  expect((await send(files)).code).toBe(0);
  await set("--base-url", "https://old.example");
  expect(codes(await send(files))).toEqual(["former-address", "former-address"]);
  const real = await send(files, ["--other-service"]);
  expect([real.code, replays(real)]).toEqual([0, [false, false]]);
  expect([testSystem.ledger.length, provider.ledger.length]).toEqual([2, 2]);
  expect(replays(await send(files))).toEqual([true, true]);
  await set("--base-url", "https://test.example");
  // A script that repeats this statement with each send does not override anything.
  expect(replays(await send(files, ["--same-service"]))).toEqual([true, true]);
  const third = [paper("3")];
  expect((await send(third)).code).toBe(0);
  await set("--base-url", "https://old.example");
  const fourth = [paper("4")];
  expect(replays(await send(fourth))).toEqual([false]);
  await set("--base-url", "https://test.example");
  expect(replays(await send(fourth))).toEqual([false]);
  // A later statement about a profile's address does override the earlier one, even if the profile is new.
  await run([
    "profile",
    "set",
    "new",
    "--base-url",
    "https://old.example",
    "--business-profile",
    first,
    "--same-service",
  ]);
  expect(replays(await send(third, ["--profile", "new"]))).toEqual([true]);
});

test("with three addresses --same-service must say which one is meant, and what was answered before stays", async () => {
  const { provider, testSystem, paper, send, set } = await clerk();
  const [one, two] = [paper("1"), paper("2")];
  await set("--base-url", "https://test.example");
  expect((await send([one])).code).toBe(0);
  await set("--base-url", "https://old.example");
  expect((await send([one], ["--other-service"])).code).toBe(0);
  const elsewhere = { SELFBILL_BASE_URL: "https://new.example" };
  const unclear = await send([one], ["--same-service"], elsewhere);
  expect([unclear.code, JSON.parse(unclear.stdout).problems[0].code]).toEqual([2, "bad-usage"]);
  expect(JSON.parse(unclear.stdout).problems[0].message).toMatch(/at https:\S+ and https:\S+, and --same-service/);
  await set("--base-url", "https://new.example", "--same-service");
  expect(replays(await send([one]))).toEqual([true]);
  expect(replays(await send([two], ["--other-service"]))).toEqual([false]);
  await set("--base-url", "https://test.example");
  expect(replays(await send([two]))).toEqual([false]);
  expect([testSystem.ledger.length, provider.ledger.length]).toEqual([2, 2]);
});

test("out of another journal nothing is sent to the new address, although only the former one is remembered", async () => {
  const { folder, provider, paper, send, set } = await clerk();
  const one = paper("1");
  expect((await send([one])).code).toBe(0);
  await set("--base-url", "https://new.example");
  const elsewhere = { SELFBILL_JOURNAL: join(folder, "another") };
  for (const words of [[], ["--same-service"]]) {
    const stopped = await send([one], words, elsewhere);
    expect([stopped.code, JSON.parse(stopped.stdout).problems[0].code]).toEqual([27, "journal-behind"]);
  }
  expect(provider.ledger).toHaveLength(1);
});

test("what the service showed under one address stops what looks like it under the other one", async () => {
  const { provider, paper, send, set } = await clerk();
  const dated = (day: string) => (text: string) => text.replace("2026-06-15", day);
  const one = paper("1", dated("2026-06-01"));
  expect((await send([one])).code).toBe(0);
  const { document_number: _, ...made } = invoice({ issue_date: "2026-06-15" });
  await provider.make(first, JSON.stringify(made));
  await set("--base-url", "https://new.example");
  expect(codes(await send([one]))).toEqual(["former-address"]);
  await set("--base-url", "https://old.example");
  const stopped = await send([paper("2")]);
  expect([stopped.code, codes(stopped)]).toEqual([24, ["made-elsewhere"]]);
  expect(provider.ledger).toHaveLength(2);
});

test("the number, a possible duplicate and an open doubt under the former address stop a document as well", async () => {
  const { provider, run, paper, send, set } = await clerk();
  const numbered = (number: string) => (text: string) => `document_number: ${number}\n${text}`;
  expect((await send([paper("1", numbered("SB-1"))])).code).toBe(0);
  provider.loseNext();
  const lost = paper("2");
  expect((await send([lost])).code).toBe(23);
  await set("--base-url", "https://new.example");
  const stopped = await send([paper("3", numbered("SB-1"))]);
  expect([stopped.code, codes(stopped)]).toEqual([24, ["former-address"]]);
  const doubtful = await send([lost]);
  expect([doubtful.code, codes(doubtful)]).toEqual([23, ["former-address-open"]]);
  const twin = paper("1", (text) => text.replace(/^note:.*$/m, "note: another word"));
  expect(codes(await send([twin]))).toEqual(["former-address"]);
  expect(provider.ledger).toHaveLength(2);
  expect(codes(await send([lost], ["--same-service"]))).toEqual(["still-in-doubt"]);
  const looked = await run(["resolve", "--check", "--json"]);
  expect(looked.code).toBe(0);
  expect(replays(await send([lost]))).toEqual([true]);
  expect(provider.ledger).toHaveLength(2);
});

test("a dot at the end of the host, capitals and the default port are the same address", async () => {
  const { provider, paper, send, set } = await clerk();
  const file = paper("1");
  expect((await send([file])).code).toBe(0);
  for (const url of [
    "https://old.example.",
    "https://OLD.example",
    "https://old.example:443",
    "https://old.example./",
  ]) {
    const same = await set("--base-url", url, "--json");
    expect([url, same.code, JSON.parse(same.stdout).problems]).toEqual([url, 0, []]);
    expect([url, replays(await send([file]))]).toEqual([url, [true]]);
  }
  const capitals = await send([file], ["--business-profile", first.toLowerCase()]);
  expect([capitals.code, replays(capitals)]).toEqual([0, [true]]);
  expect(provider.ledger).toHaveLength(1);
});

test("a series goes on at the new address, and gives no number a second time", async () => {
  const { provider, paper, send, set } = await clerk();
  await set("--number-series", "SB-{yyyy}-{000}");
  const numbers = async (ran: Promise<Ran>): Promise<string[]> =>
    JSON.parse((await ran).stdout).results.map((each: { document_number: string }) => each.document_number);
  expect(await numbers(send([paper("1")]))).toEqual(["SB-2026-001"]);
  await set("--base-url", "https://new.example");
  expect(await numbers(send([paper("2")]))).toEqual(["SB-2026-002"]);
  expect(provider.ledger).toHaveLength(2);
});

test("in CI the kept journal that knows only the former address asks for the word, too", async () => {
  const { provider, paper, send, set } = await clerk();
  const [one, other] = [paper("1"), paper("2")];
  expect((await send([one])).code).toBe(0);
  await set("--base-url", "https://new.example");
  const ci = { CI: "true" };
  const stopped = await send([other], [], ci);
  expect([stopped.code, JSON.parse(stopped.stdout).problems[0].code]).toEqual([24, "former-address"]);
  const same = await send([one, other], ["--same-service"], ci);
  expect([same.code, replays(same)]).toEqual([0, [true, false]]);
  expect(provider.ledger).toHaveLength(2);
});

test("a person is asked once for the two addresses, whatever the number of documents", async () => {
  const { home, folder, env, provider, paper, send, set } = await clerk();
  const files = [paper("1"), paper("2"), paper("3")];
  expect((await send(files.slice(0, 2))).code).toBe(0);
  await set("--base-url", "https://new.example");
  const terminal = new TerminalRun(["create-invoice", ...files], { home, cwd: folder, columns: 80, env });
  await terminal.shows("Is https://new.example the same service as https://old.example");
  terminal.type(keys.enter);
  await terminal.shows("Type 1 to send");
  terminal.type(`1${keys.enter}`);
  expect(await terminal.ended()).toBe(0);
  expect(provider.ledger).toHaveLength(3);
  expect(replays(await send(files))).toEqual([true, true, true]);
});

test("the same content, or supplier and number, for another company stops until somebody means it", async () => {
  const { provider, paper, send, run } = await clerk();
  await run(["profile", "set", "co2", "--base-url", "https://old.example", "--business-profile", second]);
  const file = paper("1");
  expect((await send([file])).code).toBe(0);
  const stopped = await send([file], ["--profile", "co2"]);
  expect([stopped.code, codes(stopped)]).toEqual([24, ["other-company"]]);
  expect(JSON.parse(stopped.stdout).results[0].problems.at(-1).message).toContain(`mine (${first})`);
  const number = (text: string): string => `document_number: SB-7\n${text}`;
  expect((await send([paper("2", number)])).code).toBe(0);
  expect(codes(await send([paper("3", number)], ["--profile", "co2"]))).toEqual(["other-company"]);
  // A document with a different number and amount is not mistaken for another document.
  expect((await send([paper("4")], ["--profile", "co2"])).code).toBe(0);
  expect((await send([file], ["--profile", "co2", "--allow-similar"])).code).toBe(0);
  expect(provider.ledger).toHaveLength(4);
});

test("where there are several companies, question, last sentence and table say which one issues", async () => {
  const { home, folder, env, paper, run } = await clerk();
  await run(["profile", "set", "co2", "--base-url", "https://old.example", "--business-profile", second]);
  const company = `co2 (${second})`;
  const two = await run(["create-invoice", paper("1"), paper("2"), "--yes", "--profile", "co2"]);
  expect(two.stdout.split("\n").map((line) => line.split("\t").at(-1))).toEqual(["Company", company, company, ""]);
  expect(two.stderr).toContain(`2 documents were created for ${company}`);
  const terminal = new TerminalRun(["create-invoice", paper("3")], { home, cwd: folder, columns: 80, env });
  await terminal.shows(`Send this document to https://old.example for mine (${first})?`);
  terminal.type("y");
  terminal.type(keys.enter);
  expect(await terminal.ended()).toBe(0);
  expect(terminal.lines().join("\n")).toMatch(/Company\s+│ mine \(BP-7Q2M4X9KTD\)/);
});

test("a doubt at the test system does not hide what a colleague made at the real one", async () => {
  const { provider, testSystem, paper, send, set } = await clerk();
  const dated = (day: string) => (text: string) => text.replace("2026-06-15", day);
  expect((await send([paper("1", dated("2026-06-01"))])).code).toBe(0);
  const two = paper("2");
  await set("--base-url", "https://test.example");
  testSystem.loseNext();
  expect((await send([two], ["--other-service"])).code).toBe(23);
  await provider.make(first, typed(two));
  // The relation between the new address and the test system has not been declared yet.
  await set("--base-url", "https://new.example");
  const shown = await send([paper("3", dated("2026-06-03"))]);
  expect([shown.code, shown.stderr.includes("made elsewhere")]).toEqual([0, false]);
  await set("--base-url", "https://old.example");
  const stopped = await send([two]);
  expect([stopped.code, codes(stopped)]).toEqual([24, ["made-elsewhere"]]);
  expect(provider.ledger).toHaveLength(3);
});

test("a document of the test system with the same id does not hide what a colleague made at the real one", async () => {
  const { provider, paper, send, set } = await clerk({ counted: true });
  const dated = (day: string) => (text: string) => text.replace("2026-06-15", day);
  const two = paper("2");
  await provider.make(first, typed(two));
  await set("--base-url", "https://test.example");
  expect((await send([paper("1", dated("2026-06-01"))])).code).toBe(0);
  await set("--base-url", "https://old.example");
  // The document is not a possible duplicate, so there is no question yet about the two addresses.
  expect((await send([paper("3", dated("2026-06-03"))])).code).toBe(0);
  const stopped = await send([two], ["--other-service"]);
  expect([stopped.code, codes(stopped)]).toEqual([24, ["made-elsewhere"]]);
  expect(provider.ledger).toHaveLength(2);
});
