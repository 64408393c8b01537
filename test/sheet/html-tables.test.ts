import { expect, test } from "vitest";
import { importFile, row, sheetOf } from "../support/sheet-rows.ts";
import { workbook } from "../support/workbook.ts";

const bill = row({ "VAT rate": "5%" });
const headings = Object.keys(bill);
const texts = Object.values(bill).map((cell) =>
  typeof cell === "string" ? cell : String((cell as { v: string }).v ?? ""),
);
const cells = (name: string, all: readonly string[]): string =>
  `<tr>${all.map((text) => `<${name} class='xl65' title="a > b">${text.replace("&", "&amp;")}</${name}>`).join("\n")}</tr>`;
const page = (rows: string): string => `<html xmlns:x="urn:schemas"><head><style>td { color: red }</style>
<script>document.write("<table><tr><td>Invoice number</td></tr></table>")</script></head><body>
<!-- <table><tr><td>left out</td></tr></table> -->
<table border=1><tr><td colspan=5>Bills &amp; notes of June</td></tr>${cells("th", headings)}${rows}</table></body></html>`;
const bills = page(cells("td", texts));

test("a page with a table under a name that ends with .xls is read, and nothing of it is executed", async () => {
  const { errors, document } = await importFile("bills.xls", bills);
  expect(errors).toEqual([]);
  expect(document("SB-1")).toMatchObject({ document_number: "SB-1", issue_date: "2026-06-15" });
  expect(document("SB-1").document_lines?.[0]).toMatchObject({ name: "Ceramic floor tile", quantity: "40" });
});

test("so is a table with tabs in UTF-16, and a workbook that only has the old ending", async () => {
  const tabs = [headings, texts].map((each) => each.join("\t")).join("\r\n");
  const marked = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(tabs, "utf16le")]);
  for (const content of [marked, workbook([sheetOf([row()])])]) {
    const { errors, document } = await importFile("bills.xls", content);
    expect(errors).toEqual([]);
    expect(document("SB-1").document_lines?.[0]).toMatchObject({ name: "Ceramic floor tile", quantity: "40" });
  }
});

test("an error is told at its cell, counted as a spreadsheet shows the page", async () => {
  const wrong = page(cells("td", texts).replace(">2026-06-15<", ">2026-06-31<"));
  const { errors } = await importFile("bills.xls", wrong);
  expect(errors.map(({ where }) => where?.cell)).toEqual(["B3"]);
});

test("characters by name or number are themselves, and a cell over two columns moves no other one", async () => {
  const odd = cells("td", texts).replace("Ceramic floor tile<", "Ceramic&nbsp;floor&#32;tile &#x26; more<");
  const { document } = await importFile("bills.xls", page(odd));
  expect(document("SB-1").document_lines?.[0]?.name).toBe("Ceramic floor tile & more");
});

test.each([
  ["a workbook of the old Excel", Buffer.from("d0cf11e0a1b11ae10000", "hex"), /\.xls files cannot be read/],
  ["a table in a cell", bills.replace("SB-1", "<table><tr><td>1</td></tr></table>"), /inside a cell of another/],
  ["a tag that is not closed", `${bills.slice(0, -20)}<td class="`, /a tag is not closed/],
  ["a sign < in a text", bills.replace("SB-1", "SB < 1"), /not written as &lt;/],
])("%s is refused", async (_, content, message) => {
  const { report } = await importFile("bills.xls", content);
  expect(report.problems.map(({ code }) => code)).toContain("not-a-sheet");
  expect(report.problems[0]?.message).toMatch(message);
});
