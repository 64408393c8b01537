import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeYaml } from "../../src/read/index.ts";
import { creditNote, invoice } from "../support/documents.ts";
import { runSelfbill, temporaryFolder } from "../support/run-selfbill.ts";

test("processes that credit one invoice at the same time never credit more than it had", async () => {
  const home = temporaryFolder();
  const file = (name: string, content: string): string => {
    writeFileSync(join(home, name), content);
    return join(home, name);
  };
  const bill = invoice({ document_number: "SB-1" });
  const [line] = bill.document_lines ?? [];
  const sent = await runSelfbill(
    ["create-invoice", file("bill.yaml", writeYaml(bill, "invoice")), "--sandbox", "--yes"],
    { home },
  );
  expect(sent.code).toBe(0);
  const notes = ["one", "two", "three"].map((name) => {
    const note = creditNote({
      document_number: `CN-${name}`,
      billing_reference: [{ id: "SB-1" }],
      reason: `Boxes came back, paper ${name}`,
      document_lines: [{ ...line, quantity: "30" }],
    });
    return file(`${name}.yaml`, writeYaml(note, "credit-note"));
  });
  const words = ["--sandbox", "--yes", "--allow-similar", "--json"];
  const ran = await Promise.all(notes.map((each) => runSelfbill(["create-credit-note", each, ...words], { home })));
  const answers = ran.map(({ stdout }) => JSON.parse(stdout));
  expect(ran.map(({ code }) => code).sort()).toEqual([0, 20, 20]);
  const refused = answers.filter(({ outcome }) => outcome !== "done");
  for (const { problems, results } of refused)
    expect(JSON.stringify([problems, results])).toContain(
      "Ceramic floor tile has 10 boxes (XBX) left to credit of SB-1, not 30",
    );
});
