import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { ConnectionWords } from "../../../src/desk/index.ts";
import { archive } from "../../../src/extras/archive/command.ts";
import { keepUntil } from "../../../src/extras/archive/manifest.ts";
import { sha256 } from "../../../src/journal/index.ts";
import { fail, map, ok, problem } from "../../../src/problem/index.ts";
import type { Report } from "../../../src/report/index.ts";
import { absentPrograms } from "../../support/browser.ts";
import { invoice } from "../../support/documents.ts";
import { leavesOut } from "../../support/left-out.ts";
import { monthAtDesk } from "../../support/month.ts";
import { pdfAttachment } from "../../support/pdf.ts";
import { type Given, runCommand } from "../../support/run-command.ts";
import type { ServiceDesk } from "../../support/service-desk.ts";
import { shop } from "../../support/shop.ts";

const run = (desk: ServiceDesk, words: string[], options: Given<typeof archive> = {}): Promise<Report> =>
  runCommand(archive, desk, words, options);

/** Resolves with the findings of `archive verify`, each as path and error. */
async function flaws(desk: ServiceDesk, folder: string, hash?: string): Promise<string[]> {
  const { view, problems } = await run(desk, ["verify", folder], { hash });
  if (view.view === "nothing") return problems.map(({ code }) => code);
  if (view.view !== "facts" && view.view !== "table") throw new Error(JSON.stringify(view));
  return (view.data.flaws as { path: string; what: string }[]).map(({ path, what }) => `${path}: ${what}`);
}

test("a month is archived with everything, and one byte changed in any file is found", async () => {
  const { desk, documents } = await monthAtDesk(7);
  const out = join(desk.folder, "archive");
  const made = await run(desk, [], { month: "2026-06", out });
  expect(made.outcome, JSON.stringify(made.problems)).toBe("done");
  const first = join(out, "SB-2026-0002");
  expect(readdirSync(first)).toEqual(
    expect.arrayContaining([
      "document.xml",
      "events.json",
      "journal.jsonl",
      "manifest.json",
      "page.html",
      "receiver.xml",
      "status.json",
      "tdd.xml",
    ]),
  );
  const manifest = JSON.parse(readFileSync(join(out, "manifest.json"), "utf8"));
  expect(manifest.documents).toHaveLength(documents.length);
  expect(manifest.journal.head).toMatch(/^[0-9a-f]{64}$/);
  expect(manifest.documents[0]).toMatchObject({ issue_date: "2026-06-01", keep_until: "2031-09-30" });
  expect(readFileSync(join(out, "index.csv"), "utf8").trim().split("\r\n")).toHaveLength(1 + documents.length);
  expect(readFileSync(join(out, "index.html"), "utf8")).toContain("SB-2026-0002");
  expect(await flaws(desk, out)).toEqual([]);

  const paths = [...manifest.files.map(({ path }: { path: string }) => path), "manifest.json", "manifest.sha256"];
  expect(paths.length).toBeGreaterThan(50);
  for (const path of paths) {
    const file = join(out, path);
    const before = readFileSync(file);
    const changed = Buffer.from(before);
    const at = changed.length >> 1;
    changed[at] = (changed[at] ?? 0) ^ 1;
    writeFileSync(file, changed);
    expect(await flaws(desk, out), path).not.toEqual([]);
    writeFileSync(file, before);
  }
  expect(await flaws(desk, out)).toEqual([]);
});

test.skipIf(process.platform === "win32")(
  "what was planted in the place of a file is told, and neither waited for nor read without end",
  async () => {
    const { desk } = await monthAtDesk(2);
    const out = join(desk.folder, "archive");
    expect((await run(desk, [], { month: "2026-06", out, offline: true })).outcome).toBe("done");
    const { files } = JSON.parse(readFileSync(join(out, "manifest.json"), "utf8"));
    const [first, second, third, fourth, fifth] = files.map(({ path }: { path: string }) => path);
    for (const path of [first, second, third, fifth, "manifest.sha256"]) rmSync(join(out, path));
    execFileSync("mkfifo", [join(out, first), join(out, "manifest.sha256")]);
    symlinkSync("/dev/zero", join(out, second));
    mkdirSync(join(out, third));
    truncateSync(join(out, fourth), 3_000_000_000); // larger than the memory, but sparse on the disk
    expect(await flaws(desk, out)).toEqual([
      "manifest.sha256: cannot be read",
      `${first}: cannot be read`,
      `${second}: cannot be read`,
      `${third}: cannot be read`,
      `${fourth}: changed`,
      `${fifth}: missing`,
    ]);
    rmSync(join(out, "manifest.json"));
    execFileSync("mkfifo", [join(out, "manifest.json")]);
    expect(await flaws(desk, out)).toEqual(["file-unreadable"]);
  },
);

