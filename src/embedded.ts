/// <reference lib="esnext.disposable" preserve="true" />
/** The exports of "selfbill/sandbox" for test suites: the whole service inside their own process, in memory unless a folder is given. */
import {
  type StartOptions as AllOptions,
  optionProblem,
  type SandboxOptionName,
  sandboxOptions,
  openSandbox as start,
  unknownOption,
} from "./sandbox/index.ts";

/** Options of a sandbox; all of them are optional. */
export interface SandboxOptions {
  /** Folder of its documents; by default in memory, so that nothing stays behind. */
  readonly folder?: string | undefined;
  /** Whether to keep everything in memory, which is the default without `folder`. */
  readonly memory?: boolean | undefined;
  /** Initial documents, as create bodies. A refused one stops the start; existing ones are skipped. */
  readonly seed?: readonly object[] | undefined;
  /** true lets the process end while the sandbox is still open. */
  readonly unref?: boolean | undefined;
  /** Bearer token and business profile id (`SBX-…`) instead of generated ones; a folder keeps those of its first start. */
  readonly token?: string | undefined;
  readonly businessProfileId?: string | undefined;
  /** By default any free port. */
  readonly port?: number | undefined;
  /** Requests per minute; no limit by default, 60 at the service. */
  readonly rate?: number | undefined;
  /** Refuse every missing field at once, including derivable ones, and every unknown field. */
  readonly strict?: boolean | undefined;
  /** Seconds that a document stays PENDING; 3 by default. Moving the clock is quicker than waiting. */
  readonly pendingSeconds?: number | undefined;
  /** false for a subscription without Phase 2; status and logs answer 403. */
  readonly phase2?: boolean | undefined;
  /** Answer 404 to status requests until transmission starts. */
  readonly snapshot404?: boolean | undefined;
  /** Contract version for requests that name none. */
  readonly defaultVersion?: string | undefined;
  /** Edition of the Peppol rules, such as `1.0.4`; by default the one in force by the sandbox's clock. */
  readonly rulesEdition?: string | undefined;
  /** Refuse a credit note whose invoice does not exist, failed, or has less left to credit. */
  readonly checkReferences?: boolean | undefined;
  /** Refuse a document that already exists under another number. */
  readonly checkDuplicates?: boolean | undefined;
}

/** How an additional account differs from the sandbox's own. */
export interface AccountOptions {
  readonly rate?: number;
  readonly strict?: boolean;
  readonly phase2?: boolean;
  readonly pendingSeconds?: number;
}

/** An account of the sandbox; `client` requests tokens that last a day. */
export interface SandboxAccount {
  readonly id: string;
  readonly token: string;
  readonly businessProfileId: string;
  readonly client: { readonly id: string; readonly secret: string };
}

/** A wire fault; the members are those of POST /sandbox/faults. */
export interface Fault {
  readonly fault:
    | "status"
    | "rate-limited"
    | "not-json"
    | "close"
    | "created-but-lost"
    | "reset"
    | "cut"
    | "garbage"
    | "stall"
    | "latency"
    | "drip";
  /** Whether the request is still carried out. */
  readonly processed?: boolean;
  readonly method?: "GET" | "POST" | "PUT";
  /** The fault applies only to requests whose path begins with this. */
  readonly path?: string;
  /** The fault applies only to documents of this supplier (TIN or TRN), or to the document with this number. */
  readonly supplier?: string;
  readonly number?: string;
  /** Number of requests to which the fault applies; by default one, or all with `probability`. */
  readonly times?: number;
  readonly probability?: number;
  readonly seed?: number;
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  /** Seconds. */
  readonly retry_after?: number;
  readonly spelling?: "documented" | "gateway" | "date" | "bare";
  readonly bytes?: number;
  readonly milliseconds?: number;
}

/** A queued fault; `left` is null if it has no limit. */
export type QueuedFault = Fault & { readonly id: string; readonly left: number | null; readonly met: number };

/** A request that the sandbox received. Times are Unix milliseconds by the sandbox's clock; the token is left out. */
export interface SeenRequest {
  readonly n: number;
  readonly at: number;
  readonly milliseconds: number | null;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** null if the connection ended without an answer. */
  readonly status: number | null;
  readonly answer: string;
  readonly fault: string | null;
  /** Id of the document it created, even if the answer was lost. */
  readonly created: string | null;
  /** Unknown fields of the request's body (the first 50), each with the field that was probably meant. */
  readonly ignored: ReadonlyArray<{ readonly path: string; readonly did_you_mean: string | null }>;
}

/** The client's behaviour so far, judged by the requests received and the sandbox's clock. */
export interface Verification {
  readonly ok: boolean;
  /** A sentence for each failed check, with the requests: `expect(sandbox.verify().problems).toEqual([])` shows them. */
  readonly problems: readonly string[];
  readonly requests: number;
  readonly checks: ReadonlyArray<{
    readonly check:
      | "each-document-once"
      | "looks-before-resending"
      | "version-header"
      | "one-version"
      | "content-type"
      | "retry-after"
      | "rate-limit"
      | "polling"
      | "known-fields";
    readonly ok: boolean;
    readonly says: string;
    /** The requests' numbers. */
    readonly requests: readonly number[];
  }>;
}

