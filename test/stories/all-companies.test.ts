import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openJournal } from "../../src/journal/index.ts";
import { writeYaml } from "../../src/read/index.ts";
import { centre, centreRow, companies } from "../support/centre.ts";
import { invoice } from "../support/documents.ts";
import { intent } from "../support/intents.ts";
import type { Ran } from "../support/run-selfbill.ts";
import { unwrap } from "../support/settings.ts";
import { TerminalRun } from "../support/terminal.ts";

const [acme, oasis, palm] = companies as [CentreCompany, CentreCompany, CentreCompany];
type CentreCompany = (typeof companies)[number];

/**
 * The same document numbers for every company, with a different amount for each. Including VAT, 40 boxes come to 42
 * times the price.
 */
const rows = companies.flatMap(({ name }, at) => [
  centreRow(name, "SB-1", `${100 + at}`),
  ...(name === oasis.name ? [] : [centreRow(name, "SB-2", `${200 + at}`)]),
]);

const totals = (amount: string) => ({ AED: amount });
const sums = [
  { company: acme.name, documents: 2, totals: totals("12600") },
  { company: oasis.name, documents: 1, totals: totals("4242") },
  { company: palm.name, documents: 2, totals: totals("12768") },
];

type Row = Record<string, unknown> & { company: string };
const jsonOf = ({ stdout }: Ran) => JSON.parse(stdout) as Record<string, Row[]> & { problems: { message: string }[] };
const namesIn = (found: readonly Row[] = []) =>
  found.map(({ company, document_number }) => `${document_number} ${company}`);
const all = ["--all-companies"];

test("list, history and due show the documents of all companies in one table, and the sums of each", async () => {
  const { folder, run, sheet } = await centre();
  expect((await run(["create-invoice", sheet("june.csv", rows), "--yes"])).code).toBe(0);
  const meant = rows.map((row) => `${row["Invoice number"]} ${row.Company}`);
  const listed = await run(["list", "--month", "2026-06", ...all, "--json"]);
  expect(namesIn(jsonOf(listed).documents).sort()).toEqual([...meant].sort());
  expect(jsonOf(listed).companies).toEqual(sums);
  const history = await run(["history", ...all, "--json"]);
  expect(namesIn(jsonOf(history).history)).toEqual(meant);
  const lines = (await run(["history", ...all])).stdout.trimEnd().split("\n");
  expect(lines.map((line) => line.split("\t").at(-1))).toEqual(["Company", ...rows.map(({ Company }) => Company)]);
  expect((await run(["list", "--all", ...all, "--out", "june.csv", "--force"])).code).toBe(0);
  const [head = [], ...csv] = readFileSync(join(folder, "june.csv"), "utf8")
    .trimEnd()
    .split(/\r?\n/)
    .map((line) => line.split(","));
  expect(csv).toHaveLength(rows.length);
  expect(new Set(csv.map((cells) => cells.at(head.indexOf("Company") - head.length)))).toEqual(
    new Set(companies.map(({ name }) => name)),
  );
  // The acceptance of a document is due only after its delivery, which takes the service a few seconds.
  expect((await run(["status", "--all", "--month", "2026-06", ...all, "--watch", "--json"])).code).toBe(0);
  const due = jsonOf(await run(["due", ...all, "--acceptance-days", "0", "--check", "--json"]));
  expect(
    due.due
      ?.filter(({ kind }) => kind)
      .map(({ company }) => company)
      .sort(),
  ).toEqual(rows.map(({ Company }) => Company).sort());
  expect(due.companies).toEqual(sums);
  const steps = due.due?.find(({ company }) => company === oasis.name)?.todo as string[];
  expect(steps.join("\n")).toContain("--profile oasis");
});

