import { describe, expect, test } from "vitest";
import { allRules, buyerRules } from "../../src/check/index.ts";
import type { SelfBilledDocument } from "../../src/document/index.ts";
import { writeYaml } from "../../src/read/index.ts";
import { toXml } from "../../src/ubl/index.ts";
import { inDollars, invoice, line, palmLedger } from "../support/documents.ts";
import { remove } from "../support/edit-tree.ts";
import { elementsOf } from "../support/elements-of.ts";
import { treeOf } from "../support/rule-cases.ts";
import { runValidate as run } from "../support/run-validate.ts";
import { testFiles } from "../support/test-files.ts";

const { file, place } = testFiles();

const yaml = (document: SelfBilledDocument): string => writeYaml(document, "invoice");
/** An XML invoice without its issue date; only in XML does a rule report that the date is missing. */
function undated(): string {
  const root = treeOf(invoice());
  remove(root, "cbc:IssueDate");
  return toXml(root);
}
const withoutPeriod = invoice({ profile_execution_id: "00010000" });
const withoutTime = invoice({ due_date: "2026-13-01" });

const jsonLines = (out: string) =>
  out
    .trimEnd()
    .split("\n")
    .map((each) => JSON.parse(each));

describe("what files come to", () => {
  test.each([
    ["one right file", ["right.yaml"], "done"],
    ["right files of all kinds", ["right.yaml", "right.json", "right.xml"], "done"],
    ["wrong files only", ["wrong.yaml", "undated.xml"], "invalid"],
    ["a right one and a wrong one", ["right.xml", "undated.xml"], "partial"],
    ["a file that is not there", ["gone.yaml"], "invalid"],
    ["a right one and one that is not there", ["right.yaml", "gone.yaml"], "partial"],
    ["no file", [], "usage"],
    ["a pattern that nothing fits", ["*.csv"], "usage"],
  ])("%s", async (_, names, outcome) => {
    file("right.yaml", yaml(invoice()));
    file("right.json", JSON.stringify(invoice()));
    file("right.xml", toXml(treeOf(invoice())));
    file("wrong.yaml", yaml(withoutTime));
    file("undated.xml", undated());
    const { report } = await run(names.map(place));
    expect(report.outcome).toBe(outcome);
  });

  test("two documents with one number are told, two copies of a document are not", async () => {
    const own = invoice({ document_number: "SB-7" });
    const [a, b, c] = [
      file("a.yaml", yaml(own)),
      file("b.yaml", yaml(own)),
      file("c.yaml", yaml({ ...own, note: "another" })),
    ];
    const { out, report } = await run([a, b, c], { format: "jsonl" });
    expect(report.outcome).toBe("done");
    expect(jsonLines(out).map(({ findings }) => findings.map((each: { id: string }) => each.id))).toEqual([
      [],
      [],
      ["number-taken"],
    ]);
  });

  test("of a folder what belongs to other programs is passed over and counted; named outright it is checked", async () => {
    file("ci/document.yaml", yaml(invoice()));
    const ci = file("ci/pipeline.yml", "stages:\n  - build\nvariables:\n  name: x\n");
    const { report, desk } = await run([place("ci")]);
    expect(report.outcome).toBe("done");
    expect(desk.said.join("\n")).toContain("1 file of the folders is not a document and was skipped");
    expect((await run([ci])).report.outcome).toBe("invalid");
    file("other/pipeline.yml", "stages: []\n");
    const nothing = await run([place("other")]);
    expect([nothing.report.outcome, nothing.desk.said.join("\n")]).toEqual([
      "usage",
      expect.stringContaining("No document was found, so nothing was checked."),
    ]);
  });

  test("a credit note without its reason is checked as a credit note, and says how to say otherwise", async () => {
    const {
      invoice_type_code: _,
      payment_means: __,
      due_date: ___,
      ...note
    } = invoice({
      billing_reference: [{ id: "SB-1", issue_date: "2026-06-01" }],
    });
    const { out } = await run([file("note.yaml", yaml(note))], { format: "jsonl" });
    const [found] = jsonLines(out)[0].findings;
    expect(found).toMatchObject({
      path: "discrepancy_response",
      hint: expect.stringContaining("invoice_type_code: 389"),
    });
  });

  test("a supplier abroad with an emirate or a TRN, and a date far ahead, are warnings", async () => {
    const supplier = invoice().accounting_supplier_party;
    const abroad = {
      ...supplier,
      postal_address: { ...supplier?.postal_address, country: "Oman", country_code: "OM", country_subentity: "DXB" },
    };
    const { out } = await run(
      [file("oman.yaml", yaml(invoice({ accounting_supplier_party: abroad, issue_date: "2062-06-15" })))],
      { format: "jsonl" },
    );
    const texts = jsonLines(out)[0]
      .findings.map((each: { text: string }) => each.text)
      .join("\n");
    expect(texts).toContain("The supplier's country is Oman (OM), and its region is the emirate Dubai (DXB).");
    expect(texts).toContain("it has a TRN of the UAE");
    expect(texts).toContain("The issue date 2062-06-15 is in the future");
  });

  test("standard input may be a document or XML", async () => {
    expect((await run(["-"], {}, { input: yaml(invoice()) })).report.outcome).toBe("done");
    const { out, report } = await run(["-"], {}, { input: undated() });
    expect(report.outcome).toBe("invalid");
    expect(out).toContain("-:2:1  IBR-003  ");
  });

  test("warnings alone are no failure, and --strict makes them one", async () => {
    const odd = file("odd.yaml", `${yaml(invoice())}issue_dat: "2026-06-15"\n`);
    const lenient = await run([odd], { format: "jsonl" });
    expect(lenient.report.outcome).toBe("done");
    expect(jsonLines(lenient.out)[0]).toMatchObject({ ok: true, findings: [{ id: "unknown-field", flag: "warning" }] });
    const strict = await run([odd], { format: "jsonl", strict: true, all: false });
    expect(strict.report.outcome).toBe("invalid");
    expect(jsonLines(strict.out)[0]).toMatchObject({ ok: false, findings: [{ id: "unknown-field", flag: "fatal" }] });
  });

  test("nobody reads any more: the rest is not checked, and that is no success", async () => {
    const words = ["a.yaml", "b.yaml", "c.yaml"].map((name) => file(name, yaml(withoutTime)));
    const { desk, report } = await run(words, { format: "jsonl" }, { heard: 2 });
    expect(report.outcome).toBe("interrupted");
    expect(desk.pieces.filter((piece) => piece.startsWith("{"))).toHaveLength(1);
  });
});

