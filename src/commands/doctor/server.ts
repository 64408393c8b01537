import { gulfDay } from "../../document/index.ts";
import type { ServerAbout } from "../../journal/admin.ts";
import type { Journal } from "../../journal/index.ts";
import { problem, suggest, typed } from "../../problem/index.ts";
import { type Check, faulty, fine, skipped } from "./check.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
const [clockMargin, certificateMargin] = [5 * minute, 14 * day];

/**
 * Returns checks meant for the server's administrator; none for a journal in a folder. `address` is used in messages.
 */
export async function serverChecks(journal: Journal, address: string, now: () => number): Promise<Check[]> {
  const before = now();
  const found = await journal.server();
  const after = now();
  if (!found.ok) return [faulty("server", "Server", found.problems[0])];
  const about = found.value;
  if (about === undefined) return [];
  return [
    serverCheck(about),
    encryptionCheck(about, address, after),
    roleCheck(about),
    replicationCheck(about),
    spaceCheck(about),
    sessionsCheck(about),
    clockCheck(about.now - (before + after) / 2),
  ];
}

/** Warns about a server setting that is harmless now but could later cost records or hours of work. */
const setup = (message: string, hint: string) => problem("server-setup", message, hint, { severity: "warning" });

function serverCheck({ version, encoding, database, isStandby, timeline, system }: ServerAbout): Check {
  const known = timeline === "unknown" ? null : timeline;
  const facts = {
    ...{ version, encoding, database, standby: isStandby ? "yes" : "no", timeline: known },
    system: system === "unknown" ? null : system,
  };
  const says = `PostgreSQL ${version}, ${encoding}, database ${database}`;
  if (!isStandby)
    return fine(
      "server",
      "Server",
      `${says}${known === null ? "" : `, timeline ${Number.parseInt(known, 16)}`}`,
      facts,
    );
  const message = `${says}: a standby, from which history and reports can be read. It records nothing, so nothing is sent from it.`;
  return faulty("server", "Server", setup(message, "To send, name the server that writes in --journal."), facts);
}

function encryptionCheck({ tls }: ServerAbout, address: string, now: number): Check {
  const name = ["server-tls", "Server TLS"] as const;
  if (tls === undefined) return fine(...name, "none: the server is on this computer", { protocol: null });
  const until = tls.until === undefined ? null : gulfDay(new Date(tls.until));
  const by = new URLSearchParams(address.split("?")[1] ?? "").get("sslrootcert");
  const facts = { protocol: tls.protocol, certificate_until: until, authorities: by };
  if (tls.until !== undefined && tls.until - now < certificateMargin) {
    const message = `The certificate of the journal's server expires on ${until}. After that nobody connects to it.`;
    const hint = "Ask whoever runs the server to renew it in time.";
    return faulty(...name, problem("certificate-ending", message, hint, { severity: "warning" }), facts);
  }
  const checked = `certificate checked by name and by ${by ?? "the authorities built into Node"}`;
  return fine(...name, `${tls.protocol}, ${checked}${until === null ? "" : `, until ${until}`}`, facts);
}

function roleCheck({ user, may, isOut, isStandby, hidden }: ServerAbout): Check {
  const name = ["server-role", "Server role"] as const;
  const rights = may.own ? "owner" : may.setPolicies ? "policies" : may.send ? "writer" : "reader";
  const facts = { user, rights, superuser: may.all ? "yes" : "no" };
  const grant = "have the role granted to another user, and name that one in --journal: GRANT selfbill_writer TO NAME";
  if (may.all || may.own) {
    const what = may.all ? "is a superuser" : "owns the tables";
    const message = `${user} ${what}: the rules of the tables, such as four eyes, do not hold this user. Only journal init, move, repair, merge and purge need it.`;
    return faulty(...name, setup(message, `Before you send, ${grant}`), facts);
  }
  if (isOut) {
    const message = `${user} is no longer in the team of this journal, and only reads: nothing of this user is recorded or sent.`;
    const hint = `To take ${user} in again, its owner types: selfbill team admit ${typed(user)} --journal postgres://OWNER@HOST/DATABASE`;
    return faulty(...name, setup(message, hint), { ...facts, rights: "out" });
  }
  if (may.send && hidden !== undefined) {
    const message = `${user} may send, but the server does not tell this user which server it is: ${hidden}. Only the database's name and object id are compared.`;
    const hint = `Ask its owner for: ${suggest`journal init --journal postgres://OWNER@HOST/DATABASE`}, which grants it.`;
    return faulty(...name, setup(message, hint), facts);
  }
  const says = may.send
    ? `${user} reads and sends${may.setPolicies ? ", and sets approval policies" : ""}`
    : `${user} ${isStandby ? "reads" : "only reads"}: what the service says meanwhile is shown and not recorded`;
  return fine(...name, says, facts);
}

function replicationCheck({ isStandby, receivers, synchronousStandbyNames: names }: ServerAbout): Check {
  const name = ["server-replication", "Replication"] as const;
  if (isStandby) return skipped(...name, "this is a standby; ask the server that writes");
  const facts = { receivers, synchronous_standby_names: names };
  const attached = receivers === 1 ? "1 standby is attached" : `${receivers} standbys are attached`;
  if (receivers > 0 && names === "") {
    const message = `${attached}, and synchronous_standby_names is empty: when the server fails, records that were confirmed may be missing on the standby.`;
    const hint = "Ask whoever runs the server to name it: synchronous_standby_names = 'ANY 1 (standby1, standby2)'";
    return faulty(...name, setup(message, hint), facts);
  }
  if (receivers === 0 && names !== "") {
    const message = `synchronous_standby_names is ${names}, and no standby is attached: every record waits for one.`;
    return faulty(...name, setup(message, "Ask whoever runs the server to start the standby."), facts);
  }
  return fine(...name, receivers === 0 ? "no standby" : `${attached}, and each record waits for it (${names})`, facts);
}

function spaceCheck({ bytes, databaseBytes }: ServerAbout): Check {
  const size = (count: number): string =>
    count >= 1e9 ? `${(count / 1e9).toFixed(1)} GB` : `${Math.ceil(count / 1e6)} MB`;
  const says = `the journal takes ${size(bytes)}, its database ${size(databaseBytes)}; how much is free a server does not tell`;
  return fine("server-space", "Server space", says, { journal_bytes: bytes, database_bytes: databaseBytes });
}

function sessionsCheck({ sessions: { here, all, most } }: ServerAbout): Check {
  const name = ["server-sessions", "Sessions"] as const;
  const facts = { journal: here, server: all, most };
  const says = `${here} of this journal, ${all} of ${most} on the server`;
  if (all < most * 0.9) return fine(...name, says, facts);
  const message = `${says}: soon nobody else gets in, and those wait who want to send.`;
  return faulty(...name, setup(message, "Ask whoever runs the server to raise max_connections."), facts);
}

/** Compares the clocks. `ahead`: how far the server's clock is ahead of this computer's, in milliseconds. */
function clockCheck(ahead: number): Check {
  const name = ["server-clock", "Server clock"] as const;
  const facts = { server_ahead_seconds: Math.round(ahead / 1000) };
  if (Math.abs(ahead) <= clockMargin) return fine(...name, "agrees with this computer", facts);
  const minutes = Math.round(Math.abs(ahead) / minute);
  const message = `The clock of this computer is ${minutes} minutes ${ahead > 0 ? "behind" : "ahead of"} the journal's server.`;
  const hint = `Set the clock that is wrong: compare both with ${typed("date -u")} on the two computers.`;
  return faulty(...name, problem("clock-off", message, hint, { severity: "warning" }), facts);
}
