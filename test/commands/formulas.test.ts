import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { isDecimalText } from "../../src/document/index.ts";
import { exitCodes } from "../../src/problem/index.ts";
import { allSavedByOffice, withoutOffice } from "../support/office.ts";
import { runSelfbill, temporaryFolder, top } from "../support/run-selfbill.ts";

const link = '=HYPERLINK("http://evil.example","Click")';
/** Supplier names that a spreadsheet would treat as formulas; document numbers cannot look like one. */
const hostile = [link, "+1+1", "-1+1", "@SUM(1)", "＝1+1", "-12.50x", "a;=1+1"];

/** Every table that commands write, with documents for suppliers with such names. */
async function tables(): Promise<readonly (readonly [name: string, content: Buffer])[]> {
  const [home, folder] = [temporaryFolder(), temporaryFolder()];
  const outbox = join(folder, "outbox");
  mkdirSync(outbox);
  const template = readFileSync(join(top, "templates/standard-invoice.yaml"), "utf8");
  for (const [at, name] of hostile.entries()) {
    const named = template.replaceAll("Desert Lime Trading LLC", () => JSON.stringify(name));
    writeFileSync(
      join(outbox, `=${at}+1.yaml`),
      named.replace("issue_date:", `document_number: SB-${at}\nissue_date:`),
    );
  }
  const out = (name: string): string[] => ["csv", "xlsx"].flatMap((form) => ["--out", `${name}-${form}.${form}`]);
  const month = ["--month", "2026-06"];
  const commands = [
    // Runs first, while none of the documents has been sent.
    ["due", "outbox", "--output", "csv"],
    ["create-invoice", "outbox", "--yes", "--accept-changed-supplier", "--allow-similar", "--output", "csv"],
    ["history", ...out("history")],
    ["list", "invoices", ...out("list")],
    ["status", "--all", ...out("status")],
    ["report", ...month, ...out("report")],
    ["export", "csv", ...month],
    ["archive", ...month, "--out", "archive"],
  ].map((words) => [...words, "--sandbox"]);
  const printed: [string, Buffer][] = [];
  for (const words of commands) {
    const ran = await runSelfbill(words, { home, cwd: folder });
    // The service may not have judged all documents yet.
    expect([exitCodes.done, exitCodes.pending], words.join(" ") + ran.stderr).toContain(ran.code);
    if (/^(?:\ufeff)?[\w ]+,/.test(ran.stdout)) printed.push([`${words[0]}.csv`, Buffer.from(ran.stdout)]);
  }
  const written = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    /\.(?:csv|xlsx)$/.test(name),
  );
  return [...printed, ...written.map((name): [string, Buffer] => [basename(name), readFileSync(join(folder, name))])];
}

/** Splits CSV content into its fields, without their quotes and the byte order mark. */
function fieldsOf(text: string): string[] {
  return [...text.matchAll(/(?:^|,|\r\n)(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g)].map(([, quoted, bare]) =>
    (quoted?.replaceAll('""', '"') ?? bare ?? "").replace(/^\ufeff/, ""),
  );
}

test("in no table that a command writes a name becomes a formula or a link", { timeout: 300_000 }, async () => {
  const found = await tables();
  const names = found.map(([name]) => name).sort();
  expect(names).toEqual(
    ["create-invoice", "due", "export", "history-csv", "index", "list-csv", "report-csv", "status-csv"]
      .map((name) => `${name}.csv`)
      .concat(["history", "list", "report", "status"].map((name) => `${name}-xlsx.xlsx`))
      .sort(),
  );
  for (const [name, content] of found.filter(([each]) => each.endsWith(".csv"))) {
    const fields = fieldsOf(content.toString("utf8"));
    expect(fields.join("\n"), name).toContain("evil.example");
    const formulas = fields.filter((field) => /^[\s"]*[=+\-@＝]/.test(field) && !isDecimalText(field));
    expect({ name, formulas }).toEqual({ name, formulas: [] });
  }
  if (withoutOffice()) return;
  const seen = await allSavedByOffice(found, "fods");
  for (const [at, [name]] of found.entries()) {
    const text = String(seen[at]);
    expect(text, name).toContain("evil.example");
    expect({ name, formula: /table:formula|<text:a /.exec(text)?.[0] }).toEqual({ name, formula: undefined });
  }
});
