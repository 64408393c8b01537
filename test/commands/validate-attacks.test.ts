import { truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { rulesInForce } from "../../src/check/index.ts";
import { validate } from "../../src/commands/validate.ts";
import { newestEdition } from "../../src/document/index.ts";
import { judge } from "../../src/prepare/judge.ts";
import { readDocument } from "../../src/read/index.ts";
import { offlineDesk } from "../support/offline-desk.ts";
import { runCommand } from "../support/run-command.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";

const start = '<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2">';
const cac = 'xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"';
const laughs = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join("");

async function findings(path: string): Promise<string[]> {
  const desk = offlineDesk();
  const report = await runCommand(validate, desk, [path], { format: "jsonl" });
  expect(report.outcome).toBe("invalid");
  const [line = "", ...more] = desk.pieces.join("").trimEnd().split("\n");
  expect(more).toEqual([]);
  const found = JSON.parse(line).findings as { id: string; line: number | null; column: number | null; text: string }[];
  return found.map(({ id, line: at, column, text }) => `${at}:${column} ${id} ${text}`);
}

describe("an XML file that attacks gets one clear line", () => {
  const attacks: [string, string | Uint8Array, string][] = [
    [
      "a billion laughs",
      `<?xml version="1.0"?>\n<!DOCTYPE l [<!ENTITY l0 "lol">${laughs}]>\n${start}&l9;</Invoice>`,
      "2:1 bad-syntax The file declares a DTD; selfbill reads none.",
    ],
    [
      "an entity from outside",
      `<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>${start}&x;</Invoice>`,
      "1:1 bad-syntax The file declares a DTD; selfbill reads none.",
    ],
    [
      "an entity of nowhere",
      `${start}&x;</Invoice>`,
      "1:75 bad-syntax The file is not well-formed XML: undefined entity.",
    ],
    [
      "millions of levels",
      `${start}${"<a>".repeat(1_400_000)}`,
      "1:372 too-deep The XML nests deeper than 100 levels.",
    ],
    [
      "thousands of attributes",
      `<Invoice ${Array.from({ length: 5000 }, (_, n) => `a${n}="1"`).join(" ")}/>`,
      "1:807 bad-syntax An element has more than 100 attributes.",
    ],
    [
      "a declaration that is not true",
      '<?xml version="1.0" encoding="UTF-16"?><Invoice/>',
      "1:1 bad-encoding The file says it is UTF-16, but its bytes are UTF-8.",
    ],
    [
      "an old character set",
      Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><Invoice>é</Invoice>', "latin1"),
      "1:1 bad-encoding The bytes of the file are not UTF-8 text.",
    ],
    [
      "a NUL",
      `<?xml version="1.0"?>\n<Invoice>a\0b</Invoice>`,
      "2:11 bad-encoding The file holds a NUL character, which no XML file may.",
    ],
    ["nothing at all", "", "null:null empty-document The file is empty."],
  ];
  test.each(attacks)("%s", async (_, content, line) => {
    const path = join(temporaryFolder(), "attack.xml");
    writeFileSync(path, content);
    expect(await findings(path)).toEqual([line]);
  });

  test("100 MB are refused before a byte is read", async () => {
    const path = join(temporaryFolder(), "attack.xml");
    writeFileSync(path, start);
    truncateSync(path, 100 * 1024 * 1024);
    expect(await findings(path)).toEqual(["null:null file-too-big The file is larger than 64 MB."]);
  });

  test("a flood of wrong lines ends after 25,000 findings", async () => {
    const path = join(temporaryFolder(), "attack.xml");
    writeFileSync(path, `${start}${"<cac:InvoiceLine/>".repeat(20_000)}</Invoice>`.replace(">", ` ${cac}>`));
    const found = await findings(path);
    expect(found.length).toBeGreaterThan(25_000);
    expect(found.length).toBeLessThan(25_100);
    expect(found.at(-1)).toBe("null:null too-many-findings The file has more than 25,000 findings; checking stopped.");
  });

  test("the ending does not matter: XML is told by its first sign, in any encoding", async () => {
    const folder = temporaryFolder();
    for (const [name, content] of [
      ["a.txt", `\ufeff  ${start}</a>`],
      ["b.yaml", `${start}</a>`],
      ["c", Buffer.from(`\ufeff${start}</a>`, "utf16le")],
    ] as const) {
      writeFileSync(join(folder, name), content);
      const [found, ...more] = await findings(join(folder, name));
      expect(more).toEqual([]);
      expect(found).toMatch(/bad-syntax The file is not well-formed XML/);
    }
  });
});

describe("a document with more mistakes than anybody reads", () => {
  const written = (content: unknown): string => {
    const path = join(temporaryFolder(), "attack.json");
    writeFileSync(path, JSON.stringify(content));
    return path;
  };

  test("of 20,000 wrong lines a thousand problems are told, and how many more there are", async () => {
    const found = await findings(
      written({ document_lines: Array.from({ length: 20_000 }, () => ({ quantity: "x" })) }),
    );
    expect(found).toHaveLength(1_001);
    expect(found).toContainEqual(expect.stringMatching(/ too-many-findings [\d,]+ more findings are not shown/));
  });

  test("the rules are asked once there is no more to correct than is told", () => {
    const judged = (lines: number, sendAnyway: boolean) => {
      const text = JSON.stringify({ document_lines: Array.from({ length: lines }, () => ({ quantument: "1" })) });
      const read = readDocument(Buffer.from(text), "a.json", "invoice");
      if (!read.ok) throw new Error(read.problems[0]?.message);
      return judge(read.value, rulesInForce(newestEdition), { version: "20260101", sendAnyway });
    };
    expect(judged(20, false).tree).toBeDefined();
    const flooded = judged(1_001, false);
    expect(flooded.tree).toBeUndefined();
    expect(flooded.problems.filter(({ code }) => /^(?:IBR|SB)-/.test(code))).toEqual([]);
    expect(flooded.problems.at(-1)?.code).toBe("too-many-findings");
    // A document sent despite all findings is created, and judged as the network would judge it.
    expect(judged(1_001, true).tree).toBeDefined();
  });

  test("unknown fields never hide what is wrong: the file is not valid, whatever is listed first", async () => {
    const names = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`a${at}`, "1"]));
    const found = await findings(written({ ...names, issue_date: "soon" }));
    expect(found.length).toBeLessThan(1_050);
    expect(found).toContainEqual(expect.stringMatching(/ too-many-findings [\d,]+ more findings are not shown/));
    expect(found).toContainEqual(expect.stringContaining(" wrong-value soon is not a date."));
  });
});