describe("the rules asked", () => {
  test("--rules narrows, in any case of letters, and leaves the fields checked", async () => {
    const root = treeOf(withoutPeriod);
    remove(root, "cbc:IssueDate");
    const both = file("both.xml", toXml(root));
    const ids = async (rules: string[]) =>
      jsonLines((await run([both], { format: "jsonl", rules })).out)[0].findings.map(({ id }: { id: string }) => id);
    expect(await ids([])).toEqual(["IBR-003", "IBR-138-AE"]);
    expect(await ids(["ibr-138-ae"])).toEqual(["IBR-138-AE"]);
    expect(await ids(["-IBR-138-AE"])).toEqual(["IBR-003"]);
    expect(await ids(["-IBR-003, -ibr-138-ae"])).toEqual([]);
    const field = file("field.yaml", yaml(withoutTime));
    expect((await run([field], { rules: ["IBR-003"] })).out).toContain("wrong-value");
  });

  test.each([
    [["IBR-138-EA"], "There is no rule IBR-138-EA.", "Did you mean IBR-138-AE?"],
    [["missing-field"], "There is no rule MISSING-FIELD.", "The fields of a document are always checked."],
    [["IBR-003,-IBR-003"], "--rules leaves no rule to ask.", "Name rules to ask, or rules to leave out."],
  ])("--rules %s is refused", async (rules, message, hint) => {
    const { report } = await run([file("right.yaml", yaml(invoice()))], { rules });
    expect(report.outcome).toBe("usage");
    expect(report.problems).toMatchObject([{ message, hint }]);
  });

  test("--rules-edition judges by another edition, named in the verdict with a hash of its own", async () => {
    const foreign = file("dollars.yaml", yaml(invoice(inDollars)));
    const verdict = async (rulesEdition?: string) => {
      const { out, report } = await run([foreign], { format: "jsonl", rulesEdition });
      const { findings, rule_set: rules } = jsonLines(out)[0];
      return { outcome: report.outcome, ids: findings.map(({ id }: { id: string }) => id), ...rules };
    };
    const today = await verdict();
    const before = await verdict("1.0.3");
    expect(today).toMatchObject({ outcome: "done", ids: [], edition: "1.0.4" });
    expect(before).toMatchObject({ outcome: "invalid", edition: "1.0.3" });
    expect(new Set(before.ids)).toEqual(new Set(["IBR-126"]));
    expect(before.hash).not.toBe(today.hash);
  });

  test("--rules-edition by-date takes the edition in force on the issue date, of XML too", async () => {
    const on = (issue_date: string) => invoice({ ...inDollars, issue_date });
    const files = [
      file("a.yaml", yaml(on("2026-05-27"))),
      file("b.xml", toXml(treeOf(on("2026-05-28")))),
      file("c.xml", toXml(treeOf(on("2026-01-02")))),
      file("d.xml", undated()),
    ];
    const { out, desk } = await run(files, { format: "json", rulesEdition: "by-date" });
    const editions = JSON.parse(out).results.map((each: { rule_set: { edition: string } }) => each.rule_set.edition);
    expect(editions).toEqual(["1.0.3", "1.0.4", "1.0.2", "1.0.4"]);
    expect((await run(files, { rulesEdition: "by-date" })).desk.said.join("")).toContain("1.0.2, 1.0.3, 1.0.4");
    expect(desk.said).toEqual([]);
  });

  test("an edition that is not known is refused, with those that are", async () => {
    const { report } = await run([file("right.yaml", yaml(invoice()))], { rulesEdition: "1.0.9" });
    expect(report.outcome).toBe("usage");
    expect(report.problems[0]?.hint).toContain("1.0.2, 1.0.3, 1.0.4");
  });

  test("the rule set's hash stays while the rules are the same, and differs with the rules asked", async () => {
    const right = file("right.yaml", yaml(invoice()));
    const hash = async (rules: string[]) =>
      jsonLines((await run([right], { format: "jsonl", rules })).out)[0].rule_set.hash;
    expect(await hash([])).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(await hash([])).toBe(await hash([]));
    expect(await hash(["-IBR-138-AE"])).not.toBe(await hash([]));
  });
});

