import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { validate } from "../../src/commands/validate.ts";
import type { SelfBilledDocument } from "../../src/document/index.ts";
import { check, readDocument } from "../../src/library/index.ts";
import { prepare, type Sendable } from "../../src/prepare/index.ts";
import { writeYaml } from "../../src/read/index.ts";
import { intentOf } from "../../src/submit/index.ts";
import { invoice } from "../support/documents.ts";
import { createdResult } from "../support/intents.ts";
import { type Given, runCommand } from "../support/run-command.ts";
import { runValidate as run } from "../support/run-validate.ts";
import type { ServiceDesk } from "../support/service-desk.ts";
import { plain, shop } from "../support/shop.ts";
import { testFiles } from "../support/test-files.ts";

const { file } = testFiles();

/** An invoice with one value changed. */
function withValue(path: string, value: string): SelfBilledDocument {
  const document = structuredClone(invoice());
  const steps = path.split(/[.[\]]+/).filter((step) => step !== "");
  let at = document as Record<string, unknown>;
  for (const step of steps.slice(0, -1)) {
    at[step] ??= {};
    at = at[step] as Record<string, unknown>;
  }
  at[steps.at(-1) as string] = value;
  return document;
}

const supplier = "accounting_supplier_party";

/** Each kind of value with one meaning: where it is, what was written, what is meant. */
const safe: ReadonlyArray<readonly [path: string, from: string, to: string]> = [
  ["issue_date", "15/06/2026", "2026-06-15"],
  ["due_date", "25 Dec 2026", "2026-12-25"],
  ["due_date", "Sept 5, 2026", "2026-09-05"],
  ["due_date", "٢٥/١٢/٢٠٢٦", "2026-12-25"],
  ["due_date", "2026-7-5", "2026-07-05"],
  ["issue_date", " 2026-06-15 ", "2026-06-15"],
  ["issue_time", "10:30:00 ", "10:30:00"],
  ["document_currency_code", "aed", "AED"],
  ["document_currency_code", "AED ", "AED"],
  ["document_currency_code", "UAE dirham", "AED"],
  ["document_lines[0].unit_code", "boxes", "XBX"],
  ["document_lines[0].unit_code", "kg", "KGM"],
  ["document_lines[0].commodity_classification.commodity_code", "goods", "G"],
  ["payment_means[0].payment_means_code", "bank transfer", "30"],
  [`${supplier}.postal_address.country_code`, "United Arab Emirates", "AE"],
  [`${supplier}.postal_address.country_code`, "ae", "AE"],
  [`${supplier}.postal_address.country_subentity`, "Dubai", "DXB"],
  [`${supplier}.email`, "billing@desertlime.example ", "billing@desertlime.example"],
  [`${supplier}.party_tax_scheme.tax_scheme`, "vat", "VAT"],
];

/** One meaning, but money, tax, a party or an account depends on it, or the meaning is a guess. */
const unsafe: typeof safe = [
  ["document_lines[0].price.base_amount", "1,250.00", "1250.00"],
  ["document_lines[0].quantity", "٤٠", "40"],
  ["document_lines[0].quantity", " 40", "40"],
  ["document_lines[0].classified_tax_category.id", "s", "S"],
  ["document_lines[0].classified_tax_category.id", "standard rate", "S"],
  ["document_lines[0].classified_tax_category.percent", "5%", "5"],
  ["document_lines[0].unit_code", "kgs", "KGM"],
  ["document_currency_code", "$", "USD"],
  ["due_date", "25 Junuary 2026", "2026-06-25"],
  ["profile_execution_id", " 00000000", "00000000"],
  ["due_date", "25/06/2026 12:00Z", "2026-06-25"],
  ["due_date", "32/06/15", "2032-06-15"],
  ["document_lines[0].unit_code", "ct", "CTM"],
  [`${supplier}.tin`, "100 2345 674", "1002345674"],
  [`${supplier}.party_tax_scheme.company_id`, "100-2345-6740-0003", "100234567400003"],
  ["seller_supplier_party.id", "100555666500003 ", "100555666500003"],
];