test("status asks the service of each company; one whose token is refused is named, and shown as it was known", async () => {
  const { env, folder, home, provider, run, sheet } = await centre();
  expect((await run(["create-invoice", sheet("june.csv", rows), "--yes"])).code).toBe(0);
  provider.renew(oasis.id, "another-token", "alone");
  const ran = await run(["status", "--all", "--month", "2026-06", ...all, "--json"]);
  expect(ran.code).toBe(4);
  const { results = [], problems } = jsonOf(ran);
  expect(namesIn(results).sort()).toEqual(rows.map((row) => `${row["Invoice number"]} ${row.Company}`).sort());
  for (const row of results) expect(row.asked_now).toBe(row.company !== oasis.name);
  expect(problems.map(({ message }) => message.replace(/:.*/s, ""))).toEqual([oasis.name]);
  const terminal = new TerminalRun(["status", "--all", ...all], { home, cwd: folder, env, columns: 80 });
  expect(await terminal.ended()).toBe(4);
  const screen = terminal.lines().join("\n");
  for (const { name } of companies) expect(screen).toContain(name);
  expect(screen).toContain("selfbill login --profile oasis");
  const examined = await run(["doctor", ...all, "--json"]);
  expect(examined.code).toBe(4);
  const access = jsonOf(examined).checks?.filter(({ check }) => check === "access") ?? [];
  expect(access.map(({ company, state }) => [company, state])).toEqual([
    [acme.name, "ok"],
    [oasis.name, "error"],
    [palm.name, "ok"],
  ]);
});

/**
 * Sets up a service centre; also returns functions that set a profile's number series and send documents without a
 * number.
 */
async function withSeries() {
  const { folder, provider, run } = await centre();
  const send = async (company: CentreCompany, note: string) => {
    const { document_number: _, ...document } = invoice({ note, buyer_reference: note });
    writeFileSync(join(folder, `${note}.yaml`), writeYaml(document, "invoice"));
    return run(["create-invoice", `${note}.yaml`, "--company", company.name, "--yes", "--allow-similar"]);
  };
  const series = (company: CentreCompany, text: string, ...more: string[]) =>
    run(["profile", "set", company.profile, "--number-series", text, ...more]);
  return { folder, provider, run, send, series };
}

test("numbers shows the series and the gaps of each company, and a series that two of them used", async () => {
  const { folder, provider, run, send, series } = await withSeries();
  await series(acme, "A-{yyyy}-{000}");
  await series(palm, "P-{yyyy}-{000}");
  for (const note of ["a", "b"]) expect((await send(acme, note)).code).toBe(0);
  expect((await send(palm, "c")).code).toBe(0);
  provider.renew(palm.id, "another-token", "alone");
  expect((await send(palm, "d")).code).toBe(4);
  const told = jsonOf(await run(["numbers", ...all, "--all", "--json"]));
  expect(told.series?.map(({ company, last, gaps }) => [company, last, gaps])).toEqual([
    [acme.name, "A-2026-002", 0],
    [palm.name, "P-2026-002", 1],
  ]);
  expect(told.numbers?.map(({ company, number, state }) => `${number} ${company}: ${state}`)).toEqual([
    `A-2026-001 ${acme.name}: created`,
    `A-2026-002 ${acme.name}: created`,
    `P-2026-001 ${palm.name}: created`,
    `P-2026-002 ${palm.name}: not_created`,
  ]);
  // The number is used on a test system with its own numbering; then that system is declared to be the same service.
  const journal = unwrap(openJournal(join(folder, "home", "data", "journal.db")));
  const word = { former: "https://einvoice.example", now: "https://test.example", by: "amina" };
  unwrap(await journal.accounts.say({ ...word, are: "other" }));
  const numbering = { series: "A-2026-{000}", bodyWith: (number: string) => number };
  unwrap(await journal.begin(intent({ account: `${word.now} ${oasis.id}` }), { allowSimilar: false, numbering }));
  journal.close();
  await series(oasis, "none", "--base-url", word.now);
  const shared = await run(["numbers", ...all]);
  expect(shared.stderr).toContain(`A-2026-### gave numbers to several companies: ${acme.name}, ${oasis.name}.`);
});

