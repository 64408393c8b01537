import { expect, test } from "vitest";
import { createInvoice } from "../../src/commands/create-invoice.ts";
import { writeYaml } from "../../src/read/index.ts";
import { invoice, line } from "../support/documents.ts";
import { runCommand } from "../support/run-command.ts";
import { runSelfbill, temporaryFolder } from "../support/run-selfbill.ts";
import { serviceDesk } from "../support/service-desk.ts";
import { startTestSandbox } from "../support/start-sandbox.ts";

const withCode = (code: string) =>
  line({
    commodity_classification: {
      commodity_code: "G",
      item_classification_code: code,
      item_classification_list_id: "HS",
    },
  });
const content = writeYaml(invoice({ document_lines: ["69072100", "69072100", "690799"].map(withCode) }), "invoice");

test("the question before sending shows what each HS code means, once", async () => {
  const desk = serviceDesk(await startTestSandbox(), { answer: false, real: true });
  const file = desk.file("march.yaml", content);
  await runCommand(createInvoice, desk, [file]);
  const lines = desk.said.flatMap((each) => each.split("\n")).filter((each) => /^ +HS /.test(each));
  expect(lines).toEqual([
    expect.stringMatching(/^ {2}HS 69072100 +Ceramic tiles; flags and paving/),
    "  HS 690799     not found in the Harmonized System 2022. To search: selfbill codes hs WORDS",
  ]);
});

test("so does the preview", async () => {
  const home = temporaryFolder();
  const { stdout } = await runSelfbill(["preview", "-"], { home, input: content });
  expect(stdout).toMatch(/HS 69072100 +Ceramic tiles; flags and paving/);
});
