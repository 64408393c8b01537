import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Ran, runSelfbill, temporaryFolder } from "../support/run-selfbill.ts";
import { workbook } from "../support/workbook.ts";

const head = "Profile,Company,Base URL,Business profile,Number series";
const rows = [
  "retail,Acme Retail,https://api.service.example/,BP-7Q2M4X9KTD,R-{yyyy}-{00000}",
  "oasis,Oasis Foods,https://api.service.example,BP-4W8N2RTKXC,O-{yyyy}-{00000}",
];

function clerk() {
  const home = temporaryFolder();
  const file = (name: string, content: string | Uint8Array): string => {
    writeFileSync(join(home, name), content);
    return name;
  };
  const run = (...words: string[]): Promise<Ran> => runSelfbill(words, { home, cwd: home });
  const importing = (content: string, name = "companies.csv") => run("profile", "import", file(name, content));
  return { file, run, importing };
}

const list = (...lines: string[]): string => `${lines.join("\n")}\n`;

test("a list makes a profile in each row, tells what came of each, and changes nothing when it is imported again", async () => {
  const { run, importing } = clerk();
  const first = await importing(list("Our companies,,,,", head, ...rows));
  expect([first.code, first.stdout]).toEqual([
    0,
    list("Profile\tCompany\tResult", "retail\tAcme Retail\tadded", "oasis\tOasis Foods\tadded"),
  ]);
  expect(first.stderr).toContain("selfbill login --profile NAME");
  const shown = JSON.parse((await run("profile", "show", "oasis", "--json")).stdout).profile;
  expect(shown).toMatchObject({
    base_url: "https://api.service.example",
    business_profile_id: "BP-4W8N2RTKXC",
    company: "Oasis Foods",
    number_series: "O-{yyyy}-{00000}",
    service_version: "20260101",
  });
  const again = await importing(list(head, ...rows));
  expect([again.code, again.stdout.match(/unchanged/g)]).toEqual([0, ["unchanged", "unchanged"]]);
});

test("a profile that exists is filled in and not changed: what the file says otherwise is told at its cell, and nothing is imported", async () => {
  const { run, importing } = clerk();
  await run(
    "profile",
    "set",
    "retail",
    "--base-url",
    "https://api.service.example",
    "--business-profile",
    "BP-7Q2M4X9KTD",
  );
  const filled = await importing(list(head, rows[0] ?? ""));
  expect(filled.stdout).toContain("retail\tAcme Retail\tfilled in: company, number series");
  const other = await importing(list(head, (rows[0] ?? "").replace("BP-7Q2M4X9KTD", "BP-OTHER"), rows[1] ?? ""));
  expect([other.code, other.stdout]).toEqual([2, ""]);
  expect(other.stderr).toContain(
    "companies.csv, cell D2  bad-setting  Nothing was imported: the profile retail has another business profile id, BP-7Q2M4X9KTD.",
  );
  expect((await run("profile", "list")).stdout).not.toContain("oasis");
});

test("every wrong row is told at its cell, and none of the list is imported", async () => {
  const { run, importing } = clerk();
  const wrong = await importing(
    list(
      head,
      rows[0] ?? "",
      "oasis,Oasis Foods,ftp://x,BP-4W8N2RTKXC,",
      ",Nobody,https://api.service.example,BP-1,",
      rows[0] ?? "",
    ),
  );
  expect(wrong.code).toBe(20);
  for (const cell of ["cell A4  wrong-value", "cell A5  wrong-value"]) expect(wrong.stderr).toContain(cell);
  const series = await importing(list(head, rows[0] ?? "", (rows[1] ?? "").replace("O-{", "R-{")));
  expect(series.stderr).toContain(
    "companies.csv, cell E3  bad-setting  The profile retail of another company has the series",
  );
  const address = await importing(list(head, (rows[0] ?? "").replace("https://", "ftp://")));
  expect(address.stderr).toContain("companies.csv, cell C2  bad-setting");
  expect((await run("profile", "list")).stdout).not.toContain("retail");
});

test.each(["Token", "Client secret", "API password"])(
  "a column %s is refused: no secret is in such a file",
  async (heading) => {
    const { run, importing } = clerk();
    const refused = await importing(list(`${head},${heading}`, `${rows[0]},abc`));
    expect(refused.stderr).toContain(`Nothing was imported: ${heading} does not belong in this file`);
    expect(refused.stderr).not.toContain("abc");
    expect((await run("profile", "list")).stdout).not.toContain("retail");
  },
);

test("workbooks, YAML and JSON are lists, too", async () => {
  const { file, run } = clerk();
  const cells = [head, rows[0] ?? ""].map((line) => line.split(","));
  const book = await run("profile", "import", file("c.xlsx", workbook([{ name: "Companies", rows: cells }])));
  expect(book.stdout).toContain("retail\tAcme Retail\tadded");
  const yaml =
    "profiles:\n  - name: oasis\n    company: Oasis Foods\n    url: https://api.service.example\n    business_profile_id: BP-4W8N2RTKXC\n";
  expect((await run("profile", "import", file("c.yaml", yaml))).stdout).toContain("oasis\tOasis Foods\tadded");
  const wrong = await run("profile", "import", file("d.yaml", yaml.replace("https", "ftp").replace("oasis", "dune")));
  expect(wrong.stderr).toContain("d.yaml:4");
  const json = JSON.stringify({ profiles: [{ name: "palm", base_url: "https://api.service.example", secret: "x" }] });
  expect((await run("profile", "import", file("c.json", json))).stderr).toContain("secret does not belong");
});

test("a version that is not the stable one is told at its cell, and stored", async () => {
  const { run, importing } = clerk();
  const text = list(`${head},Service version`, `${rows[0]},20260101`, `${rows[1]},20270101`);
  const { code, stderr } = await importing(text);
  expect([code, stderr.match(/versions that are known here/g)]).toEqual([0, [expect.any(String)]]);
  expect(stderr).toContain("companies.csv, cell F3");
  const shown = JSON.parse((await run("profile", "show", "oasis", "--json")).stdout).profile;
  expect(shown.service_version).toBe("20270101");
});
