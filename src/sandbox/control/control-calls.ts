import * as z from "zod";
import type { Office } from "../office.ts";
import type { Offices } from "../offices.ts";
import { sandboxOptions } from "../options.ts";
import { json, message, type Reply } from "../reply.ts";
import { type ClockMove, clockSchema } from "./clock-move.ts";
import { faultsSchema, type WireFault } from "./fault-schema.ts";
import { snapshotName } from "./snapshot-name.ts";
import { checkNames, verifyClient } from "./verify.ts";

interface Given {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: unknown;
}

export interface ControlCall {
  readonly id: string;
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  readonly summary: string;
  readonly body?: z.ZodType;
  readonly query?: Readonly<Record<string, string>>;
  readonly answers: z.ZodType;
  /** If set, the call accepts only the sandbox's own token. */
  readonly mainOnly?: true;
  readonly answer: (given: Given, office: Office, offices: Offices) => Reply;
}

const nameSchema = z.strictObject({ name: snapshotName });
const { rate, pendingSeconds, oddAnswers } = sandboxOptions;
const accountSchema = z.strictObject({
  rate: z.int().min(0).max(rate.takes.most).optional(),
  strict: z.boolean().optional(),
  phase2: z.boolean().optional(),
  pending_seconds: z.number().min(0).max(pendingSeconds.takes.most).optional(),
  odd_answers: z.int().min(0).max(oddAnswers.takes.most).optional(),
});
const done = z.object({}).loose();
const clock = z.object({ now: z.int() });
const faultList = z.object({
  faults: z.array(z.object({ id: z.string(), left: z.int().nullable(), met: z.int() }).loose()),
});
const snapshotList = z.object({ snapshots: z.array(z.object({ name: z.string(), now: z.int(), documents: z.int() })) });
const verification = z.object({
  ok: z.boolean(),
  problems: z.array(z.string()),
  requests: z.int(),
  checks: z.array(
    z.object({ check: z.enum(checkNames), ok: z.boolean(), says: z.string(), requests: z.array(z.int()) }),
  ),
});
const account = z.object({ id: z.string(), token: z.string(), business_profile_id: z.string() }).loose();

const faults: readonly ControlCall[] = [
  {
    id: "listFaults",
    method: "GET",
    path: "/sandbox/faults",
    summary: "Queued faults, and how many requests met them",
    answers: faultList,
    answer: (_, { controls }) =>
      json(200, {
        faults: controls.faults.list().map(({ id, fault, left, met }) => ({ id, ...fault, left, met })),
      }),
  },
  {
    id: "queueFaults",
    method: "POST",
    path: "/sandbox/faults",
    summary: "Queue faults for the next matching requests",
    body: faultsSchema,
    answers: z.object({ queued: z.int(), ids: z.array(z.string()) }),
    answer: ({ body }, { controls }) => {
      const ids = controls.faults.add((body as { faults: WireFault[] }).faults);
      return json(200, { queued: controls.faults.size, ids });
    },
  },
  {
    id: "clearFaults",
    method: "DELETE",
    path: "/sandbox/faults",
    summary: "Forget all queued faults",
    answers: done,
    answer: (_, { controls }) => {
      controls.faults.clear();
      return json(200, { queued: 0 });
    },
  },
  {
    id: "removeFault",
    method: "DELETE",
    path: "/sandbox/faults/{id}",
    summary: "Forget one fault",
    answers: done,
    answer: ({ params }, { controls }) =>
      controls.faults.remove(params.id ?? "")
        ? json(200, { queued: controls.faults.size })
        : message(404, `There is no fault ${params.id}`),
  },
];

const clocks: readonly ControlCall[] = [
  {
    id: "readClock",
    method: "GET",
    path: "/sandbox/clock",
    summary: "The sandbox's time, Unix milliseconds",
    answers: clock,
    answer: (_, { controls }) => json(200, { now: controls.now() }),
  },
  {
    id: "moveClock",
    method: "POST",
    path: "/sandbox/clock",
    summary: "Advance the clock, or set it",
    body: clockSchema,
    answers: clock,
    answer: ({ body }, { controls }) => {
      const wrong = controls.moveClock(body as ClockMove);
      return wrong ? message(400, `${wrong.message} ${wrong.hint}`) : json(200, { now: controls.now() });
    },
  },
  {
    id: "freeClock",
    method: "DELETE",
    path: "/sandbox/clock",
    summary: "Let the clock show the real time again",
    answers: clock,
    answer: (_, { controls }) => {
      controls.freeClock();
      return json(200, { now: controls.now() });
    },
  },
  {
    id: "reset",
    method: "POST",
    path: "/sandbox/reset",
    summary: "Forget documents, requests, quota, faults and the clock; token and snapshots stay",
    answers: z.object({ reset: z.boolean() }),
    answer: (_, { controls }) => {
      controls.reset();
      return json(200, { reset: true });
    },
  },
];

