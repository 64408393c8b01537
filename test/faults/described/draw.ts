import type { DocumentKind } from "../../../src/document/index.ts";
import { Plants } from "../open/plants.ts";
import { errorShapes, refusal } from "../open/shapes.ts";
import { drawn, letters, some } from "../open/words.ts";
import type { Random } from "../random.ts";
import { type CreatedAnswer, drawCreated } from "./draw-created.ts";
import type { IdForm } from "./draw-id.ts";
import { drawLater, type Later } from "./draw-later.ts";

/** How an answer leaves the service. */
export interface Reply {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** How the bytes of all answers travel. */
export const encodings = ["plain", "chunked", "gzip", "charset", "BOM"] as const;
export type Encoding = (typeof encodings)[number];

/** What the service makes of one create request. */
export type Creates = { readonly is: "created"; readonly answer: CreatedAnswer } | RefusedCreate;

interface RefusedCreate {
  readonly is: "refused";
  readonly reply: Reply;
  /** Whether the document exists nevertheless; always told by an id within the answer. */
  readonly makes: boolean;
}

/** A service of the six endpoints, with one choice for each point that their description leaves open. */
export interface DescribedService {
  readonly name: string;
  readonly profileId: string;
  readonly encoding: Encoding;
  /** The answer to a call that is none of the six. */
  readonly missing: Reply;
  /** The answer about a document that does not exist. */
  readonly unknown: Reply;
  readonly creates: Readonly<Record<DocumentKind, Creates>>;
  readonly later: Later;
  /** Whether the files state a number. */
  readonly numbered: boolean;
  readonly draws: readonly string[];
  /** Decides what else is asked. */
  readonly random: Random;
}

export type Note = <T extends string | number>(what: string, drawnValue: T) => T;

const profileForms = [
  "SBX-1",
  "BP-7Q2M4X9KTD",
  "org/7:main",
  "palm ledger 1",
  "نخلة-7",
  "p#1?x=%2F",
  "-7",
  "0",
  "7.10",
  'it\'s "ours"',
  "--main",
  "a".repeat(300),
] as const;
const missingStatuses = [404, 405, 501] as const;
const refusedStatuses = [400, 401, 403, 404, 405, 409, 413, 415, 422, 429, 500, 502, 503] as const;

export function drawService(random: Random, name: string, prefix: string, token: string): DescribedService {
  const draws: string[] = [];
  const note: Note = (what, drawnValue) => {
    draws.push(`${what}: ${drawnValue}`);
    return drawnValue;
  };
  const plants = new Plants(random, prefix, token);
  const numbered = note("numbers sent", random.oneIn(2) ? "yes" : "no") === "yes";
  // Ids of both documents that only their case, or a dot, tells apart.
  const twins = random.oneIn(12)
    ? random.pick<IdForm>(["case twins", "one or two dots", "512 of two units"])
    : undefined;
  const creates = (kind: DocumentKind): Creates => {
    if (!random.oneIn(5))
      return { is: "created", answer: drawCreated({ random, kind, prefix, note, numbered }, twins) };
    return drawRefused(random, note, plants);
  };
  return {
    name,
    profileId: note("business profile", some(random, profileForms, "SBX-1")),
    encoding: note("encoding", random.pick(encodings)),
    missing: { ...plain(random, plants), status: note("missing calls", random.pick(missingStatuses)) },
    unknown: { ...plain(random, plants), status: note("unknown documents", random.oneIn(4) ? 400 : 404) },
    creates: { invoice: creates("invoice"), "credit-note": creates("credit-note") },
    later: drawLater(random, prefix, note),
    numbered,
    draws,
    random,
  };
}

const plain = (random: Random, plants: Plants): Omit<Reply, "status"> => refusal(random.pick(errorShapes), plants);

function drawRefused(random: Random, note: Note, plants: Plants): RefusedCreate {
  const status = note("refused with", random.pick(refusedStatuses));
  const shape = note("errors as", random.pick(errorShapes));
  if (status >= 500 && random.oneIn(3)) {
    const id = `made-${drawn(random, letters, 8)}`;
    const body = JSON.stringify({ id, errors: { message: "stored, and then it failed" } });
    return { is: "refused", reply: { status, type: "application/json", body }, makes: true };
  }
  return { is: "refused", reply: { status, ...refusal(shape, plants) }, makes: false };
}