test("a series that gave numbers to one company is refused to another: in its profile, in a list and when it sends", async () => {
  const { folder, run, send, series } = await withSeries();
  await series(acme, "A-{yyyy}-{000}");
  expect((await send(acme, "a")).code).toBe(0);
  await series(acme, "none");
  const said = `The series A-2026-### gave numbers to another company, ${acme.name} (acme)`;
  const set = await series(oasis, "A-{yyyy}-{0000}");
  expect([set.code, set.stderr]).toEqual([2, expect.stringContaining(said)]);
  writeFileSync(
    join(folder, "new.csv"),
    "Profile,Base URL,Business profile,Credit note series\nnew,https://einvoice.example,BP-NEW,A-2026-{000}\n",
  );
  const imported = await run(["profile", "import", "new.csv"]);
  expect([imported.code, imported.stderr]).toEqual([2, expect.stringContaining(`cell D2  bad-setting  ${said}`)]);
  // The series is set on a computer that cannot read the journal at that time.
  const elsewhere = { SELFBILL_JOURNAL: join(folder, "new-folder") };
  expect((await run(["profile", "set", "oasis", "--number-series", "A-{yyyy}-{000}"], elsewhere)).code).toBe(0);
  const sent = await send(oasis, "b");
  expect([sent.code, sent.stderr]).toEqual([24, expect.stringContaining("series-used  Nothing was sent")]);
  expect(sent.stderr).toContain(`profile set oasis --number-series "AB-{yyyy}-{00000}"`);
  expect((await series(oasis, "O-{yyyy}-{000}")).code).toBe(0);
  expect((await send(oasis, "b")).code).toBe(0);
  const told = jsonOf(await run(["numbers", ...all, "--all", "--json"]));
  expect(told.numbers?.map(({ number }) => number)).toEqual(["A-2026-001", "O-2026-001"]);
});

/** Sends one document per company, all with the same number; every answer is lost. */
async function withDoubts() {
  const made = await centre((answer) => async (request) => {
    const answered = await answer(request);
    return request.method === "POST" ? "lost" : answered;
  });
  const sent = made.sheet(
    "june.csv",
    companies.map(({ name }, at) => centreRow(name, "SB-1", `${100 + at}`)),
  );
  expect((await made.run(["create-invoice", sent, "--yes"])).code).toBe(23);
  return made;
}

const companiesIn = (found: readonly Row[] = []) => found.map(({ company }) => company);

test("resolve looks up what is in doubt of each company with its own token; one without a token is named", async () => {
  const { provider, run } = await withDoubts();
  const names = companies.map(({ name }) => name);
  const listed = await run(["resolve", ...all]);
  expect(listed.code).toBe(23);
  expect(listed.stdout.split("\n").map((line) => line.split("\t")[0])).toEqual(["Company", ...names, ""]);
  expect((await run(["logout", "--profile", "acme"])).code).toBe(0);
  expect((await run(["profile", "use", "palm"])).code).toBe(0);
  const checked = await run(["resolve", ...all, "--check", "--json"]);
  expect(checked.code).toBe(23);
  const { resolved, doubts, problems } = jsonOf(checked);
  expect(companiesIn(resolved)).toEqual([oasis.name, palm.name]);
  expect(companiesIn(doubts)).toEqual([acme.name]);
  for (const { company, created_id } of resolved ?? []) {
    const id = companies.find(({ name }) => name === company)?.id;
    expect(provider.ledger.find((each) => each.id === created_id)?.company).toBe(id);
  }
  expect(problems[0]).toMatchObject({
    message: expect.stringMatching(/^Acme Retail: .*token/),
    hint: expect.stringContaining("selfbill login --profile acme"),
  });
  // A decision is confirmed by the service of the document's company, which is not the current profile's.
  const login = ["login", "--profile", "acme", "--insecure-storage", "--with-token"];
  expect((await run(login, {}, acme.token)).code).toBe(0);
  const made = provider.ledger.find(({ company }) => company === acme.id)?.id ?? "";
  const other = provider.ledger.find(({ company }) => company === palm.id)?.id ?? "";
  const wrong = await run(["resolve", "SB-1", ...all, "--created", other]);
  expect(wrong.code).not.toBe(0);
  const decided = await run(["resolve", "SB-1", ...all, "--created", made, "--json"]);
  expect([decided.code, jsonOf(decided).problems]).toEqual([0, []]);
  expect(companiesIn(jsonOf(decided).resolved)).toEqual([acme.name]);
  const nothing = await run(["resolve", ...all, "--check"]);
  expect([nothing.code, nothing.stdout.trimEnd().split("\n").length, nothing.stderr]).toEqual([0, 1, ""]);
});

