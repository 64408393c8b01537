import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createInvoice } from "../../src/commands/create-invoice.ts";
import type { SelfBilledDocument } from "../../src/document/index.ts";
import { exitCodes } from "../../src/problem/index.ts";
import { writeYaml } from "../../src/read/index.ts";
import { renderJson } from "../../src/render/index.ts";
import type { Report } from "../../src/report/index.ts";
import { invoice } from "../support/documents.ts";
import { runCommand } from "../support/run-command.ts";
import { screen } from "../support/shop.ts";
import { finding, isCreate, sixEndpoints, told } from "../support/six-endpoints.ts";

/** Starts a service that answers each create with this status; returns a function that sends an invoice. */
async function telling(meta: object | null, extras = false) {
  const found = await sixEndpoints({
    extras,
    change: (passing) => {
      if (isCreate(passing)) passing.body.meta_info = meta;
    },
  });
  const send = (options: object = {}, change: Partial<SelfBilledDocument> = {}): Promise<Report> => {
    const document = invoice({ document_number: "SB-7", ...change });
    const file = found.desk.file(`${document.document_number}.yaml`, writeYaml(document, "invoice"));
    return runCommand(createInvoice, found.desk, [file], { yes: true, ...options });
  };
  return { ...found, send };
}

interface Told {
  outcome: string;
  result: string;
  overall_status: string | null;
  validation_results: { text: string; location: string; test: string; reason_code: string }[];
  problems: { code: string; severity: string; hint: string }[];
}
const resultOf = (report: Report): Told => (renderJson(report).results as Told[])[0] as Told;

describe("a document that was created and refused by Peppol in the same answer", () => {
  test.each(["VALIDATION_FAILED", "REJECTED"])(
    "%s: it exists and failed, with its findings, and exit code 26",
    async (word) => {
      const { send } = await telling(told(word, [finding]));
      const report = await send();
      expect(exitCodes[report.outcome]).toBe(26);
      const result = resultOf(report);
      expect(result).toMatchObject({ outcome: "rejected", result: "created", overall_status: word });
      expect(result.validation_results).toMatchObject([
        { text: finding.text, location: finding.location, test: finding.test },
      ]);
      expect(result.problems[0]).toMatchObject({ code: "peppol-refused", severity: "error" });
      for (const width of [80, 100, 120, "pipe"] as const) {
        const shown = screen(report, width);
        expect(shown).toMatch(/✗ The document was created as SB-7, but is/);
        expect(shown).not.toMatch(/✓|checks run now/);
        for (const each of [finding.reasonCode, finding.flag]) expect(shown).toContain(each);
        expect(shown.replace(/\s+/g, " ")).toContain("The supplier TRN");
      }
      expect(screen(report)).not.toContain(finding.test);
      expect(screen(await send({ verbose: true }))).toContain(finding.test);
    },
  );

  test("running it again says so again, and sends nothing", async () => {
    const { send, asked } = await telling(told("VALIDATION_FAILED", [finding]));
    await send();
    const report = await send();
    expect(exitCodes[report.outcome]).toBe(26);
    expect(asked.filter((each) => each.startsWith("POST"))).toHaveLength(1);
    expect(resultOf(report).validation_results).toMatchObject([{ text: finding.text }]);
    expect(screen(report)).toMatch(/✗ The document already exists, as SB-7, and is VALIDATION_FAILED/);
    expect(screen(report)).toContain(finding.text);
  });

  test("the next step is one that this service has", async () => {
    expect(resultOf(await (await telling(told("VALIDATION_FAILED"))).send()).problems[0]?.hint).toContain(
      "selfbill correct SB-7",
    );
    expect(resultOf(await (await telling(told("VALIDATION_FAILED"), true)).send()).problems[0]?.hint).toContain(
      "selfbill resubmit SB-7",
    );
  });

  test("a fatal finding without an overall status fails it, too", async () => {
    expect((await (await telling(told(null, [finding]))).send()).outcome).toBe("rejected");
    expect((await (await telling(told(null, [{ ...finding, flag: "warning" }]))).send()).outcome).toBe("done");
  });

  test("CSV, --results and --failed-to tell it", async () => {
    const { send, desk } = await telling(told("VALIDATION_FAILED", [finding]));
    const list = join(desk.folder, "left.txt");
    const report = await send({ output: "csv", failedTo: list });
    const csv = screen(report, "pipe");
    expect(csv).toContain("rejected");
    expect(csv).toContain("VALIDATION_FAILED");
    expect(csv).toContain(`${finding.text} (IBR-132-AE, fatal;`);
    expect(readFileSync(list, "utf8")).toContain("SB-7.yaml");
  });
});

test.each([
  [told("APPROVED"), /✓ .* created as SB-7; approved/],
  [told("PENDING"), /✓ .* created as SB-7; the Peppol checks run now/],
  [told(null), /✓ .* created as SB-7; the Peppol checks run now/],
  [null, /✓ .* created as SB-7; the Peppol checks run now/],
  [told("IN_REVIEW"), /✓ .* created as SB-7; its status is IN_REVIEW, which is not final/],
])("%j is told as it is", async (meta, line) => {
  const report = await (await telling(meta)).send();
  expect(report.outcome).toBe("done");
  expect(screen(report, 120).replace(/\s+/g, " ")).toMatch(line);
});

test("an approval with a fatal finding is not taken as the end of it", async () => {
  const report = await (await telling(told("APPROVED", [finding]))).send();
  expect(report.outcome).toBe("done");
  expect(resultOf(report).problems.map(({ code }) => code)).toContain("status-unknown");
  expect(screen(report)).toContain(finding.text);
});
