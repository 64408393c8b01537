import type { Random } from "./random.ts";
import { type Answered, answers } from "./wire-answers.ts";

/** How a connection ends: closed cleanly, reset, or left without further bytes. */
export type How = "cut" | "reset" | "stall";

/** Offsets count the bytes on the network in that direction. */
export type WireFault =
  | { readonly at: "request"; readonly offset: number; readonly how: How }
  | { readonly at: "response"; readonly offset: number; readonly how: How | "garbage" | "twice" | "drip" }
  | ({ readonly at: "answer" } & Answered)
  /** The server sends before it has received anything. */
  | { readonly at: "greeting"; readonly bytes: Buffer }
  | { readonly at: "refused" }
  | { readonly at: "certificate"; readonly which: "unknown" | "other-name" | "expired" }
  /** Ctrl-C is pressed `times` times, before connecting or while waiting for the answer. */
  | { readonly at: "stop"; readonly when: "before" | "waiting"; readonly times: 1 | 2 };

/** The verdicts that selfbill may report for a document. */
export type Told = "created" | "refused" | "not sent" | "in doubt";

/** One send with an injected fault. */
export interface Plan {
  readonly kind: string;
  readonly tls: boolean;
  /** Computed from the lengths of request and answer. */
  readonly fault: (lengths: Lengths) => WireFault;
  /** The required verdict, if the failure matrix allows only one. */
  readonly tells?: Told | undefined;
  /** Connections with the fault; default 1. */
  readonly times?: number | undefined;
}

/** Byte counts of one undisturbed send, as transmitted. */
export interface Lengths {
  readonly request: number;
  readonly response: number;
}

/** Every plan at least once, in a different order for every seed. */
export function plansFor(random: Random): Plan[] {
  const bytes = [false, true].flatMap((tls) => [...requestPlans(tls), ...responsePlans(tls)]);
  const said = answers().map(({ name, tells, times, ...answered }): Plan => {
    return { kind: name, tls: false, tells, times, fault: () => ({ at: "answer", ...answered }) };
  });
  // Network faults and service faults alternate.
  const others = [...said, ...said, ...said, ...early(), ...early(), ...stops(), ...stops()];
  const mixed: Plan[] = [];
  for (const plan of shuffled(bytes, random)) {
    if (mixed.length % (2 * others.length) === 0) shuffled(others, random);
    mixed.push(plan, others[(mixed.length >> 1) % others.length] ?? plan);
  }
  return mixed.reverse();
}

/** Offsets: the first and the last 128 bytes, and every KiB in between. */
const places: readonly ((length: number) => number)[] = [
  ...Array.from({ length: 128 }, (_, at) => () => at),
  ...Array.from({ length: 16 }, (_, at) => (length: number) => Math.min((at + 1) * 1024, length >> 1)),
  ...Array.from({ length: 128 }, (_, at) => (length: number) => Math.max(0, length - at)),
];

const line = (tls: boolean): string => (tls ? "over TLS" : "plain");

function requestPlans(tls: boolean): Plan[] {
  return (["cut", "reset", "stall"] as const).flatMap((how) =>
    places.map((place): Plan => {
      const fault = ({ request }: Lengths): WireFault => ({ at: "request", offset: place(request), how });
      return { kind: `request ${how}, ${line(tls)}`, tls, fault };
    }),
  );
}

function responsePlans(tls: boolean): Plan[] {
  return (["cut", "reset", "stall", "garbage", "twice", "drip"] as const).flatMap((how) =>
    places.map((place): Plan => {
      const fault = ({ response }: Lengths): WireFault => ({ at: "response", offset: place(response), how });
      return {
        kind: `answer ${words[how]}, ${line(tls)}`,
        tls,
        fault,
        ...(how === "drip" ? { tells: "created" } : {}),
      };
    }),
  );
}

const words = {
  cut: "cut",
  reset: "reset",
  stall: "stall",
  garbage: "turns into garbage",
  twice: "with bytes that come twice",
  drip: "byte by byte",
} as const;

function early(): Plan[] {
  const greetings = [
    "",
    "\0",
    "220 mail.example ESMTP\r\n",
    "SSH-2.0-x\r\n",
    "\x15\x03\x01\x00\x02\x02\x46",
    "HTTP/1.1 ",
  ];
  return [
    ...Array.from({ length: 8 }, (): Plan => plan("connection refused", { at: "refused" }, "not sent")),
    ...(["unknown", "other-name", "expired"] as const).flatMap((which) =>
      Array.from({ length: 4 }, (): Plan => {
        const fault = { at: "certificate", which } as const;
        return { ...plan(`certificate: ${which.replace("-", " ")}`, fault, "not sent"), tls: true };
      }),
    ),
    ...greetings.map((text) =>
      plan("server speaks first", { at: "greeting", bytes: Buffer.from(text, "latin1") }, "in doubt"),
    ),
  ];
}

function stops(): Plan[] {
  return [
    plan("Ctrl-C before sending", { at: "stop", when: "before", times: 1 }, "not sent"),
    plan("Ctrl-C twice before sending", { at: "stop", when: "before", times: 2 }, "not sent"),
    plan("Ctrl-C while waiting", { at: "stop", when: "waiting", times: 1 }, "created"),
    plan("Ctrl-C twice while waiting", { at: "stop", when: "waiting", times: 2 }, "in doubt"),
  ];
}

function plan(kind: string, fault: WireFault, tells: Told): Plan {
  return { kind, tls: false, fault: () => fault, tells };
}

function shuffled<T>(list: T[], random: Random): T[] {
  for (let at = list.length - 1; at > 0; at--) {
    const other = random.below(at + 1);
    [list[at], list[other]] = [list[other] as T, list[at] as T];
  }
  return list;
}
