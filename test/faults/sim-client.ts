import type { DocumentKind } from "../../src/document/index.ts";
import type { JsonObject } from "../../src/json/index.ts";
import { problem } from "../../src/problem/index.ts";
import {
  type CreateAnswer,
  callsThatChange,
  classifyCreate,
  type Exchange,
  type Hooks,
  type IdPage,
  type ListFilter,
  type Pace,
  type Page,
  type ReadAnswer,
  relayedService,
  type Service,
} from "../../src/send/index.ts";
import type { Paper } from "./sim-papers.ts";
import type { Fate, Reply, Sent, SimServer } from "./sim-server.ts";
import type { World } from "./sim-world.ts";

/** The fate of one create request on the network. */
interface Way {
  readonly connects: boolean;
  /** "late": the connection breaks, but the request still arrives. */
  readonly request: "arrives" | "lost" | "late";
  readonly fate: Fate;
  readonly answer: "whole" | "cut" | "reset" | "garbage" | "never";
}

/** The client that calls the simulated service: its pace, its clock, and callbacks that watch it. */
export interface Caller {
  readonly paperOf: (body: string) => Paper;
  readonly pace: Pace;
  /** Called for every create request before it begins, and when its first byte is sent. */
  readonly begins: (sent: Sent) => void;
  readonly leaves: (sent: Sent) => void;
  readonly reads: () => void;
  /** The time on its computer's clock. */
  readonly wall: () => number;
  readonly met: (kind: string) => void;
  /** Whether faults have stopped. */
  readonly calm: () => boolean;
  /** A planted fault: how far the time in answers is ahead, in milliseconds. */
  readonly early: number;
  /** A planted fault: a lost create request is sent again, or reported as not sent. */
  readonly planted?: "resend" | "optimist" | undefined;
}

/**
 * The longest time that a request can stay under way after its connection breaks, in milliseconds: nearly as long as
 * an exchange may take.
 */
const latest = 175_000;
const nothing: Exchange = { armed: false, headers: {}, body: Buffer.alloc(0), complete: false };

/** The service that a simulated process calls: connections and answers fail, and the real code classifies them. */
export function simClient(world: World, server: SimServer, caller: Caller): Service {
  const absent = (): never => {
    throw new Error("nobody calls this in a simulated world");
  };
  const same = (): Service => service;
  const nothingElse = relayedService(absent, absent, { withVersion: same, polling: same, unasked: same });
  const service: Service = {
    ...nothingElse,
    [callsThatChange]: {
      ...nothingElse[callsThatChange],
      create: (_kind, _profile, body, hooks) => create(world, server, caller, body, hooks),
    },
    list: (kind, filter) => list(world, server, caller, kind, filter),
    idsCreated: (kind, asked) => idsCreated(world, server, caller, kind, asked),
    document: (_kind, id) => document(world, server, caller, id),
    businessProfile: (id) => read(world, server, caller, () => ({ profile_id: id })),
  };
  return service;
}

async function create(
  world: World,
  server: SimServer,
  caller: Caller,
  body: string,
  hooks: Hooks = {},
): Promise<CreateAnswer> {
  const way = caller.calm() ? straight : wayOf(world);
  for (const kind of namesOf(way)) caller.met(kind);
  const number = /^\{"document_number":"([^"]+)"/.exec(body)?.[1];
  const sent: Sent = { paper: caller.paperOf(body), number, armed: false, made: 0, isOver: false };
  caller.begins(sent);
  let exchange = await exchangeOf(world, server, caller, sent, way, hooks);
  sent.isOver = true;
  sent.isNo = exchange.complete && (exchange.status === 429 || exchange.status === 400);
  const isLost = exchange.armed && exchange.status === undefined;
  if (isLost && caller.planted === "resend") exchange = await travel(world, server, sent, straight, hooks);
  if (isLost && caller.planted === "optimist") exchange = { ...exchange, armed: false };
  const answer = classifyCreate(exchange, {
    origin: "https://einvoice.example",
    token: "token",
    success: 201,
    hasDocumentNumber: () => number !== undefined,
    now: caller.wall(),
  });
  await caller.pace.told(answer.rate, exchange.status === 429);
  return answer;
}

async function exchangeOf(
  world: World,
  server: SimServer,
  caller: Caller,
  sent: Sent,
  way: Way,
  { beforeFirstByte, signal }: Hooks,
): Promise<Exchange> {
  const stopped = { ...nothing, failure: { kind: "stopped", code: "STOPPED", message: "it was stopped" } } as const;
  await world.step();
  if (signal?.aborted) return stopped;
  if (!way.connects) {
    const kind = world.random.pick<"connect" | "tls" | "proxy">(["connect", "tls", "proxy"]);
    return { ...nothing, failure: { kind, code: "ECONNREFUSED", message: "no connection" } };
  }
  const said = await beforeFirstByte?.();
  if (said) return { ...nothing, failure: { kind: "hook", code: "HOOK", message: said.message, problem: said } };
  if (signal?.aborted) return stopped;
  caller.leaves(sent);
  sent.armed = true;
  return travel(world, server, sent, way, { signal });
}

