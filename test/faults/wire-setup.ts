import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSandbox, type RunningSandbox } from "../../src/sandbox/index.ts";
import { type Identity, makeIdentity } from "../support/certificate.ts";
import { StandingClock } from "./clerk-desk.ts";
import { FaultProxy } from "./fault-proxy.ts";
import { Ledger } from "./ledger.ts";
import type { Random } from "./random.ts";

/** A sandbox, and the proxies between it and selfbill. */
export interface Setup {
  readonly folder: string;
  readonly clock: StandingClock;
  readonly sandbox: RunningSandbox;
  readonly ledger: Ledger;
  readonly plain: FaultProxy;
  readonly tls: FaultProxy;
  /** The CA of the TLS line, in PEM. */
  readonly authority: string;
  /** Proxies with an untrusted certificate, each with the CA that the client trusts (none for `unknown`). */
  readonly untrusted: Readonly<Record<"unknown" | "other-name" | "expired", Untrusted>>;
  /** A port on which no program listens. */
  readonly nobody: number;
  close(): Promise<void>;
}

interface Untrusted {
  readonly proxy: FaultProxy;
  readonly authority: string | undefined;
}

const hosts = ["127.0.0.1"];
const day = 86_400_000;

/** Sets everything up in a new folder. The sandbox accepts 60 requests per minute of its clock, as a service does. */
export async function setUp(random: Random): Promise<Setup> {
  const folder = mkdtempSync(join(tmpdir(), "selfbill-wire-"));
  const clock = new StandingClock(Date.now());
  const faults: unknown[] = [];
  const data = join(folder, "sandbox");
  const started = await openSandbox({ folder: data, clock, onFault: (error) => faults.push(error) });
  if (!started.ok) throw new Error(started.problems[0].message);
  const sandbox = started.value;
  const byte = (): number => random.below(256);
  const proxyOf = (identity?: Identity) => FaultProxy.start(sandbox.port, byte, identity);
  const identities = {
    right: makeIdentity(hosts),
    "other-name": makeIdentity(["other.example"]),
    expired: makeIdentity(hosts, new Date(Date.now() - 60 * day)),
  };
  const ledger = new Ledger(data);
  const plain = await proxyOf();
  const tls = await proxyOf(identities.right);
  const untrusted = {
    unknown: { proxy: await proxyOf(makeIdentity(hosts)), authority: undefined },
    "other-name": { proxy: await proxyOf(identities["other-name"]), authority: identities["other-name"].cert },
    expired: { proxy: await proxyOf(identities.expired), authority: identities.expired.cert },
  };
  const gone = await FaultProxy.start(sandbox.port, byte);
  await gone.close();
  const close = async (): Promise<void> => {
    await Promise.all([plain, tls, ...Object.values(untrusted).map(({ proxy }) => proxy)].map((each) => each.close()));
    ledger.close();
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true });
    if (faults.length > 0) throw faults[0];
  };
  const authority = identities.right.cert;
  return { folder, clock, sandbox, ledger, plain, tls, authority, untrusted, nobody: gone.port, close };
}