describe("the buyer", () => {
  test("unknown: the rules about it are named as not checked, for documents and not for XML", async () => {
    const words = [file("a.yaml", yaml(invoice())), file("b.xml", toXml(treeOf(invoice())))];
    const { out } = await run(words, { format: "jsonl" });
    const asked = allRules.filter(({ id, unreachable }) => buyerRules.has(id) && unreachable === undefined);
    expect(jsonLines(out).map((each) => each.not_checked)).toEqual([asked.map(({ id }) => id), []]);
    const short = (await run(words)).desk.said.join("");
    expect(short).toBe(
      `✓ All 2 files are valid. Rules: PINT AE self-billing 1.0.4 without ${asked.length} on the buyer.\n`,
    );
    const long = (await run(words, { verbose: true })).desk.said.join("");
    expect(long).toContain(short);
    expect(long).toContain("Not checked, because the buyer is not known");
    for (const { id } of asked) expect(long).toMatch(new RegExp(`\\b${id}\\b`));
  });

  test("known: its party is judged too", async () => {
    const words = [file("a.yaml", yaml(invoice()))];
    const { desk } = await run(words, { verbose: true }, { buyer: palmLedger });
    expect(desk.said.join("")).toBe("✓ The file is valid. Rules: PINT AE self-billing 1.0.4.\n");
    const right = await run(words, { format: "jsonl" }, { buyer: palmLedger });
    expect(jsonLines(right.out)[0]).toMatchObject({ ok: true, findings: [], not_checked: [] });
    const { name: _, party_name: __, ...nameless } = palmLedger;
    const wrong = await run(words, { format: "jsonl" }, { buyer: nameless });
    expect(jsonLines(wrong.out)[0].findings).toContainEqual(expect.objectContaining({ id: "IBR-007" }));
  });

  test("a profile that was asked for and is not there is a problem", async () => {
    const { report } = await run([file("a.yaml", yaml(invoice()))], { profile: "yours" });
    expect(report).toMatchObject({ outcome: "usage", problems: [{ code: "no-profile" }] });
  });
});

