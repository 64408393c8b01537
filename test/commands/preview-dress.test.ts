import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readLogo } from "../../src/commands/preview/logo.ts";
import { previewOf } from "../../src/commands/preview.ts";
import { calculate } from "../../src/document/index.ts";
import { openPress } from "../../src/extras/pdf/press.ts";
import { renderPage } from "../../src/render/index.ts";
import type { Logo } from "../../src/report/index.ts";
import { invoice, palmLedger } from "../support/documents.ts";
import { noPdfPrograms, pdfAttachment, pdfPages } from "../support/pdf.ts";
import { runCommand } from "../support/run-command.ts";
import { runSelfbill, temporaryFolder, top } from "../support/run-selfbill.ts";
import { create, shop } from "../support/shop.ts";

const preview = previewOf([]);

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10"><rect width="40" height="10" fill="#1d4e6b"/></svg>';
const template = join(top, "templates/standard-invoice.yaml");

describe("a logo", () => {
  test("comes from the profile onto the page, as data and with the policy that allows it; none takes it away", async () => {
    const [home, cwd] = [temporaryFolder(), temporaryFolder()];
    const ask = (...words: string[]) => runSelfbill(words, { home, cwd });
    writeFileSync(join(cwd, "logo.png"), png);
    const set = ["profile", "set", "acme", "--base-url", "https://api.acme.example"];
    const saved = await ask(...set, "--logo", "logo.png");
    expect([saved.code, saved.stdout], saved.stderr).toEqual([0, expect.stringContaining("logo.png")]);
    expect((await ask("preview", template, "--html", "a.html")).code).toBe(0);
    const page = readFileSync(join(cwd, "a.html"), "utf8");
    expect(page).toContain(`<img class="logo" alt="" src="data:image/png;base64,${png.toString("base64")}">`);
    expect(page).toContain("; img-src data:; base-uri");
    writeFileSync(join(cwd, "logo.png"), "gone");
    const without = await ask("preview", template, "--html", "b.html");
    expect([without.code, without.stderr]).toEqual([0, expect.stringContaining("not a PNG, JPEG or plain SVG")]);
    expect((await ask(...set, "--logo", "none")).code).toBe(0);
    expect((await ask("preview", template, "--html", "c.html")).stderr).not.toContain("logo");
    expect(readFileSync(join(cwd, "c.html"), "utf8")).not.toMatch(/<img|img-src/);
  });

  test.each([
    ["a script", svg.replace("<rect", "<script>1</script><rect")],
    ["a picture from elsewhere", svg.replace("<rect", '<image href="http://x.example/a.png"/><rect')],
    ["a handler", svg.replace("<rect", '<rect onload="x()"')],
    ["an entity", `<!DOCTYPE svg [<!ENTITY a "b">]>${svg}`],
    ["a style from elsewhere", svg.replace("<rect", "<style>@import 'x'</style><rect")],
    ["a web page", `<html>${svg}</html>`],
    ["300 kB", Buffer.concat([png, Buffer.alloc(300_000)])],
  ])("with %s is refused", async (_, content) => {
    const { desk } = await shop();
    const file = join(desk.folder, "logo.svg");
    writeFileSync(file, content);
    expect(await readLogo(file, desk)).toMatchObject({ ok: false, problems: [{ code: "bad-setting" }] });
    writeFileSync(file, svg);
    expect(await readLogo(file, desk)).toMatchObject({ ok: true, value: { type: "svg" } });
  });

  test.skipIf(noPdfPrograms)("is drawn in a PDF; a damaged one is left out, and told", () => {
    const opened = openPress();
    if (!opened.ok) throw new Error("no press");
    const document = invoice();
    const shown = {
      file: "x",
      kind: "invoice",
      document,
      calculation: calculate(document),
      customer: palmLedger,
    } as const;
    const press = (logo: Logo) =>
      opened.value.press({
        page: renderPage(shown, { logo }),
        issueDate: undefined,
        running: "",
        attached: undefined,
        logo,
      });
    const plainSize = opened.value.press({
      page: renderPage(shown),
      issueDate: undefined,
      running: "",
      attached: undefined,
    });
    for (const logo of [
      { type: "png", bytes: png },
      { type: "svg", bytes: Buffer.from(svg) },
    ] as const) {
      const made = press(logo);
      expect(made.withoutLogo).toBe(false);
      expect(made.bytes.length).toBeGreaterThan(plainSize.bytes.length);
    }
    const damaged = press({ type: "png", bytes: png.subarray(0, 30) });
    expect(damaged.withoutLogo).toBe(true);
    expect(pdfPages(damaged.bytes).length).toBe(1);
  });
});

test("countries by code, agreement and status are printed in words", () => {
  const given = invoice({
    accounting_supplier_party: {
      ...invoice().accounting_supplier_party,
      postal_address: { street_name: "1 Quay", city_name: "Muscat", country_code: "OM" },
    },
  });
  const state = { says: "approved (APPROVED)", at: "2026-06-16T08:00:00Z" };
  const shown = { file: "x", kind: "invoice", document: given, calculation: calculate(given) } as const;
  const page = renderPage(shown, { agreement: "SBA-12, 2026-01-01", state }).replace(/<[^>]*>/g, "");
  for (const said of [
    "Muscat, Oman",
    "Self-billing agreement",
    "SBA-12, 2026-01-01",
    "approved (APPROVED) · 2026-06-16 12:00:00 +04:00",
  ])
    expect(page).toContain(said);
});

describe.skipIf(noPdfPrograms)("--refresh", () => {
  const ask = (desk: Awaited<ReturnType<typeof shop>>["desk"], words: string[], options: object) =>
    runCommand(preview, desk, words, options);

  test("prints what the service has now: its status with both sides, and its XML byte for byte", async () => {
    const { desk, sandbox, clock } = await shop();
    const id = await create(desk, invoice());
    clock.advance(3_600);
    const out = join(desk.folder, "a.pdf");
    const done = await ask(desk, ["SB-2026-0001"], { refresh: true, pdf: out });
    expect(done.outcome, JSON.stringify(done.problems)).toBe("done");
    const made = readFileSync(out);
    expect(pdfPages(made).join(" ")).toMatch(/approved \(APPROVED\)/);
    const service = await sandbox.call("GET", `/api/purchase-invoices/${id}/download-xml`);
    expect(pdfAttachment(made).bytes.toString("utf8")).toContain("<cbc:ID>SB-2026-0001</cbc:ID>");
    expect(service.status).toBeLessThan(500);
  });

  test("belongs to documents that were sent", async () => {
    const { desk } = await shop();
    expect((await ask(desk, ["a.yaml"], { refresh: true })).outcome).toBe("usage");
  });
});
