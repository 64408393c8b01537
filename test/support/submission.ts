import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SelfBilledDocument } from "../../src/document/index.ts";
import { prepare, type Sendable } from "../../src/prepare/index.ts";
import { writeYaml } from "../../src/read/index.ts";
import {
  Gate,
  type SentBefore,
  type Shared,
  type Submission,
  type SubmitOptions,
  submit,
  watchForStop,
} from "../../src/submit/index.ts";
import { invoice, palmLedger } from "./documents.ts";
import { given } from "./journal-file.ts";
import type { RawServer } from "./raw-server.ts";
import { type ServiceDeskFacts, serviceDesk } from "./service-desk.ts";

const words = { sandbox: false, profile: undefined, businessProfile: undefined, serviceVersion: undefined };

const usual: SubmitOptions = {
  waiting: { none: true, most: 0 },
  allowSimilar: false,
  sendAnyway: false,
  approvals: [],
};

/** Submits documents to a raw server without a command. */
export async function submitterTo(server: Pick<RawServer, "port">, facts: ServiceDeskFacts = {}) {
  const account = { token: "token-of-the-test", businessProfileId: "SBX-TEST", profile: palmLedger };
  const desk = serviceDesk({ baseUrl: `http://127.0.0.1:${server.port}`, ...account }, facts);
  const connection = given(await desk.connect(words));
  const shared: Shared = { journal: desk.openedJournal, desk, stop: watchForStop(desk), gate: new Gate() };
  /** Reads and validates the document, as a command does. */
  const prepared = async (change: Partial<SelfBilledDocument> = {}): Promise<Sendable> => {
    const path = join(desk.folder, "submitted.yaml");
    writeFileSync(path, writeYaml(invoice(change), "invoice"));
    const read = await prepare(path, { version: "20260101", profile: connection.profile }, desk);
    const wrong = read.problems.filter(({ severity }) => severity === "error");
    if (wrong.length > 0) throw new Error(wrong.map(({ message }) => message).join("\n"));
    return read as Sendable;
  };
  const send = async (
    change: Partial<SelfBilledDocument> = {},
    how: Partial<SubmitOptions & Omit<Shared, "journal">> = {},
    before?: SentBefore,
  ): Promise<Submission> => {
    const { gate = shared.gate, stop = shared.stop, guard, desk: own = desk, ...options } = how;
    const all = { ...shared, gate, stop, desk: own, ...(guard ? { guard } : {}) };
    return submit(await prepared(change), connection, all, { ...usual, ...options }, before);
  };
  return { desk, connection, shared, prepared, send };
}

export const codesIn = ({ problems }: Submission): string[] => problems.map(({ code }) => code);
