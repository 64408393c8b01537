import type { Random } from "../random.ts";
import type { Served } from "./draw.ts";
import { type Plant, Plants } from "./plants.ts";
import {
  errorShapes,
  inSpelling,
  type ListShape,
  listed,
  listShapes,
  refusal,
  type Spelling,
  spellings,
  type Wrapper,
  wrapped,
  wrappers,
} from "./shapes.ts";
import {
  drawn,
  errorCodes,
  headerForms,
  legWords,
  letters,
  mlsWords,
  overallWords,
  places,
  sideWords,
  some,
  told,
  type Words,
} from "./words.ts";

export class Drawing {
  readonly #random: Random;
  readonly #prefix: string;
  readonly #token: string;
  readonly #note: <T extends string | number>(what: string, value: T) => T;
  readonly #spelling: Spelling;
  #parts = 0;

  constructor(
    random: Random,
    prefix: string,
    token: string,
    note: <T extends string | number>(what: string, value: T) => T,
  ) {
    this.#random = random;
    this.#prefix = prefix;
    this.#token = token;
    this.#note = note;
    this.#spelling = note("names", some(random, spellings, "as described"));
  }

  #plants(): Plants {
    this.#parts += 1;
    return new Plants(this.#random, `${this.#prefix}${this.#parts}x`, this.#token);
  }

