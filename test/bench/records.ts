import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../../src/database/index.ts";
import { writeYaml } from "../../src/read/index.ts";
import { bigAccount, writeBigJournal } from "../support/big-journal.ts";
import { freshDocument } from "./fresh.ts";
import { run as costOf } from "./journal-commands.ts";
import { bin, type Checkout, run } from "./program.ts";
import { interleaved, type Measured, type Work } from "./rounds.ts";

const documents = 20_000;
const shown = documents.toLocaleString("en");
const nodeAlone = "node -e 0";
const send = ["create-invoice", "--yes", "--json", "--allow-similar", "--accept-changed-supplier"];

/**
 * Measures whole commands in a home whose journal has 20,000 documents from one month; each checkout has a home of
 * its own.
 */
export async function benchRecords(checkouts: readonly Checkout[], rounds: number): Promise<Measured[]> {
  const folder = mkdtempSync(join(tmpdir(), "selfbill-bench-"));
  const first = join(folder, "journal.db");
  writeBigJournal(first, documents, { lastHundred: Date.now() - 3 * 24 * 3_600_000 });
  const homes = new Map(
    checkouts.map(({ name }) => {
      const home = join(folder, name);
      mkdirSync(join(home, "data"), { recursive: true });
      copyFileSync(first, journalOf(home));
      return [name, home] as const;
    }),
  );
  const service = await answering();
  const measure = async (name: string, work: (checkout: Checkout, home: string) => Promise<number>) => {
    const works = checkouts.map((each): [string, Work] => [each.name, () => work(each, homes.get(each.name) ?? "")]);
    const alone: Work = () => run(["-e", "0"], folder);
    const series = await interleaved({ ...Object.fromEntries(works), [nodeAlone]: alone }, rounds);
    return { part: "records", name, unit: "ms", series } as const;
  };
  try {
    return [
      await measure(`journal verify, ${shown} documents`, (checkout, home) =>
        run([bin(checkout), "journal", "verify"], home),
      ),
      await measure(`first send of the day, ${shown} documents`, (checkout, home) => {
        forgetDailyCheck(home);
        const file = join(home, "invoice.yaml");
        writeFileSync(file, writeYaml(freshDocument(2), "invoice"));
        return run([bin(checkout), ...send, file], home, { env: service.env });
      }),
      await measure(`report of a month, ${shown} documents`, (checkout, home) =>
        run([bin(checkout), "report", "--month", month], home),
      ),
      await memoryOfReport(checkouts[0] as Checkout, homes.get("selfbill") ?? ""),
    ];
  } finally {
    service.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The month in which the documents of a big journal were issued. */
const month = "2026-06";

const journalOf = (home: string): string => join(home, "data", "journal.db");

async function memoryOfReport({ folder }: Checkout, home: string): Promise<Measured> {
  if (folder !== process.cwd()) throw new Error("memory is measured of this checkout");
  const { memory } = await costOf(home, ["report", "--month", month]);
  return {
    part: "records",
    name: `report of a month, ${shown} documents: memory`,
    unit: "MB",
    series: { selfbill: [memory] },
  };
}

/** Removes the note of today's check, so that the next send checks the whole journal, like the first one of a day. */
function forgetDailyCheck(home: string): void {
  const opened = openDatabase(journalOf(home), "");
  if (!opened.ok) throw new Error(opened.problems[0].message);
  opened.value.run("DELETE FROM checked");
  opened.value.close();
}

/** Starts a service that answers every create request, and returns the settings that point to it. */
async function answering() {
  let created = 0;
  const server = createServer(async (asked, answer) => {
    if (asked.method === "GET") return void answer.writeHead(404).end();
    created += 1;
    const { document_number } = JSON.parse(Buffer.concat(await asked.toArray()).toString());
    const text = JSON.stringify({ id: `bench-${created}`, document_number });
    answer.writeHead(201, { "content-type": "application/json" }).end(text);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const env = {
    SELFBILL_BASE_URL: `http://127.0.0.1:${port}`,
    SELFBILL_BUSINESS_PROFILE_ID: bigAccount.businessProfileId,
    SELFBILL_TOKEN: "bench",
  };
  return { env, close: () => server.close() };
}
