import type { Random } from "../random.ts";
import { Drawing } from "./drawing.ts";
import type { Plant } from "./plants.ts";
import { drawn, letters, some } from "./words.ts";

export interface Served {
  readonly status: number;
  readonly type: string;
  readonly body: string;
  readonly plants: readonly Plant[];
}

/** Calls that a generated service answers. `other`: the other kind of document. */
export const parts = ["document", "status", "logs", "list", "other"] as const;
export type Part = (typeof parts)[number];

/** The facts about the generated document, whether or not selfbill understands them. */
export interface Truth {
  /** The overall status; set if it is in the documented place, in any spelling. */
  readonly overall: string | undefined;
  /** Status words of the legs, from the places that selfbill reads. */
  readonly c3: readonly string[];
  readonly c5: readonly string[];
  readonly isFatal: boolean;
}

/** A randomly generated service: one way to fill the gaps in the API description. */
export interface OpenContract {
  readonly name: string;
  /** Whether lists and documents are available; otherwise only the six documented endpoints are. */
  readonly extras: boolean;
  readonly kind: "invoice" | "credit-note";
  readonly id: string;
  readonly served: Readonly<Record<Part, Served>>;
  /** The answer to the create request. */
  readonly create: Served;
  /** Whether the request creates a document, regardless of the answer. */
  readonly makes: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly truth: Truth;
  /** Names of the randomly chosen variants. */
  readonly draws: readonly string[];
}

export const idForms = ["uuid", "ulid", "number", "hex", "slashes", "dots", "spaces", "arabic", "signs"] as const;

function idOf(random: Random, form: (typeof idForms)[number]): string {
  const hex = (length: number): string => drawn(random, "0123456789abcdef", length);
  switch (form) {
    case "uuid":
      return `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`;
    case "ulid":
      return drawn(random, letters, 26);
    case "number":
      return `9${drawn(random, "0123456789", 9)}`;
    case "hex":
      return hex(24);
    case "slashes":
      return `CN/${drawn(random, letters, 4)}/../${drawn(random, letters, 6)}`;
    case "dots":
      return `${drawn(random, letters, 6)}.${drawn(random, letters, 4)}:v1`;
    case "spaces":
      return `note ${drawn(random, letters, 8)} of June`;
    case "arabic":
      return `فاتورة ${drawn(random, "0123456789", 8)}`;
    case "signs":
      return `${drawn(random, letters, 8)}?x=%2e%2e#y&z;@`;
  }
}

/** Generates a contract at random; the same seed gives the same contract. */
export function drawContract(random: Random, name: string, prefix: string, token: string): OpenContract {
  const draws: string[] = [];
  const note = <T extends string | number>(what: string, drawnValue: T): T => {
    draws.push(`${what}: ${drawnValue}`);
    return drawnValue;
  };
  const extras = !random.oneIn(3);
  note("service", extras ? "with lists and documents" : "of the six endpoints");
  const kind = extras ? "invoice" : "credit-note";
  const idForm = note("ids", some(random, idForms, "uuid"));
  const id = idOf(random, idForm);
  const how = new Drawing(random, prefix, token, note);
  const finding = how.findings();
  const document = how.document(id, finding);
  const snapshot = how.snapshot(id);
  const served: Record<Part, Served> = {
    document: how.maybeRefused("document", document.body, document.plants),
    status: how.maybeRefused("status", snapshot.body, snapshot.plants),
    logs: how.log(id),
    list: how.list(),
    other: how.refused("other kind", 404),
  };
  const create = how.create(id, extras);
  const fromLegs = served.status.status === 200 ? snapshot : { c3: [], c5: [] };
  return {
    name,
    extras,
    kind,
    id,
    served,
    create: create.served,
    makes: create.makes,
    headers: how.headers(),
    truth: {
      overall: extras ? document.overall : undefined,
      c3: [...(extras ? document.c3 : []), ...fromLegs.c3],
      c5: [...(extras ? document.c5 : []), ...fromLegs.c5],
      isFatal: extras ? document.isFatal || snapshot.isFatal : snapshot.isFatal,
    },
    draws,
  };
}