/** Two meanings, none, or one that is wrong as well. */
const none: ReadonlyArray<readonly [path: string, from: string]> = [
  ["due_date", "03/04/2026"],
  ["due_date", "31/06/2026"],
  ["due_date", "25/06/1447"],
  ["due_date", "31/12/26"],
  ["due_date", "2026-06-15T22:00:00.000+0000"],
  [`${supplier}.email`, "first last@desert-lime.example"],
  ["document_currency_code", "dollar"],
  ["document_lines[0].unit_code", "some"],
  ["document_lines[0].quantity", "1,250"],
  ["document_lines[0].quantity", "1e3"],
  ["document_lines[0].quantity", "-4"],
  [`${supplier}.party_tax_scheme.company_id`, "1002345674000"],
  [`${supplier}.postal_address.country_subentity`, "Muscat"],
];

describe("a finding says the value that is meant", () => {
  const fixesAt = async (path: string, written: string) => {
    const { out } = await run([file("a.yaml", written)], { format: "json" });
    const found = JSON.parse(out).results[0].findings.filter((each: { path: string }) => each.path === path);
    expect(found).toHaveLength(1);
    return found[0].fix;
  };
  test.each([...safe.map((each) => [...each, true] as const), ...unsafe.map((each) => [...each, false] as const)])(
    "%s: %j is %j (safe: %s)",
    async (path, from, to, isSafe) => {
      expect(await fixesAt(path, writeYaml(withValue(path, from), "invoice"))).toEqual({
        safe: isSafe,
        edits: [{ path, from, to }],
      });
      const { findings } = check(withValue(path, from));
      expect(findings.find((each) => each.path === path)?.fix).toEqual({ safe: isSafe, edits: [{ path, from, to }] });
      expect(check(withValue(path, to)).findings.filter((each) => each.path === path && each.fix)).toEqual([]);
    },
  );

  test.each(none)("%s: of %j it says none", async (path, from) => {
    expect(await fixesAt(path, writeYaml(withValue(path, from), "invoice"))).toBeNull();
  });

  test("what the library read from text has it, too", () => {
    const read = readDocument("issue_date: 15/06/2026\n");
    const found = read.ok ? check(read.value).findings : [];
    expect(found.find(({ path }) => path === "issue_date")).toMatchObject({
      line: 1,
      fix: { safe: true, edits: [{ path: "issue_date", from: "15/06/2026", to: "2026-06-15" }] },
    });
  });

  test("a value that stands in another place than the file is not said", async () => {
    const document = { ...invoice(), document_currency_code: "usd" };
    const path = file("a.yaml", writeYaml(document, "invoice"));
    const { out } = await run([path], { format: "json", exchangeRate: ["3.6725"] });
    const fixed = JSON.parse(out).results[0].findings.flatMap((each: { path: string; fix: unknown }) =>
      each.fix ? [each.path] : [],
    );
    expect(fixed).toEqual(["document_currency_code"]);
  });

  test("in SARIF a safe one replaces the value inside its quotes", async () => {
    const path = file(
      "a.yaml",
      writeYaml(invoice({ document_currency_code: "aed", issue_date: "15/06/2026" }), "invoice")
        .replace('"15/06/2026"', "15/06/2026")
        .replace("quantity: 40", 'quantity: "4 0"'),
    );
    const { out } = await run([path], { format: "sarif" });
    const results: { fixes?: { artifactChanges: { replacements: unknown }[] }[] }[] = JSON.parse(out).runs[0].results;
    expect(results.map(({ fixes }) => fixes?.[0]?.artifactChanges[0]?.replacements)).toEqual([
      [{ deletedRegion: { startLine: 2, startColumn: 13, endColumn: 23 }, insertedContent: { text: "2026-06-15" } }],
      [{ deletedRegion: { startLine: 4, startColumn: 25, endColumn: 28 }, insertedContent: { text: "AED" } }],
      undefined,
    ]);
  });

  test("in SARIF a value in a group of its own is not replaced: its text would need quotes", async () => {
    const text = writeYaml(invoice(), "invoice").replace(/- name: .*/, '- name: {"value":"Laying: tiles"}');
    const { out } = await run([file("a.yaml", text)], { format: "sarif" });
    expect(JSON.parse(out).runs[0].results.map((each: { fixes?: unknown }) => each.fixes)).toEqual([undefined]);
  });

  test("in SARIF a JSON number is not replaced by a text without quotes", async () => {
    const document = JSON.stringify(invoice({ issue_date: "15/06/2026", due_date: "20261225" }), undefined, 1);
    const { out } = await run([file("a.json", document.replace('"20261225"', "20261225"))], { format: "sarif" });
    expect(JSON.parse(out).runs[0].results.map((each: { fixes?: unknown }) => each.fixes !== undefined)).toEqual([
      true,
      false,
    ]);
  });
});