/** The exchange from the first byte onwards. A request that has been sent continues even if its sender ends. */
function travel(world: World, server: SimServer, sent: Sent, way: Way, { signal }: Hooks): Promise<Exchange> {
  const { random } = world;
  const lost = (kind: "broken" | "timeout" | "stopped"): Exchange => {
    return { ...nothing, armed: true, failure: { kind, code: "ECONNRESET", message: "it broke" } };
  };
  const there = random.below(500);
  return new Promise((resolve) => {
    signal?.addEventListener("abort", () => resolve(lost("stopped")), { once: true });
    if (way.request !== "arrives") world.in(there, () => resolve(lost("broken")));
    if (way.request === "lost") return;
    server.underWay += 1;
    sent.isLate ||= way.request === "late";
    const arrives = way.request === "late" ? there + random.below(latest) : there;
    world.in(arrives, () => {
      server.underWay -= 1;
      const reply = server.receive(sent, way.fate);
      if (way.answer === "never") world.in(120_000, () => resolve(lost("timeout")));
      else
        world.in(random.below(500), () => resolve(way.answer === "reset" ? lost("broken") : came(reply, way, random)));
    });
  });
}

function came({ status, headers, body }: Reply, { answer }: Way, random: World["random"]): Exchange {
  const bytes = Buffer.from(body);
  const whole: Exchange = { armed: true, status, headers, body: bytes, complete: true };
  if (answer === "whole") return whole;
  const part = bytes.subarray(0, random.below(bytes.length + 1));
  if (answer === "garbage") return { ...whole, body: Buffer.concat([part, Buffer.from("\0\xff", "latin1")]) };
  return { ...whole, body: part, complete: false, failure: { kind: "broken", code: "ECONNRESET", message: "cut" } };
}

const straight: Way = { connects: true, request: "arrives", fate: "made", answer: "whole" };

/** Seven in ten create requests are undisturbed. */
function wayOf({ random }: World): Way {
  if (random.below(10) < 7) return straight;
  const connects = !random.oneIn(6);
  const request = random.pick<Way["request"]>(["arrives", "arrives", "arrives", "arrives", "lost", "late"]);
  const fate = random.oneIn(2) ? "made" : random.pick(fates);
  return {
    connects,
    request,
    fate,
    answer: random.pick(["whole", "whole", "whole", "cut", "reset", "garbage", "never"]),
  };
}

/** Returns the names of the faults, for the report, except those that an earlier fault prevents. */
function namesOf({ connects, request, fate, answer }: Way): string[] {
  if (!connects) return ["wire: no connection"];
  if (request !== "arrives") return [`wire: request ${request}`];
  return [...(fate === "made" ? [] : [`service: ${fate}`]), ...(answer === "whole" ? [] : [`wire: answer ${answer}`])];
}

const fates: readonly [Fate, ...Fate[]] = [
  "made, then 500",
  "not made, 500",
  "other status",
  "refused",
  "429",
  "201 without an id",
];

async function list(
  world: World,
  server: SimServer,
  caller: Caller,
  kind: DocumentKind,
  filter: ListFilter,
): Promise<ReadAnswer<Page>> {
  return read(world, server, caller, () => server.page(server.found(kind, filter), filter.page ?? 0));
}

async function idsCreated(
  world: World,
  server: SimServer,
  caller: Caller,
  kind: DocumentKind,
  { created_on }: { readonly created_on: string },
): Promise<ReadAnswer<IdPage>> {
  if (!server.habits.ids) {
    const none = await read(world, server, caller, () => undefined);
    return none.ok ? { ...none, value: { ids: [] } } : { ...none, status: 404 };
  }
  return read(world, server, caller, () => {
    const made = server.listed().filter(({ paper, day }) => paper.kind === kind && day === created_on);
    return { ids: made.map(({ id }) => id), pages: 1 };
  });
}

async function document(world: World, server: SimServer, caller: Caller, id: string): Promise<ReadAnswer<JsonObject>> {
  return read(world, server, caller, () => server.byId(id)?.shown);
}

async function read<T>(
  world: World,
  server: SimServer,
  { pace, reads, calm, early }: Caller,
  look: () => T | undefined,
): Promise<ReadAnswer<T>> {
  const late = await pace.turn("normal");
  if (late) return { ok: false, problems: [late], rate: {} };
  reads();
  await world.step();
  if (!calm() && world.random.oneIn(6)) {
    return { ok: false, problems: [problem("read-failed", "It could not be read.", "Try again.")], rate: {} };
  }
  const value = look();
  if (value === undefined) return { ok: false, problems: [problem("not-found", "There is none.", "Look.")], rate: {} };
  const time = server.time;
  return { ok: true, value, rate: {}, ...(time === undefined ? {} : { serviceTime: time + early }) };
}