test("a document in doubt of an account that no profile has is counted beside those of all companies", async () => {
  const { run } = await withDoubts();
  expect((await run(["profile", "set", "palm", "--business-profile", "BP-NEW"])).code).toBe(0);
  const listed = await run(["resolve", ...all, "--json"]);
  expect(companiesIn(jsonOf(listed).doubts)).toEqual([acme.name, oasis.name]);
  expect((await run(["resolve", ...all])).stderr).toContain("1 more document is in doubt");
  expect((await run(["resolve", ...all, "--check"])).code).toBe(0);
  expect((await run(["resolve"])).code).toBe(23);
});

test("acceptance-list has the documents of all companies, and a letter of each company to each supplier", async () => {
  const { folder, run, sheet } = await centre();
  expect((await run(["create-invoice", sheet("june.csv", rows), "--yes"])).code).toBe(0);
  const list = ["suppliers", "acceptance-list", ...all];
  const told = jsonOf(await run([...list, "--json"]));
  expect(namesIn(told.documents)).toEqual(rows.map((row) => `${row["Invoice number"]} ${row.Company}`));
  expect(told.companies).toEqual(sums);
  expect((await run([...list, "--html", "letters"])).code).toBe(0);
  const letters = readdirSync(join(folder, "letters")).sort();
  expect(letters.map((name) => name.split("_")[0])).toEqual(["Acme", "Oasis", "Palm"]);
  expect(readFileSync(join(folder, "letters", letters[1] ?? ""), "utf8")).not.toContain("SB-2");
  expect((await run([...list, "--out", "answers.csv"])).code).toBe(0);
  const [head = "", ...lines] = readFileSync(join(folder, "answers.csv"), "utf8").trimEnd().split(/\r?\n/);
  expect(head.split(",").at(-1)).toBe("Company");
  const answer = head.split(",").indexOf("Answer");
  const filled = lines.map((line) => {
    const cells = line.split(",");
    return [...cells.slice(0, answer), line.includes(oasis.name) ? "accepted" : "", ...cells.slice(answer + 1)].join(
      ",",
    );
  });
  writeFileSync(join(folder, "answers.csv"), [head, ...filled].join("\n"));
  const day = "2026-06-30";
  const accepted = await run(["suppliers", "accept", "--file", "answers.csv", "--on", day, "--by", "mail"]);
  expect([accepted.code, accepted.stderr]).toEqual([0, expect.anything()]);
  expect(companiesIn(jsonOf(await run([...list, "--json"])).documents)).not.toContain(oasis.name);
  const wrong = await run(["suppliers", "accept", "SB-1", ...all]);
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining("--all-companies belongs to")]);
});

test("one company, practice and a variable that names a company are refused beside all companies", async () => {
  const { run } = await centre();
  const wrong: (readonly [readonly string[], string, Record<string, string>?])[] = [
    [["--profile", "acme"], "a single company"],
    [["--company", oasis.name], "a single company"],
    [["--sandbox"], "Practice has a company of its own"],
    [[], "SELFBILL_BUSINESS_PROFILE_ID names one for all of them", { SELFBILL_BUSINESS_PROFILE_ID: acme.id }],
  ];
  for (const [more, says, environment] of wrong) {
    const ran = await run(["list", ...all, ...more], environment);
    expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining(says)]);
  }
  expect((await run(["due", "SB-1", ...all])).stderr).toContain("--company NAME");
  const ofOne = await run(["status", "SB-1", ...all]);
  expect([ofOne.code, ofOne.stderr]).toEqual([2, expect.stringContaining("--all-companies cannot be used with ids")]);
});

test("with one company in the settings the option adds the column", async () => {
  const { run, sheet } = await centre((answer) => answer, undefined, [acme]);
  expect((await run(["create-invoice", sheet("june.csv", rows.slice(0, 2)), "--yes"])).code).toBe(0);
  const listed = jsonOf(await run(["list", "--all", ...all, "--json"]));
  expect(namesIn(listed.documents)).toEqual([`SB-1 ${acme.name}`, `SB-2 ${acme.name}`]);
  expect(listed.companies).toEqual([sums[0]]);
});
