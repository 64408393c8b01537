import { appendFileSync } from "node:fs";
import type { Desk } from "../../src/desk/index.ts";
import type { BusinessProfile } from "../../src/document/index.ts";
import { hooksOf } from "../../src/extra.ts";
import { extras } from "../../src/extras.ts";
import { fail, ok, problem } from "../../src/problem/index.ts";
import { diskFiles } from "../../src/read/index.ts";
import { makeStyle } from "../../src/render/index.ts";
import { accountOf, type ServiceProfile } from "../../src/settings/index.ts";
import type { Supplier } from "../../src/suppliers/index.ts";
import { sayingProblems } from "./saying-problems.ts";

export interface OfflineDesk extends Desk {
  /** The pieces in which the answer was written. */
  readonly pieces: string[];
  readonly said: string[];
}

export interface OfflineFacts {
  /** The buyer of the stored profile; if absent, there is no profile. */
  readonly buyer?: BusinessProfile;
  readonly suppliers?: readonly Supplier[];
  readonly asJson?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
  readonly input?: string;
  /** The number of pieces after which the reader closes the pipe. */
  readonly heard?: number;
}

/** A desk with real files, but no service, token or journal. */
export function offlineDesk(facts: OfflineFacts = {}): OfflineDesk {
  const pieces: string[] = [];
  const said: string[] = [];
  const absent = (): never => {
    throw new Error("this desk has no such thing");
  };
  const style = makeStyle({ isTerminal: false, columns: 100, environment: {}, noColor: true });
  return {
    pieces,
    said,
    files: diskFiles(standardInput(facts.input ?? "")),
    ask: { possible: false, confirm: absent, secret: absent, text: absent, question: absent },
    output: {
      absolute: absent,
      append: async (path, text) => {
        appendFileSync(path, text);
        return ok(undefined);
      },
      write: absent,
      grow: absent,
      show: absent,
      remove: absent,
    },
    inputIsTerminal: false,
    hooks: { ...hooksOf(extras), fill: hooksOf([]).fill }, // because there are no books
    environment: facts.environment ?? {},
    talkStyle: style,
    dataStyle: style,
    asJson: facts.asJson ?? false,
    now: () => new Date("2026-06-20T08:00:00Z"),
    pause: absent,
    say: (line) => {
      said.push(line);
    },
    sayProblems: sayingProblems((line) => said.push(line), style),
    live: absent,
    settings: absent,
    suppliers: async () => ok({ path: "suppliers.yaml", suppliers: facts.suppliers ?? [] }),
    profile: async ({ profile }) =>
      facts.buyer ? ok(profileWith(facts.buyer)) : fail(problem("no-profile", `No profile ${profile}.`, "Make one.")),
    notOurs: async () => undefined,
    account: async (profile) =>
      profile?.businessProfileId === undefined ? undefined : accountOf(profile, profile.businessProfileId),
    connect: absent,
    journal: absent,
    inCi: false,
    journalPlace: async () => ok({ path: "journal.db", exists: true, onServer: false }),
    marks: async () => absent(),
    journalIsNew: absent,
    meanwhile: () => undefined,
    onStop: absent,
    announce: absent,
    write: async (piece) => {
      pieces.push(piece);
      return pieces.length < (facts.heard ?? Number.POSITIVE_INFINITY);
    },
    stopped: absent,
  };
}

async function* standardInput(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

function profileWith(businessProfile: BusinessProfile): ServiceProfile {
  return {
    name: "mine",
    baseUrl: "https://einvoice.example",
    origin: "https://einvoice.example",
    sandbox: false,
    businessProfileId: "BP-7Q2M4X9KTD",
    serviceVersion: "20260101",
    versionHeader: "X-SERVICE-VERSION",
    extras: true,
    businessProfile,
    sources: { name: "flag", baseUrl: "flag", businessProfileId: "flag", serviceVersion: "flag" },
  };
}