describe("formats", () => {
  test("text: place, code and sentence; the line; the hint; nothing of right files", async () => {
    const wrong = file("wrong.xml", toXml(treeOf(withoutPeriod)));
    const { out, desk } = await run([file("right.yaml", yaml(invoice())), wrong], {}, { buyer: palmLedger });
    const at =
      toXml(treeOf(withoutPeriod))
        .split("\n")
        .findIndex((each) => each.includes("ProfileExecutionID")) + 1;
    expect(out).toBe(
      [
        `${wrong}:${at}:3  IBR-138-AE  A summary invoice must state its invoicing period.`,
        `    ${at} |   <cbc:ProfileExecutionID>00010000</cbc:ProfileExecutionID>`,
        "      → Add invoice_period or, if it is not a summary invoice, set the fourth digit of profile_execution_id to 0.",
        "",
      ].join("\n"),
    );
    expect(desk.said.join("")).toBe(
      "✗ 2 files: 1 valid, 1 with errors (1 error).\n  Rules: PINT AE self-billing 1.0.4.\n",
    );
  });

  test("findings come in the order of the file", async () => {
    const lines = [line({ quantity: "x" }), line({ unit_code: "NOPE" }), line({ quantity: "y" })];
    const { out } = await run([file("wrong.yaml", yaml(invoice({ document_lines: lines })))], { format: "jsonl" });
    const found = jsonLines(out)[0].findings.map((each: { line: number }) => each.line);
    expect(found).toHaveLength(3);
    expect(found).toEqual([...found].sort((a, b) => a - b));
  });

  test("jsonl: one line a document with exactly these members", async () => {
    const words = [file("a.yaml", yaml(withoutPeriod)), file("b.yaml", "x: [")];
    const { out } = await run(words, { format: "jsonl" }, { buyer: palmLedger });
    const [first, second] = jsonLines(out);
    expect(Object.keys(first)).toEqual(["file", "ok", "findings", "not_checked", "rule_set"]);
    expect(first).toMatchObject({ file: words[0], ok: false, not_checked: [] });
    const members = ["id", "flag", "line", "column", "path", "location", "text", "hint", "fix"];
    expect(Object.keys(first.findings[0])).toEqual(members);
    expect(second).toMatchObject({ ok: false, findings: [{ id: "bad-syntax", line: 1 }] });
    expect(second.not_checked).toContain("IBR-003");
  });

  test("json: one document, also for --json, with summary and outcome", async () => {
    const words = [file("a.yaml", yaml(invoice())), file("b.xml", undated())];
    const { out } = await run(words, {}, { asJson: true, buyer: palmLedger });
    const answer = JSON.parse(out);
    expect(answer).toMatchObject({
      schema: "selfbill/1",
      outcome: "partial",
      rule_set: { version: expect.stringContaining("1.0.4") },
      results: [{ ok: true }, { ok: false, findings: [{ id: "IBR-003", location: "/Invoice" }] }],
      summary: { files: 2, failing: 1, errors: 1, warnings: 0 },
      problems: [],
    });
    expect(JSON.parse((await run(words, { format: "json" })).out).outcome).toBe("partial");
  });

  test("--json goes with no other format", async () => {
    const { report } = await run(["a.yaml"], { format: "junit" }, { asJson: true });
    expect(report.outcome).toBe("usage");
  });

  test("junit: well-formed, one case a document, counts that agree, strange texts and all", async () => {
    const odd = file("odd & <b>.yaml", `${yaml(withoutTime)}"x\\u0001]]>": "1"\n`);
    const { out } = await run([odd, file("b.xml", undated()), file("c.xml", toXml(treeOf(invoice())))], {
      format: "junit",
    });
    const elements = elementsOf(out);
    const suites = elements.filter(({ name }) => name === "testsuite");
    expect(suites.map(({ attributes }) => [attributes.id, attributes.tests, attributes.failures])).toEqual([
      ["0", "1", "1"],
      ["1", "1", "1"],
      ["2", "1", "0"],
    ]);
    expect(elements.filter(({ name }) => name === "failure")).toHaveLength(2);
    expect(out.match(/ time="\d+\.\d{3}"/g)).toHaveLength(6);
    expect(out).toContain("rule_set.hash");
  });

  test("junit: no more and no less than the schemas of Ant and of Jenkins both take", async () => {
    const { out } = await run([file("a.yaml", yaml(withoutTime)), file("b.xml", undated())], { format: "junit" });
    const counts = ["tests", "failures", "errors", "skipped", "time"];
    const allowed: Record<string, { attributes: string[]; inside: string[] }> = {
      testsuites: { attributes: [], inside: ["testsuite", "testsuite"] },
      testsuite: {
        attributes: ["name", "id", "package", "timestamp", "hostname", ...counts],
        inside: ["properties", "testcase", "system-out", "system-err"],
      },
      properties: { attributes: [], inside: ["property", "property"] },
      property: { attributes: ["name", "value"], inside: [] },
      testcase: { attributes: ["name", "classname", "time"], inside: ["failure"] },
      failure: { attributes: ["type", "message"], inside: [] },
      "system-out": { attributes: [], inside: [] },
      "system-err": { attributes: [], inside: [] },
    };
    for (const { name, attributes, inside } of elementsOf(out)) {
      expect([name, Object.keys(attributes)]).toEqual([name, allowed[name]?.attributes]);
      expect([name, inside]).toEqual([name, allowed[name]?.inside]);
    }
    expect(out).toMatch(/ timestamp="\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d" /);
  });

  test("sarif: 2.1.0, every result's rule is described, places are 1-based, names are URIs", async () => {
    const blank = file("my march.xml", undated());
    const { out } = await run([blank, file("b.yaml", yaml(withoutTime))], { format: "sarif" });
    const log = JSON.parse(out);
    const [{ tool, results, invocations }] = log.runs;
    expect(log.version).toBe("2.1.0");
    expect(tool.driver).toMatchObject({ version: "0.1.0", informationUri: expect.stringMatching(/^https:/) });
    for (const { locations } of results) {
      // The reference validator requires a context region to be larger than the region that it surrounds.
      const { region, contextRegion } = locations[0].physicalLocation;
      if (contextRegion !== undefined) expect(region.startColumn).toBeGreaterThan(1);
      else expect(region?.snippet?.text).toEqual(expect.any(String));
    }
    expect(tool.driver.properties.ruleSetHash).toMatch(/^sha256:/);
    for (const { ruleId, ruleIndex } of results) expect(tool.driver.rules[ruleIndex].id).toBe(ruleId);
    expect(results[0]).toMatchObject({
      ruleId: "IBR-003",
      level: "error",
      locations: [{ physicalLocation: { region: { startLine: 2, startColumn: 1 } } }],
    });
    expect(results[0].locations[0].physicalLocation.artifactLocation.uri).toMatch(/my%20march\.xml$/);
    expect(invocations[0].toolConfigurationNotifications[0].message.text).toContain("IBR-007");
  });

  test("sarif: what is found of a whole file stands at its first line", async () => {
    const { out } = await run([file("empty.yaml", "")], { format: "sarif" });
    const [{ locations }] = JSON.parse(out).runs[0].results;
    expect(locations[0].physicalLocation.region).toEqual({ startLine: 1 });
  });

  test("github: ten annotations of a kind, the rest as lines, and the number of those", async () => {
    const words = Array.from({ length: 12 }, (_, index) => file(`${index}.xml`, undated()));
    const { out } = await run(words, { format: "github" });
    const lines = out.trimEnd().split("\n");
    expect(lines.filter((each) => each.startsWith("::error "))).toHaveLength(10);
    expect(lines.filter((each) => each.startsWith("error "))).toHaveLength(2);
    expect(lines.at(-1)).toMatch(/^::notice title=selfbill validate::0 of 12 files are valid\.%0A2 more findings/);
    expect(lines[0]).toMatch(/,line=2,col=1,title=IBR-003::The document must have an issue date\.%0A→ /);
  });
});