  #some<T extends string | number>(what: string, all: readonly T[], plain: T, often = 3): T {
    return this.#note(what, some(this.#random, all, plain, often));
  }

  /** Returns one or two undocumented members, or none. */
  #unknown(plants: Plants, seen: "unknown" | "leg" | "entry" | "finding"): Record<string, unknown> {
    if (this.#random.oneIn(2)) return {};
    const names = ["queue", "hop", "clearance", "statusReason", "externalRef", "retry_count"];
    return Object.fromEntries(
      Array.from({ length: 1 + this.#random.below(2) }, (_, at) => {
        const name = `${names[this.#random.below(names.length)]}${at}`;
        return [name, plants.value(seen, name)];
      }),
    );
  }

  findings(): { readonly isFatal: boolean; readonly make: (plants: Plants) => unknown } {
    const random = this.#random;
    const flag = ["fatal", "FATAL", "Fatal"][random.below(15)] ?? "warning";
    const form = random.below(5);
    return {
      isFatal: form === 0 && flag !== "warning",
      make: (plants) => {
        if (form === 0)
          return [
            {
              flag,
              reasonCode: plants.word("finding", "reasonCode"),
              text: plants.text("finding", "text"),
              location: plants.text("verbose", "location"),
              test: plants.text("verbose", "test"),
              ...this.#unknown(plants, "finding"),
            },
          ];
        if (form === 1) return [plants.text("finding", "validation_results")];
        return form === 2 ? null : [];
      },
    };
  }

  #statusOf(plants: Plants, finding: ReturnType<Drawing["findings"]>) {
    const random = this.#random;
    const place = this.#some("status in", places, "described", 2);
    const word = this.#note("overall status", random.oneIn(3) ? "APPROVED" : random.pick(overallWords));
    const agree = word === "APPROVED" && random.oneIn(2);
    const [participant, fta] = agree
      ? (["APPROVED", "APPROVED"] as const)
      : [random.pick(sideWords), random.pick(sideWords)];
    const sides = { participant_status: participant, fta_status: fta };
    const results = { validation_results: finding.make(plants) };
    const extra = this.#unknown(plants, "unknown");
    const within = (status: object) => ({
      meta_info: { peppol_status: { ...status, ...sides, ...results, ...extra } },
    });
    const known: Words = { c3: told(participant), c5: told(fta) };
    switch (place) {
      case "described":
        return { members: within({ overall_status: word }), overall: word as string, known };
      case "another name":
        return { members: within({ state: word, why: plants.text("unknown", "why") }), overall: undefined, known };
      case "the root":
        return {
          members: { ...within({}), status: word, status_text: plants.text("unknown", "status_text") },
          overall: undefined,
          known,
        };
      case "a text":
        return {
          members: { meta_info: { peppol_status: plants.text("unknown", "peppol_status") } },
          overall: undefined,
          known: { c3: [], c5: [] },
          noResults: true,
        };
      case "an object":
        return {
          members: within({ overall_status: { code: word, text: plants.text("unknown", "text") } }),
          overall: undefined,
          known,
        };
      case "missing":
        return { members: within({}), overall: undefined, known };
      case "null":
        return { members: { meta_info: null }, overall: undefined, known: { c3: [], c5: [] }, noResults: true };
    }
  }

  document(id: string, finding: ReturnType<Drawing["findings"]>) {
    const plants = this.#plants();
    const random = this.#random;
    const status = this.#statusOf(plants, finding);
    const party = (seen: "supplier" | "fact") => ({
      name: plants.text("kept", "name"),
      party_name: plants.text(seen, "party_name"),
      party_tax_scheme: {
        company_id: plants.word(seen === "supplier" ? "fact" : seen, "company_id"),
        tax_scheme: "VAT",
      },
      ...this.#unknown(plants, "unknown"),
    });
    const document = {
      id,
      document_number: plants.word("number", "document_number"),
      document_status: "ACTIVE",
      issue_date: "2026-06-15",
      document_currency_code: "AED",
      accounting_supplier_party: party("supplier"),
      accounting_customer_party: party("fact"),
      note: plants.text("kept", "note"),
      billing_reference: [{ id: plants.word("fact", "id") }],
      attachments: [{ id: "a", file_name: plants.text("fact", "file_name"), file_type: "application/pdf" }],
      document_lines: [{ name: plants.text("kept", "name"), quantity: 1, ...this.#unknown(plants, "unknown") }],
      tax_amount: 5,
      totals: { payable_amount: 105 },
      ...status.members,
      ...this.#unknown(plants, "unknown"),
    };
    const wrapper = this.#some("documents in", wrappers, "nothing");
    // A one-element list is not a document: it is shown unchanged.
    const guessed = isGuessed(wrapper) && wrapper !== "a list of one";
    return {
      body: JSON.stringify(wrapped(inSpelling(document, this.#spelling), wrapper, plants, random)),
      plants: plants.all,
      overall: guessed ? status.overall : undefined,
      c3: guessed ? status.known.c3 : [],
      c5: guessed ? status.known.c5 : [],
      isFatal: guessed && finding.isFatal && !("noResults" in status),
    };
  }

  #leg(plants: Plants): { readonly leg: unknown; readonly words: readonly string[] } {
    const random = this.#random;
    if (random.oneIn(8)) return { leg: random.oneIn(2) ? null : {}, words: [] };
    const [status, code] = [random.pick(legWords), random.pick(mlsWords)];
    const mls = random.oneIn(3)
      ? null
      : {
          responseCode: code,
          receivedAt: 1_781_931_661_920,
          statusReasonCode: plants.word("leg", "statusReasonCode"),
          description: plants.text("leg", "description"),
          ...this.#unknown(plants, "leg"),
        };
    const leg = {
      country: plants.word("verbose", "country"),
      docTypeId: plants.word("verbose", "docTypeId"),
      processId: plants.word("verbose", "processId"),
      lastUpdated: random.oneIn(3) ? plants.text("leg", "lastUpdated") : 1_781_931_661_920,
      mlsResponse: mls,
      senderId: plants.word("verbose", "senderId"),
      receiverId: plants.word("verbose", "receiverId"),
      status,
      transmissionUuid: plants.word("verbose", "transmissionUuid"),
      transmissionResponse: random.oneIn(3)
        ? plants.text("leg", "transmissionResponse")
        : {
            messageId: plants.word("verbose", "messageId"),
            transmissionResult: plants.text("leg", "transmissionResult"),
            transmissionErrors: random.oneIn(2) ? [plants.text("leg", "transmissionErrors")] : null,
            transmissionError: random.oneIn(2) ? false : plants.text("leg", "transmissionError"),
          },
      ...this.#unknown(plants, "leg"),
    };
    return { leg, words: told(status, mls === null ? null : code) };
  }

  snapshot(id: string) {
    const plants = this.#plants();
    const random = this.#random;
    const [c3, c5] = [this.#leg(plants), this.#leg(plants)];
    const finding = this.findings();
    const form = this.#some(
      "legs",
      ["toC3 and toC5", "c3 and c5", "legs", "billing and reporting", "other names"],
      "toC3 and toC5",
    );
    const legs = {
      "toC3 and toC5": { toC3: c3.leg, toC5: c5.leg },
      "c3 and c5": { c3: c3.leg, c5: c5.leg },
      legs: { legs: { c3: c3.leg, c5: c5.leg } },
      "billing and reporting": { billing: c3.leg, taxReporting: c5.leg },
      "other names": { first: c3.leg, second: c5.leg },
    }[form];
    const snapshot = {
      id: plants.word("verbose", "id"),
      uuid: plants.word("verbose", "uuid"),
      documentUuid: id,
      documentType: plants.word("verbose", "documentType"),
      issuedBy: plants.word("verbose", "issuedBy"),
      lastUpdated: 1_781_931_662_480,
      validationResults: finding.make(plants),
      ...legs,
      ...this.#unknown(plants, "unknown"),
    };
    const wrapper = this.#some("snapshots in", wrappers, "nothing");
    const isKnown = isGuessed(wrapper) && form !== "other names";
    return {
      body: JSON.stringify(wrapped(inSpelling(snapshot, this.#spelling), wrapper, plants, random)),
      plants: plants.all,
      c3: isKnown ? c3.words : [],
      c5: isKnown ? c5.words : [],
      isFatal: isGuessed(wrapper) && finding.isFatal,
    };
  }

  #entry(plants: Plants, id: string): unknown {
    const random = this.#random;
    switch (random.below(8)) {
      case 0:
        return plants.text("entry", "the entry");
      case 1:
        return plants.number("entry", "the entry");
      case 2:
        return {
          [random.oneIn(2) ? "happening" : "what"]: plants.text("entry", "happening"),
          ...this.#unknown(plants, "entry"),
        };
      default:
        return inSpelling(
          {
            id: plants.word("entry-json", "id"),
            document_uuid: id,
            document_type: plants.word("entry-json", "document_type"),
            event: plants.word("entry", "event"),
            message: plants.text("entry", "message"),
            timestamp: random.oneIn(4) ? plants.text("entry", "timestamp") : 1_781_931_656_010 + random.below(9_000),
            sender_id: plants.word("entry", "sender_id"),
            receiver_id: random.oneIn(2) ? null : plants.word("entry", "receiver_id"),
            doc_type_id: plants.word("entry-json", "doc_type_id"),
            sent_message_id: plants.word("entry-json", "sent_message_id"),
            ...this.#unknown(plants, "entry"),
          },
          this.#spelling,
        );
    }
  }

  log(id: string): Served {
    const plants = this.#plants();
    const shape = this.#some("logs as", listShapes, "an array", 4);
    const count = shape === "a map" || shape === "one alone" ? 1 : this.#random.below(4);
    const entries = Array.from({ length: count }, () => this.#entry(plants, id));
    const answer = listed(entries, shape, plants, this.#random);
    return this.maybeRefused("logs", JSON.stringify(answer), plants.all);
  }

  list(): Served {
    const plants = this.#plants();
    const shape: ListShape = this.#some("lists as", listShapes, "a page as described", 3);
    const count = shape === "a map" || shape === "one alone" ? 1 : this.#random.below(3);
    const entries = Array.from({ length: count }, () => {
      if (this.#random.oneIn(6)) return plants.text("said", "the entry");
      if (this.#random.oneIn(6)) return { ref: plants.text("said", "ref"), sum: plants.number("said", "sum") };
      return inSpelling(
        {
          id: plants.word("number", "id"),
          document_number: plants.word("number", "document_number"),
          accounting_supplier_party: { party_name: plants.text("supplier", "party_name") },
          note: plants.text("kept", "note"),
          meta_info: null,
          ...this.#unknown(plants, "unknown"),
        },
        this.#spelling,
      );
    });
    const answer = listed(entries, shape, plants, this.#random);
    return this.maybeRefused("lists", JSON.stringify(answer), plants.all);
  }

  maybeRefused(what: string, body: string, plants: readonly Plant[]): Served {
    if (this.#random.oneIn(8)) return this.refused(what, this.#random.pick(errorCodes));
    return { status: 200, type: "application/json", body, plants };
  }

  refused(what: string, status: number): Served {
    const plants = this.#plants();
    const shape = this.#note(`errors (${what}) as`, this.#random.pick(errorShapes));
    return { status: this.#note(`status (${what})`, status), ...refusal(shape, plants), plants: plants.all };
  }

  create(id: string, extras: boolean): { readonly served: Served; readonly makes: boolean } {
    const random = this.#random;
    if (random.oneIn(3)) {
      const status = random.pick([400, 401, 403, 404, 409, 413, 415, 422, 500, 502, 503, 200, 202]);
      return { served: this.refused("create", status), makes: status >= 500 || status < 300 ? random.oneIn(2) : false };
    }
    const plants = this.#plants();
    const made = extras ? id : `made-${drawn(random, letters, 12)}`;
    const form = this.#some(
      "201 with",
      [
        "id",
        "id as a number",
        "no id",
        "uuid alone",
        "ID in capitals",
        "id in data",
        "a list",
        "null as id",
        "a text",
        "nothing",
      ],
      "id",
      2,
    );
    const number = { document_number: `N-${drawn(random, letters, 10)}` };
    const more = { note: plants.text("said", "note"), trace: plants.text("said", "trace") };
    const bodies: Readonly<Record<typeof form, unknown>> = {
      id: { id: made, ...number, ...more },
      "id as a number": { id: random.below(1_000_000), ...number, ...more },
      "no id": { ...number, ...more },
      "uuid alone": { uuid: made, ...number, ...more },
      "ID in capitals": { ID: made, ...number, ...more },
      "id in data": { data: { id: made, ...number, ...more } },
      "a list": [{ id: made, ...number, ...more }],
      "null as id": { id: null, ...number, ...more },
      "a text": plants.text("said", "the text"),
      nothing: {},
    };
    return {
      served: { status: 201, type: "application/json", body: JSON.stringify(bodies[form]), plants: plants.all },
      makes: true,
    };
  }

  headers(): Record<string, string> {
    const form = this.#note("rate headers", this.#random.pick(headerForms));
    if (form === "none") return {};
    const reset = this.#random.pick(["17", "1781931700", "soon", "-1"]);
    return { [`${form}Limit`]: "60", [`${form}Remaining`]: String(this.#random.below(61)), [`${form}Reset`]: reset };
  }
}

/** Whether selfbill unwraps this wrapper. */
const isGuessed = (wrapper: Wrapper): boolean => wrapper !== "envelope" && wrapper !== "a.b";
