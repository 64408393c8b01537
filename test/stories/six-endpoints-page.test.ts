import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { writeYaml } from "../../src/read/index.ts";
import { startDescribedServer } from "../faults/described/server.ts";
import { creditNote, invoice } from "../support/documents.ts";
import { plainEnvironment, temporaryFolder, top } from "../support/run-selfbill.ts";
import { finding, told } from "../support/six-endpoints.ts";

/** Starts a service of six endpoints: the invoice failed, and the credit note has a number of the service's own. */
async function service() {
  const server = await startDescribedServer();
  onTestFinished(() => server.close());
  const created = (idText: string, id: string, more: object) => ({
    is: "created" as const,
    answer: {
      idText,
      body: (sent: Readonly<Record<string, unknown>>) =>
        // JSON.stringify would round a big number.
        `{"id":${id},${JSON.stringify({ ...sent, document_sequence: 118, ...more }).slice(1)}`,
    },
  });
  const no = { status: 404, type: "application/json", body: '{"errors":{"message":"There is no such thing"}}' };
  const failed = { meta_info: told("VALIDATION_FAILED", [finding]) };
  server.serve({
    profileId: "org/7:main",
    encoding: "plain",
    missing: no,
    unknown: no,
    creates: {
      invoice: created("9007199254740993", "9007199254740993", failed),
      "credit-note": created("CN-1", '"CN-1"', { document_number: "CN/2026/118" }),
    },
    later: { status: no, logs: no },
  });
  return server;
}

/** Pastes the page's commands into a shell, in a folder with the documents that they name; returns its output. */
async function pasted(baseUrl: string): Promise<string> {
  const page = readFileSync(join(top, "src/manual/scripts.md"), "utf8");
  const [, story = ""] = /<!-- six endpoints -->\n```sh\n([\s\S]*?)```/.exec(page) ?? [];
  const folder = temporaryFolder();
  mkdirSync(join(folder, "home"));
  writeFileSync(join(folder, "june.yaml"), writeYaml(invoice({ document_number: undefined }), "invoice"));
  const apart = { billing_reference: [{ id: "SB-2026-0900", issue_date: "2026-06-15" }] };
  writeFileSync(join(folder, "june-credit.yaml"), writeYaml(creditNote(apart), "credit-note"));
  const program = `selfbill() { "${process.execPath}" "${join(top, "bin/selfbill.cjs")}" "$@"; }`;
  const env = {
    ...plainEnvironment(),
    NO_COLOR: "1",
    SERVICE: baseUrl,
    SELFBILL_HOME: join(folder, "home"),
    SELFBILL_TOKEN: "t",
  };
  const child = spawn("sh", ["-c", `set -e\nexec 2>&1\n${program}\n${story}`], { cwd: folder, env });
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  const code = await new Promise((ended) => child.on("close", ended));
  expect(code, said).toBe(0);
  return said;
}

test.skipIf(process.platform === "win32")(
  "the manual's service of six endpoints: each answer is heard, as the page says",
  async () => {
    const server = await service();
    const said = await pasted(server.baseUrl);
    let from = 0;
    for (const moment of [
      /The document exists as 9007199254740993, but it failed the Peppol validation/,
      /The supplier TRN must have 15 digits/,
      /exit code 26\n/,
      /Nothing was sent: this document exists as 9007199254740993, and it failed/,
      /exit code 26\n/,
      /9007199254740993\t.*VALIDATION_FAILED/,
      /IBR-132-AE[\s\S]*cac:PartyTaxScheme[\s\S]*string-length/,
      /exit code 26\n/,
      /failed\t9007199254740993/,
      /june-corrected\.yaml/,
      /THE SERVICE GAVE SBC-2026-0001 ITS OWN NUMBER: the document exists as CN\/2026\/118 \(CN-1\)/,
      /Id\tCN-1/,
      /Id\tCN-1/,
    ]) {
      const found = moment.exec(said.slice(from));
      expect(found, `${moment} in …${said.slice(from)}`).not.toBeNull();
      from += (found?.index ?? 0) + (found?.[0].length ?? 0);
    }
    expect(said).not.toMatch(/as\s*[;.]|''|resubmit/);
    expect(server.creates).toEqual({ invoice: 1, "credit-note": 1 });
    expect(server.strangeCalls).toEqual([]);
  },
);