const snapshots: readonly ControlCall[] = [
  {
    id: "listSnapshots",
    method: "GET",
    path: "/sandbox/snapshots",
    summary: "Saved states",
    answers: snapshotList,
    answer: (_, { controls }) => json(200, { snapshots: controls.snapshots.list() }),
  },
  {
    id: "saveSnapshot",
    method: "POST",
    path: "/sandbox/snapshots",
    summary: "Save documents and clock under a name",
    body: nameSchema,
    answers: snapshotList,
    answer: ({ body }, { controls }) => {
      controls.snapshots.save((body as z.infer<typeof nameSchema>).name);
      return json(200, { snapshots: controls.snapshots.list() });
    },
  },
  {
    id: "restoreSnapshot",
    method: "POST",
    path: "/sandbox/snapshots/{name}/restore",
    summary: "Put documents and clock back as they were saved",
    answers: clock,
    answer: ({ params }, { controls }) =>
      controls.snapshots.restore(params.name ?? "")
        ? json(200, { now: controls.now() })
        : message(404, `There is no snapshot ${params.name}`),
  },
  {
    id: "removeSnapshot",
    method: "DELETE",
    path: "/sandbox/snapshots/{name}",
    summary: "Forget a saved state",
    answers: done,
    answer: ({ params }, { controls }) =>
      controls.snapshots.remove(params.name ?? "")
        ? json(200, { removed: true })
        : message(404, `There is no snapshot ${params.name}`),
  },
];

const accounts: readonly ControlCall[] = [
  {
    id: "listAccounts",
    method: "GET",
    path: "/sandbox/accounts",
    summary: "Additional accounts",
    answers: z.object({ accounts: z.array(account) }),
    mainOnly: true,
    answer: (_, __, offices) => json(200, { accounts: offices.list().map(shownAccount) }),
  },
  {
    id: "makeAccount",
    method: "POST",
    path: "/sandbox/accounts",
    summary: "Make an account with its own token, documents, quota, clock and faults",
    body: accountSchema,
    answers: account,
    mainOnly: true,
    answer: ({ body }, _, offices) => {
      const {
        pending_seconds: pendingSeconds,
        odd_answers: oddAnswers,
        ...rest
      } = body as z.infer<typeof accountSchema>;
      const set = { ...rest, pendingSeconds, oddAnswers };
      const made = offices.add(Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined)));
      return made.ok ? json(201, shownAccount(made.value)) : message(500, made.problems[0].message);
    },
  },
  {
    id: "removeAccount",
    method: "DELETE",
    path: "/sandbox/accounts/{id}",
    summary: "End an account and forget its documents",
    answers: done,
    mainOnly: true,
    answer: ({ params }, _, offices) =>
      offices.remove(`sandbox:${params.id}`)
        ? json(200, { removed: true })
        : message(404, `There is no account ${params.id}`),
  },
];

const requests: readonly ControlCall[] = [
  {
    id: "listRequests",
    method: "GET",
    path: "/sandbox/requests",
    summary: "The last requests with body, answer and times; the token is left out",
    query: { last: "How many, 100 when left out, at most 500" },
    answers: z.object({ requests: z.array(z.object({ n: z.int() }).loose()), count: z.int() }),
    answer: ({ query }, { controls }) => {
      const last = query.get("last") ?? "100";
      const most = /^\d{1,3}$/.test(last) ? Math.min(500, Number(last)) : 0;
      if (most === 0) return message(400, "last is a whole number from 1 to 500");
      return json(200, { requests: controls.requests.last(most), count: controls.requests.count });
    },
  },
  {
    id: "verify",
    method: "GET",
    path: "/sandbox/verify",
    summary:
      "What the client did so far: each document once, a look before it is sent again, one version and always named, JSON, never faster than allowed, known fields only",
    answers: verification,
    answer: (_, { controls }) => json(200, verifyClient(controls.requests)),
  },
];

export const controlCalls: readonly ControlCall[] = [...faults, ...clocks, ...snapshots, ...accounts, ...requests];

function shownAccount({ services }: Office): object {
  const { accountId, token, profileId, clientId, clientSecret } = services.account;
  const id = accountId.replace(/^sandbox:/, "");
  return { id, token, business_profile_id: profileId, client_id: clientId, client_secret: clientSecret };
}