describe("--fix", () => {
  /** Runs at a desk with real files and a real journal, in practice. */
  const fixing = async (desk: ServiceDesk, words: string[], options: Given<typeof validate> = {}) => {
    desk.written.length = 0;
    const report = await runCommand(validate, desk, words, { fix: true, ...options });
    return { report, out: desk.written.join("") };
  };

  test.each(safe)("%s: %j becomes %j, in YAML and JSON, and nothing else", async (path, from, to) => {
    const { desk } = await shop();
    for (const [name, write] of [
      ["a.yaml", (document: SelfBilledDocument) => `# kept\r\n${writeYaml(document, "invoice")}# end`],
      ["a.json", (document: SelfBilledDocument) => JSON.stringify(document, undefined, 3)],
    ] as const) {
      const before = desk.file(name, write(withValue(path, from)));
      const { report } = await fixing(desk, [before]);
      const wanted = write(withValue(path, to));
      const written = readFileSync(before, "utf8");
      expect(name === "a.json" ? written : written.replaceAll(/["']/g, "")).toBe(
        name === "a.json" ? wanted : wanted.replaceAll(/["']/g, ""),
      );
      expect(report.outcome).toBe("done");
    }
  });

  test.each(unsafe)("%s: %j becomes %j only with --unsafe", async (path, from, to) => {
    const { desk } = await shop();
    const written = desk.file("a.json", JSON.stringify(withValue(path, from)));
    await fixing(desk, [written]);
    expect(JSON.parse(readFileSync(written, "utf8"))).toEqual(withValue(path, from));
    await fixing(desk, [written], { unsafe: true });
    const after = JSON.parse(readFileSync(written, "utf8"));
    // A document in another currency needs the tax currency as well, and it is always the same.
    if (to === "USD") delete after.tax_currency_code;
    expect(after).toEqual(withValue(path, to));
  });

  test("of every template one value is replaced and every other byte stays", async () => {
    const { desk } = await shop();
    const templates = readdirSync("templates").filter((name) => /\.yaml$/.test(name));
    expect(templates.length).toBeGreaterThan(10);
    for (const name of templates) {
      const own = readFileSync(join("templates", name), "utf8");
      for (const [form, slash] of [
        [
          own.replace(/^(issue_date: *"?)(\d{4})-(\d\d)-(\d\d)/m, "$1$2/$3/$4"),
          /^(issue_date: *"?)(\d{4})\/(\d\d)\/(\d\d)/m,
        ],
        [own.replaceAll("\n", "\r\n").replace(/unit_code: *"?H87/, (code) => code.replace("H87", "h87")), /h87/],
      ] as const) {
        const path = desk.file(name, `\uFEFF${form}`);
        await fixing(desk, [path]);
        const after = readFileSync(path, "utf8");
        expect(after, name).toBe(
          `\uFEFF${form}`.replace(slash, (all, ...parts) =>
            all === "h87" ? "H87" : `${parts[0]}${parts[1]}-${parts[2]}-${parts[3]}`,
          ),
        );
      }
    }
  });

  test("quotes, comments and braces stay", async () => {
    const { desk } = await shop();
    const text = writeYaml(invoice(), "invoice")
      .replace(/issue_date: .*/, "issue_date:   15/06/2026   # the day")
      .replace(/due_date: .*/, "due_date: '15/07/2026'")
      .replace(/document_currency_code: .*/, 'document_currency_code: "a\\u0065d" # escaped');
    const path = desk.file("a.yaml", text);
    const { report, out } = await fixing(desk, [path], { format: "json" });
    expect(readFileSync(path, "utf8")).toBe(
      text.replace("15/06/2026", "2026-06-15").replace("15/07/2026", "2026-07-15").replace("a\\u0065d", "AED"),
    );
    expect(report.outcome).toBe("done");
    expect(JSON.parse(out).results[0]).toMatchObject({
      ok: true,
      fixed: [
        { path: "issue_date", from: "15/06/2026", to: "2026-06-15" },
        { path: "document_currency_code" },
        { path: "due_date" },
      ],
    });
    expect(desk.said.join("\n")).toContain(`${path}:2 issue_date: 15/06/2026 → 2026-06-15`);
  });

  test("what a corrected value lets be judged is corrected as well; the exit code is that of the end", async () => {
    const { desk } = await shop();
    const document = withValue(`${supplier}.postal_address.country_code`, "uae") as unknown as {
      accounting_supplier_party: { postal_address: Record<string, string> };
    };
    document.accounting_supplier_party.postal_address.country_subentity = "Dubai";
    const path = desk.file("a.json", JSON.stringify(document));
    const { report } = await fixing(desk, [path]);
    expect(JSON.parse(readFileSync(path, "utf8")).accounting_supplier_party.postal_address).toMatchObject({
      country_code: "AE",
      country_subentity: "DXB",
    });
    expect(report.outcome).toBe("done");
    const other = desk.file("b.json", JSON.stringify({ ...invoice({ issue_date: "15/06/2026" }), due_date: "soon" }));
    expect((await fixing(desk, [other])).report.outcome).toBe("invalid");
    expect(JSON.parse(readFileSync(other, "utf8")).issue_date).toBe("2026-06-15");
  });

  test("a value of several lines is left and told, and everything else is written", async () => {
    const { desk } = await shop();
    const text = writeYaml(invoice({ issue_date: "15/06/2026" }), "invoice").replace(
      /document_currency_code: .*/,
      "document_currency_code: >-\n  aed",
    );
    const path = desk.file("a.yaml", text);
    const { report, out } = await fixing(desk, [path], { format: "json" });
    expect(readFileSync(path, "utf8")).toBe(text.replace("15/06/2026", "2026-06-15"));
    expect(report.outcome).toBe("invalid");
    expect(JSON.parse(out).results[0].findings).toContainEqual(expect.objectContaining({ id: "not-fixed", line: 4 }));
  });

  test("a comment is never lost: what it stands beside is renamed with it, or left and told", async () => {
    const { desk } = await shop();
    const sound = writeYaml(invoice({ issue_date: "15/06/2026" }), "invoice");
    const text = sound
      .replace(/tax_scheme: VAT/, "tax_sceme: VAT   # misspelt")
      .replace(/^( +)- name: (.*)$/m, "$1- name:   # as on the order\n$1    # agreed\n$1    value: $2 # keep");
    const path = desk.file("a.yaml", text);
    await fixing(desk, [path], {});
    const after = readFileSync(path, "utf8");
    expect(after).toContain('issue_date: "2026-06-15"');
    expect(after).toContain("tax_scheme: VAT   # misspelt");
    for (const comment of ["# as on the order", "# agreed", "# keep"]) expect(after).toContain(comment);
  });

  test("--diff shows the lines and changes nothing", async () => {
    const { desk } = await shop();
    const text = writeYaml(invoice({ issue_date: "15/06/2026" }), "invoice");
    const path = desk.file("a.yaml", text);
    const { report, out } = await fixing(desk, [path], { fix: false, diff: true });
    expect(readFileSync(path, "utf8")).toBe(text);
    expect(out.split("\n").slice(0, 8)).toEqual([
      `--- ${path}`,
      `+++ ${path}`,
      "@@ -1,5 +1,5 @@",
      ' profile_execution_id: "00000000"',
      '-issue_date: "15/06/2026"',
      '+issue_date: "2026-06-15"',
      ...text
        .split("\n")
        .slice(2, 4)
        .map((line) => ` ${line}`),
    ]);
    expect(report.outcome).toBe("invalid");
    expect((await fixing(desk, [path], { diff: true })).out).toBe(out);
    expect(desk.said.join("\n")).toMatch(/1 with errors(?![\s\S]*one answer)/);
    expect(readFileSync(path, "utf8")).toBe(text);
  });

  test.each([
    ["sent", [createdResult("4bf90b8c", { documentNumber: "SB-7" })], "was sent as SB-7"],
    ["in doubt", [{ verdict: "in-doubt", said: [] }], "may have been sent"],
    [
      "really sent",
      [createdResult("4bf90b8c", { documentNumber: "SB-7" })],
      "was sent as SB-7",
      "https://real.example:1",
    ],
  ] as const)("what the journal knows as %s is not changed, under any file name", async (_, results, says, real?) => {
    const { desk, sandbox } = await shop();
    const sent = invoice({ document_number: "SB-7", due_date: "2026/07/15" });
    const text = writeYaml(sent, "invoice");
    const first = desk.file("first.yaml", text);
    const profile = await desk.profile(plain);
    if (!profile.ok) throw new Error(profile.problems[0].message);
    const how = { version: profile.value.serviceVersion, profile: profile.value, kind: "invoice" } as const;
    const prepared = (await prepare(first, how, desk)) as Sendable;
    const account = real ?? `sandbox:${sandbox.businessProfileId}`;
    const intent = intentOf(prepared, { account, profile: profile.value }, [], desk);
    const begun = await desk.openedJournal.begin(intent, { allowSimilar: true, body: prepared.bodyText });
    if (!begun.ok || begun.value.is !== "begun") throw new Error(JSON.stringify(begun));
    await begun.value.attempt.armed();
    for (const result of results) await begun.value.attempt.result(result);
    const copy = desk.file("copy.yaml", `# a copy\n${text}`);
    for (const diff of [false, true]) {
      const { report, out } = await fixing(desk, [copy], diff ? { diff } : { format: "json" });
      expect(readFileSync(copy, "utf8")).toBe(`# a copy\n${text}`);
      expect(report.outcome).toBe("invalid");
      const told = diff
        ? report.problems.map(({ message }) => message)
        : JSON.parse(out).results[0].findings.map((each: { text: string }) => each.text);
      expect(told).toContainEqual(expect.stringContaining(`The file was not changed: its content ${says}`));
      if (diff) expect(out).toBe("");
    }
    const other = desk.file("other.yaml", text.replace("SB-7", "SB-8"));
    expect((await fixing(desk, [other])).report.outcome).toBe("done");
  });

  test("a spreadsheet and XML are not changed, and that is said", async () => {
    const { desk } = await shop();
    const path = desk.file("a.xml", "<Invoice/>");
    const { report } = await fixing(desk, [path]);
    expect(report.problems.map(({ code, severity }) => [code, severity])).toEqual([["not-fixed", "warning"]]);
  });

  test.each([
    [["a.yaml"], { fix: false, unsafe: true }],
    [["-"], {}],
    [["a.yaml"], { diff: true, format: "json" }],
  ] as const)("%j with %j is refused", async (words, options) => {
    const { desk } = await shop();
    expect((await fixing(desk, [...words], options)).report.outcome).toBe("usage");
  });
});

describe("below the errors stands which command writes those that have one answer", () => {
  const two = { issue_date: "15.06.2026", document_currency_code: "dirhamz" };

  test.each([
    ["one error", { issue_date: "15.06.2026" }, "It has one answer."],
    ["one of two", two, "1 of 2 errors has one answer."],
    ["none", { document_currency_code: "dirhamz" }, undefined],
  ])("%s", async (_, edits, says) => {
    const path = file("a.yaml", writeYaml({ ...invoice(), ...edits }, "invoice"));
    const told = (await run([path])).desk.said.join("\n");
    if (says === undefined) return expect(told).not.toContain("one answer");
    expect(told).toContain(
      `→ ${says} To see what would be written: selfbill validate ${path} --diff; --fix writes it.`,
    );
  });
});