test("with --pdf each folder has the page as a PDF with the service's XML inside, and the manifest covers it", async (context) => {
  if (leavesOut(absentPrograms(["pdfdetach"]))) return context.skip();
  const { desk } = await monthAtDesk(4);
  const out = join(desk.folder, "archive");
  const made = await run(desk, [], { month: "2026-06", out, pdf: true });
  expect(made.outcome, JSON.stringify(made.problems)).toBe("done");
  const pdf = join(out, "SB-2026-0002", "page.pdf");
  const xml = join(desk.folder, "inside.xml");
  execFileSync("pdfdetach", ["-save", "1", "-o", xml, pdf]);
  expect(readFileSync(xml).equals(readFileSync(join(out, "SB-2026-0002", "document.xml")))).toBe(true);
  const { files } = JSON.parse(readFileSync(join(out, "manifest.json"), "utf8"));
  expect(files.find(({ path }: { path: string }) => path === "SB-2026-0002/page.pdf").sha256).toBe(
    sha256(readFileSync(pdf)),
  );
  expect(await flaws(desk, out)).toEqual([]);
  rmSync(pdf);
  expect(await flaws(desk, out)).toEqual(["SB-2026-0002/page.pdf: missing"]);
});

test("each page has logo and agreement; without the service's XML the PDF says that it has another copy", async (context) => {
  if (leavesOut(absentPrograms(["pdfdetach"]))) return context.skip();
  const { desk } = await monthAtDesk(2);
  const logo = join(desk.folder, "logo.svg");
  writeFileSync(logo, '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 1"><rect width="4" height="1"/></svg>');
  const { accounting_supplier_party } = invoice();
  const book = [{ supplier: "lime", agreement_number: "SBA-77", accounting_supplier_party }];
  const dressed = {
    ...desk,
    profile: async (words: ConnectionWords) => map(await desk.profile(words), (profile) => ({ ...profile, logo })),
    suppliers: async () => ok({ path: "suppliers.yaml", suppliers: book }),
  };
  const out = join(desk.folder, "archive");
  const made = await run(dressed, [], { month: "2026-06", out, pdf: true, offline: true });
  expect(made.outcome, JSON.stringify(made.problems)).toBe("done");
  const pages = readdirSync(out, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith("page.html"));
  const texts = pages.map((file) => readFileSync(join(out, file), "utf8"));
  expect(texts.length).toBeGreaterThan(1);
  for (const text of texts) expect(text).toContain('<img class="logo"');
  expect(texts.join()).toContain("SBA-77");
  const [first = ""] = pages;
  const { name } = pdfAttachment(readFileSync(join(out, first.replace(".html", ".pdf"))));
  expect(name).toMatch(/-not-delivered-copy\.xml$/);
  const broken = { ...desk, suppliers: async () => fail(problem("suppliers-broken", "It is broken.", "Fix it.")) };
  const told = await run(broken, [], { month: "2026-06", out: join(desk.folder, "again"), offline: true });
  expect([told.outcome, told.problems]).toMatchObject(["done", [{ code: "suppliers-broken", severity: "warning" }]]);
});

test("a missing file, an added one and another manifest are found too; a manifest names no file outside", async () => {
  const { desk } = await monthAtDesk(2);
  const out = join(desk.folder, "archive");
  await run(desk, [], { month: "2026-06", out, offline: true });
  const seal = sha256(readFileSync(join(out, "manifest.json")));
  expect(await flaws(desk, out, seal)).toEqual([]);
  expect(await flaws(desk, out, "0".repeat(64))).toEqual(["manifest.json: not the one of --hash"]);
  renameSync(join(out, "index.csv"), join(out, "other.csv"));
  expect(await flaws(desk, out)).toEqual(["index.csv: missing", "other.csv: not in the manifest"]);
  renameSync(join(out, "other.csv"), join(out, "index.csv"));
  const manifest = JSON.parse(readFileSync(join(out, "manifest.json"), "utf8"));
  manifest.files.push({ path: "../suppliers.yaml", sha256: "0", bytes: "1" });
  writeFileSync(join(out, "manifest.json"), JSON.stringify(manifest));
  expect(await flaws(desk, out)).toContain("../suppliers.yaml: cannot be read");
  rmSync(join(out, "manifest.json"));
  expect(await flaws(desk, out)).toEqual(["file-unreadable"]);
});

test("what is kept for how long: five years after the tax period, seven for real estate", () => {
  expect(keepUntil("2026-06-15", 5)).toBe("2031-09-30");
  expect(keepUntil("2026-11-30", 5)).toBe("2032-02-29");
  expect(keepUntil("2026-06-15", 7)).toBe("2033-09-30");
});

test.each([
  [[], { out: "x" }, "needs a period"],
  [[], { month: "2026-06" }, "needs a folder"],
  [["seal"], {}, "Unknown action"],
  [["verify"], {}, "No folder"],
  [[], { month: "2026-06", out: "x", hash: "0" }, "--hash belongs to verify"],
] as const)("%j %j is refused", async (words, options, says) => {
  const { desk } = await shop();
  expect(await run(desk, [...words], options)).toMatchObject({
    outcome: "usage",
    problems: [{ message: expect.stringContaining(says) }],
  });
});