export interface Sandbox {
  /** `http://127.0.0.1:PORT`. */
  readonly baseUrl: string;
  readonly token: string;
  readonly businessProfileId: string;
  /** Id and secret for the call that requests a token. */
  readonly client: { readonly id: string; readonly secret: string };
  /** Additional accounts, each with its own token, documents, quota, clock and faults, for tests that run side by side. */
  readonly accounts: {
    add(options?: AccountOptions): SandboxAccount;
    list(): readonly SandboxAccount[];
    /** Throws for an account that does not exist. */
    remove(id: string): void;
  };
  /** Returns the last requests, oldest first; the last 500 of them keep their bodies. */
  requests(): readonly SeenRequest[];
  /**
   * Checks that each document was created once, that the client looked before sending again, used one named version and
   * JSON, waited after a 429, kept to the limit and sent only known fields.
   */
  verify(): Verification;
  readonly faults: {
    /** Queues faults for the next matching requests. Throws for an unknown fault. */
    add(...faults: readonly Fault[]): void;
    list(): readonly QueuedFault[];
    clear(): void;
  };
  readonly clock: {
    /** Returns the time of the clock in Unix milliseconds. */
    now(): number;
    advance(seconds: number): void;
    set(unixMilliseconds: number): void;
  };
  /** Saves the documents and the clock under a name, and restores them. Throws for an unknown name. */
  readonly snapshots: { save(name: string): void; restore(name: string): void };
  /** Deletes documents, requests, quota, faults and the clock's offset; keeps the token. */
  reset(): void;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

type Said = { readonly message: string; readonly hint: string };

function refuse(problems: readonly Said[]): void {
  if (problems.length > 0) throw new Error(problems.map(({ message, hint }) => `${message} ${hint}`).join("\n"));
}

/** Options of this entry only, with the values they take. The compiler ensures that each option is here or in the table. */
const ownOptions = {
  folder: [(value) => typeof value === "string" && value !== "", "Write the path of a folder."],
  memory: [(value) => typeof value === "boolean", "Write true or false."],
  unref: [(value) => typeof value === "boolean", "Write true or false."],
  seed: [
    (value) => Array.isArray(value) && value.every((each) => typeof each === "object" && each !== null),
    "Write an array of create bodies.",
  ],
} satisfies Record<
  Exclude<keyof SandboxOptions, SandboxOptionName>,
  readonly [isRight: (value: unknown) => boolean, hint: string]
>;

function problemsOf(options: Readonly<Record<string, unknown>>): Said[] {
  const names = [...Object.keys(ownOptions), ...Object.keys(sandboxOptions)];
  const found = Object.entries(options).flatMap(([name, value]): Said[] => {
    if (!names.includes(name)) return [unknownOption(name, names, "startSandbox")];
    if (value === undefined) return [];
    if (!Object.hasOwn(ownOptions, name)) return [optionProblem(name as SandboxOptionName, value, name) ?? []].flat();
    const [isRight, hint] = ownOptions[name as keyof typeof ownOptions];
    return isRight(value) ? [] : [{ message: `This is not a value that ${name} takes.`, hint }];
  });
  if (options.memory !== true || options.folder === undefined) return found;
  return [...found, { message: "memory and folder exclude each other.", hint: "Leave one of them out." }];
}

/** Starts a sandbox. Throws if it cannot start or an option is wrong. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  refuse(problemsOf(options as Readonly<Record<string, unknown>>));
  const { folder, memory: _, seed = [], unref = false, ...more } = options;
  const shared: Pick<SandboxOptions, SandboxOptionName> = more;
  const set = Object.fromEntries(Object.entries({ rate: 0, ...shared }).filter(([, value]) => value !== undefined));
  const bodies = seed.map((each) => JSON.stringify(each));
  const started = await start({ ...(set as Partial<AllOptions>), folder, unref, seed: bodies });
  if (!started.ok) return refuse(started.problems) as never;
  const { baseUrl, token, businessProfileId, client, accounts, controls, close } = started.value;
  const { faults, requests, snapshots } = controls;
  return {
    baseUrl,
    token,
    businessProfileId,
    client,
    accounts: {
      add: (given = {}) => {
        const made = accounts.add(given);
        return made.ok ? made.value : (refuse(made.problems) as never);
      },
      list: () => accounts.list(),
      remove: (id) => {
        if (!accounts.remove(id)) throw new Error(`There is no account ${id}.`);
      },
    },
    requests: () =>
      requests
        .last(Number.POSITIVE_INFINITY)
        .map(({ overQuota: _, content: __, awayUntil: ___, sent: ____, pages: _____, ...seen }) => seen),
    verify: () => started.value.verify(),
    faults: {
      add: (...given) => void faults.order(given),
      list: () => faults.list().map(({ id, fault, left, met }) => ({ ...(fault as Fault), id, left, met })),
      clear: () => faults.clear(),
    },
    clock: {
      now: () => controls.now(),
      advance: (seconds) => controls.moveClock(Math.round(seconds * 1000)),
      set: (then) => controls.moveClock(then - controls.now()),
    },
    snapshots: {
      save: (name) => snapshots.save(name),
      restore: (name) => {
        if (!snapshots.restore(name)) throw new Error(`There is no snapshot ${name}.`);
      },
    },
    reset: () => controls.reset(),
    close,
    [Symbol.asyncDispose]: close,
  };
}
