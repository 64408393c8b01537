import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { previewOf } from "../../src/commands/preview.ts";
import type { Report } from "../../src/report/index.ts";
import { creditNote, invoice } from "../support/documents.ts";
import { noPdfPrograms, pdfAttachment, pdfPages } from "../support/pdf.ts";
import { type Given, runCommand } from "../support/run-command.ts";
import { runSelfbill, temporaryFolder, top } from "../support/run-selfbill.ts";
import type { ServiceDesk } from "../support/service-desk.ts";
import { create, shop } from "../support/shop.ts";

const preview = previewOf([]);

const run = (desk: ServiceDesk, words: string[], options: Given<typeof preview> = {}): Promise<Report> =>
  runCommand(preview, desk, words, options);
const pdf = (...path: string[]): Buffer => readFileSync(join(...path));

describe.skipIf(noPdfPrograms)("--pdf", () => {
  test("of a file: a PDF with exactly the XML of selfbill xml, for the person's eyes only, beside a page if asked", async () => {
    const cwd = temporaryFolder();
    const file = join(top, "templates/standard-invoice.yaml");
    const words = ["preview", file, "--sandbox", "--pdf", "out/a.pdf", "--html", "out/a.html"];
    const ran = await runSelfbill(words, { home: temporaryFolder(), cwd });
    expect([ran.code, ran.stdout], ran.stderr).toEqual([0, `${join("out", "a.html")}\n${join("out", "a.pdf")}\n`]);
    const made = pdf(cwd, "out/a.pdf");
    if (process.platform !== "win32") expect(statSync(join(cwd, "out/a.pdf")).mode & 0o777).toBe(0o600);
    const ubl = await runSelfbill(["xml", file, "--sandbox"], { home: temporaryFolder(), cwd });
    expect(pdfAttachment(made).bytes.toString("utf8")).toBe(ubl.stdout);
    expect(readFileSync(join(cwd, "out/a.html"), "utf8")).not.toContain("was delivered");
    expect(pdfPages(made)[0]).toContain("Palm Ledger Holdings LLC");
    // The document was not sent, so its PDF must not look like a delivered copy.
    expect(pdfAttachment(made).name).not.toContain("delivered");
    expect(pdfPages(made).join(" ")).not.toContain("was delivered");
  });

  test("of numbers and of a month: one each, named by the number, with the UBL of what was sent", async () => {
    const { desk } = await shop();
    const { document_number: _, ...unnumbered } = invoice();
    await create(desk, invoice({ document_number: "SB 1" }));
    await create(desk, creditNote({ document_number: "SBC-1" }));
    await create(desk, unnumbered);
    const out = join(desk.folder, "pdf");
    const done = await run(desk, [], { month: "2026-06", pdf: out });
    expect(done.outcome, JSON.stringify(done.problems)).toBe("done");
    expect(readdirSync(out).sort()).toEqual(["SBC-1.pdf", "SBX-INV-000003.pdf", "SB_1.pdf"].sort());
    const { name, bytes } = pdfAttachment(pdf(out, "SBX-INV-000003.pdf"));
    expect(name).toBe("SBX-INV-000003-not-delivered-copy.xml");
    expect(pdfPages(pdf(out, "SBX-INV-000003.pdf")).join(" ")).toContain("It is not the copy that was delivered.");
    expect(desk.said.join()).toContain("The XML in 3 of the PDFs was made on this computer");
    const delivered = join(desk.folder, "delivered.pdf");
    await run(desk, ["SBX-INV-000003"], { pdf: delivered, refresh: true });
    expect(pdfAttachment(pdf(delivered)).name).toBe("SBX-INV-000003.xml");
    expect(pdfPages(pdf(delivered)).join(" ")).not.toContain("was delivered");
    expect(bytes.toString("utf8")).toContain("<cbc:ID>SBX-INV-000003</cbc:ID>");
    expect(pdfPages(pdf(out, "SBC-1.pdf")).join("")).toContain("Corrected value");
    expect(pdfPages(pdf(out, "SBC-1.pdf")).join("")).toContain("VAT on the difference (AED)");
    expect((await run(desk, ["SB 1"], { pdf: out })).problems[0]?.code).toBe("file-exists");
    const refused = await run(desk, ["SB 1", "SBC-1"], { pdf: join(desk.folder, "two.pdf") });
    expect(refused.problems[0]).toMatchObject({ code: "bad-usage", hint: "Name a folder." });
    expect(existsSync(join(desk.folder, "two.pdf"))).toBe(false);
  });

  test("of a spreadsheet: all its documents, or the one that --document names; a wrong one is told beside the others", async () => {
    const [home, cwd] = [temporaryFolder(), temporaryFolder()];
    const ask = (...words: string[]) => runSelfbill(words, { home, cwd });
    await ask("templates", "copy", "sheet");
    const all = await ask("preview", "sheet.csv", "--pdf", "pdf", "--html", "html");
    expect(all.code, all.stderr).toBe(0);
    const names = readdirSync(join(cwd, "pdf"));
    expect(names).toContain("SB-2026-0002.pdf");
    expect(names.length).toBeGreaterThan(1);
    expect(readdirSync(join(cwd, "html")).map((name) => name.replace(".html", ".pdf"))).toEqual(names);
    const text = readFileSync(join(cwd, "sheet.csv"), "utf8");
    writeFileSync(join(cwd, "wrong.csv"), text.replace(/100\d{12}/, "100000000000001"));
    const wrong = await ask("preview", "wrong.csv", "--pdf", "some");
    expect(wrong.code).toBe(20);
    expect(readdirSync(join(cwd, "some"))).toEqual(names);
  });
});
