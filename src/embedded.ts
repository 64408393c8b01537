/// <reference lib="esnext.disposable" preserve="true" />
/**
 * What test suites import from "selfbill/sandbox": the whole service inside their own process, in memory unless a folder is given.
 */
import {
  type StartOptions as AllOptions,
  optionProblem,
  type SandboxOptionName,
  sandboxOptions,
  openSandbox as start,
  unknownOption,
} from "./sandbox/index.ts";

/** How to start a sandbox; everything may be left out. */
export interface SandboxOptions {
  /** Folder of its documents; in memory when left out, so that nothing stays behind. */
  readonly folder?: string | undefined;
  /** In memory: what happens when `folder` is left out. */
  readonly memory?: boolean | undefined;
  /** Documents to begin with, as create bodies. One that is refused stops the start; those that exist in the folder are skipped. */
  readonly seed?: readonly object[] | undefined;
  /** true: the process may end although the sandbox was not closed. */
  readonly unref?: boolean | undefined;
  /** Bearer token and business profile id (`SBX-…`) instead of made up ones; a folder keeps those that it began with. */
  readonly token?: string | undefined;
  readonly businessProfileId?: string | undefined;
  /** Any free one when left out. */
  readonly port?: number | undefined;
  /** Requests a minute; no limit when left out, 60 is what the service allows. */
  readonly rate?: number | undefined;
  /** Refuse every absent field at once, also those that can be derived, and every field that the service does not know. */
  readonly strict?: boolean | undefined;
  /** How long a document stays PENDING; 3 seconds when left out. Moving the clock is quicker than waiting. */
  readonly pendingSeconds?: number | undefined;
  /** false: a subscription without Phase 2, whose status and logs answer 403. */
  readonly phase2?: boolean | undefined;
  /** Answer 404 for a status until transmission starts. */
  readonly snapshot404?: boolean | undefined;
  /** Contract version where a request names none. */
  readonly defaultVersion?: string | undefined;
  /** Edition of the Peppol rules, such as `1.0.4`; the one in force by its clock when left out. */
  readonly rulesEdition?: string | undefined;
  /** Refuse a credit note whose invoice does not exist, failed, or has less left to credit. */
  readonly checkReferences?: boolean | undefined;
  /** Refuse a document that exists already under another number. */
  readonly checkDuplicates?: boolean | undefined;
}

/** How a further account differs from the sandbox's own. */
export interface AccountOptions {
  readonly rate?: number;
  readonly strict?: boolean;
  readonly phase2?: boolean;
  readonly pendingSeconds?: number;
}

/** An account of the sandbox; `client` fetches tokens that last a day. */
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
  /** Whether the request is carried out all the same. */
  readonly processed?: boolean;
  readonly method?: "GET" | "POST" | "PUT";
  /** Only requests whose path begins with this. */
  readonly path?: string;
  /** Only documents of this supplier (TIN or TRN), or the document of this number. */
  readonly supplier?: string;
  readonly number?: string;
  /** How many requests meet it; one when left out, with `probability` every one. */
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

/** A fault that waits for its requests; `left` is null while there is no end to it. */
export type QueuedFault = Fault & { readonly id: string; readonly left: number | null; readonly met: number };

/** A request that the sandbox was sent. Times are Unix milliseconds by the sandbox's clock; the token is left out. */
export interface SeenRequest {
  readonly n: number;
  readonly at: number;
  readonly milliseconds: number | null;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** null where the connection ended without an answer. */
  readonly status: number | null;
  readonly answer: string;
  readonly fault: string | null;
  /** Id of the document that it created, although the answer may have been lost. */
  readonly created: string | null;
  /** Fields of its body that the service does not know, with the one that was probably meant; the first 50. */
  readonly ignored: ReadonlyArray<{ readonly path: string; readonly did_you_mean: string | null }>;
}

/** What the client did so far, judged by the requests that the sandbox was sent and the times of its clock. */
export interface Verification {
  readonly ok: boolean;
  /** A sentence for each check that failed, with the requests: `expect(sandbox.verify().problems).toEqual([])` shows them. */
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
    /** Numbers of the requests. */
    readonly requests: readonly number[];
  }>;
}

export interface Sandbox {
  /** `http://127.0.0.1:PORT`. */
  readonly baseUrl: string;
  readonly token: string;
  readonly businessProfileId: string;
  /** For the call that fetches a token. */
  readonly client: { readonly id: string; readonly secret: string };
  /** Further accounts, each with its own token, documents, quota, clock and faults, for tests that run side by side. */
  readonly accounts: {
    add(options?: AccountOptions): SandboxAccount;
    list(): readonly SandboxAccount[];
    /** Throws for an account that does not exist. */
    remove(id: string): void;
  };
  /** The last requests, oldest first; 500 keep their bodies. */
  requests(): readonly SeenRequest[];
  /** Each document once? A look before sending again? One version, named? JSON? A 429 waited for? Never faster than allowed? Known fields? */
  verify(): Verification;
  readonly faults: {
    /** Queues faults for the next matching requests. Throws for a fault that does not exist. */
    add(...faults: readonly Fault[]): void;
    list(): readonly QueuedFault[];
    clear(): void;
  };
  readonly clock: {
    /** Unix milliseconds. */
    now(): number;
    advance(seconds: number): void;
    set(unixMilliseconds: number): void;
  };
  /** Saves the documents and the clock under a name, and puts them back. Throws for a name that was not saved. */
  readonly snapshots: { save(name: string): void; restore(name: string): void };
  /** Forgets documents, requests, quota, faults and the clock; the token stays. */
  reset(): void;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

type Said = { readonly message: string; readonly hint: string };

function refuse(problems: readonly Said[]): void {
  if (problems.length > 0) throw new Error(problems.map(({ message, hint }) => `${message} ${hint}`).join("\n"));
}

/** Options of this entry alone, by what their values must be. The compiler knows that each option is here or in the table. */
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

/** Starts a sandbox. Throws where it cannot start, or where an option is wrong. */
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
