import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DocumentKind } from "../../src/document/index.ts";
import { writeYaml } from "../../src/read/index.ts";
import { creditNote, invoice, line } from "../support/documents.ts";
import { moveClock } from "../support/moved-clock.ts";
import { drawService } from "./described/draw.ts";
import { type DescribedServer, startDescribedServer } from "./described/server.ts";
import { keepSuggestions } from "./described/steps.ts";
import { Visit } from "./described/visit.ts";
import { homeAt, openUser, token } from "./open/ask.ts";
import { Random } from "./random.ts";
import { type FaultOptions, type FaultReport, Tally } from "./report.ts";

/**
 * Draws services that have the six endpoints of the description and nothing else, each with its own choice for
 * everything that the description leaves open, and runs the commands of a document's life against each over HTTP.
 */
export async function run({ count, seed, say, words }: FaultOptions): Promise<FaultReport> {
  const tally = new Tally();
  const scratch = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "selfbill-described-"));
  const clock = moveClock();
  const kept = keepSuggestions();
  const server = await startDescribedServer();
  const files = writeFiles(join(scratch, "files"));
  const from = Number(words.from ?? 0);
  try {
    // No more violations are kept than these.
    for (let number = from; number < from + count && tally.violations.length < 20; number++) {
      const name = `seed ${seed}, service ${number}`;
      const service = drawService(new Random(seed * 1_000_003 + number), name, `q${number.toString(36)}z`, token);
      clock.reset();
      server.serve(service);
      const home = homeAt(scratch, number);
      mkdirSync(home);
      const user = openUser(home, server.baseUrl, false, clock, { SELFBILL_BUSINESS_PROFILE_ID: service.profileId });
      await new Visit(service, server, user, tally, kept, home).all(files);
      rmSync(home, { recursive: true, force: true });
      if (number % 100 === 99) say(`  ${number + 1 - from} of ${count}, ${tally.violations.length} broken`);
    }
  } finally {
    kept.end();
    await server.close();
    clock.restore();
    rmSync(scratch, { recursive: true, force: true });
  }
  return tally.report("described", seed);
}

export type Files = Readonly<Record<DocumentKind, { readonly numbered: string; readonly unnumbered: string }>>;

/** Writes an invoice and a credit note, each with and without a number. */
function writeFiles(folder: string): Files {
  mkdirSync(folder);
  const document_lines = [line({ quantity: "61" })];
  const documents = { invoice: invoice({ document_lines }), "credit-note": creditNote() };
  const write = (kind: DocumentKind) => {
    const { document_number, ...rest } = documents[kind];
    const [numbered, unnumbered] = ["numbered", "unnumbered"].map((name) => join(folder, `${kind}-${name}.yaml`)) as [
      string,
      string,
    ];
    writeFileSync(numbered, writeYaml({ document_number, ...rest }, kind));
    writeFileSync(unnumbered, writeYaml(rest, kind));
    return { numbered, unnumbered };
  };
  return { invoice: write("invoice"), "credit-note": write("credit-note") };
}

export type { DescribedServer };
