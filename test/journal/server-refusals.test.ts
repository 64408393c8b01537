import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openServer } from "../../src/database/postgres/open.ts";
import { type Journal, journalOn } from "../../src/journal/index.ts";
import { readServerAddress } from "../../src/journal/server/address.ts";
import { openServerDisk } from "../../src/journal/server/disk.ts";
import { initJournal } from "../../src/journal/server/prepare.ts";
import { makeIdentity } from "../support/certificate.ts";
import { intent } from "../support/intents.ts";
import { attemptAt, byHand, given, journalIn, sendOne } from "../support/journal-file.ts";
import { type Cluster, startCluster } from "../support/postgres.ts";
import { temporaryFolder, top } from "../support/run-selfbill.ts";
import { ownersHand, placeOf } from "../support/server-journal.ts";
import { clusterWithTls, freePort, tlsHost } from "../support/tls-cluster.ts";

type Where = Parameters<typeof openServer>[0];

const at = ({ host, port, user }: Cluster): Where => ({ host, port, user, database: "postgres" });

/** Opens and closes a session; returns the error, if any. */
function said(server: Where): string {
  const opened = openServer(server, "selfbill");
  if (opened.ok) opened.value.close();
  return opened.ok ? "opened" : `${opened.problems[0].code}: ${opened.problems[0].message} ${opened.problems[0].hint}`;
}

function cluster(options: Parameters<typeof startCluster>[0]): Cluster {
  const started = startCluster(options);
  onTestFinished(() => started.remove());
  return started;
}

/** Connects to this run's server through a proxy that behaves like a pooler or an older server. */
async function posing(folder: string, mode: string) {
  const line = mkdtempSync(join(tmpdir(), "sb-pose-"));
  const { server, ...place } = placeOf(folder);
  const words = [join(top, "test/support/posing-proxy.mjs"), line, server.host, mode];
  const proxy = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"] });
  await new Promise((ready) => proxy.stdout.once("data", ready));
  onTestFinished(() => {
    proxy.kill("SIGKILL");
    rmSync(line, { recursive: true, force: true });
  });
  return {
    place: { ...place, server: { ...server, host: line } },
    change: () => writeFileSync(join(line, "change"), ""),
  };
}

test.each(["fsync", "full_page_writes"])(
  "a server that does not keep what it confirmed (%s off) is refused",
  (name) => {
    const server = cluster({ settings: [`${name}=off`] });
    expect(said(at(server))).toMatch(/^journal-unusable: .*fsync and full_page_writes are not both on/);
  },
);

test("a commit is on the disk before it is confirmed, whatever the server's own setting", () => {
  const server = cluster({ settings: ["synchronous_commit=off"] });
  const opened = given(openServer(at(server), "selfbill"));
  expect(opened.get("SHOW synchronous_commit")).toEqual({ synchronous_commit: "on" });
  opened.close();
});

test("a standby is refused, and the same server once it is promoted is not", () => {
  const standby = cluster({}).standby();
  onTestFinished(() => standby.remove());
  expect(said(at(standby))).toMatch(/^journal-unusable: .*it is a standby, which records nothing/);
  standby.promote();
  expect(said(at(standby))).toBe("opened");
});

test("an old server is refused", async () => {
  const { place } = await posing(temporaryFolder(), "old");
  expect(said(place.server)).toMatch(/^journal-unusable: .*it is older than PostgreSQL 14/);
});

test("a pooler that answers out of two sessions is refused", async () => {
  const { place } = await posing(temporaryFolder(), "pooler");
  expect(said(place.server)).toMatch(/^journal-unusable: .*a connection pooler .* is between selfbill and the server/);
});

test("a pooler that shows itself later arms nothing, and nothing is in doubt", async () => {
  const folder = temporaryFolder();
  const there = journalIn(folder);
  const { place, change } = await posing(folder, "late-pooler");
  const here: Journal = journalOn(given(openServerDisk({ ...place, folder: join(folder, "here") }, { openServer })));
  onTestFinished(() => here.close());
  const attempt = await attemptAt(here);
  change();
  expect(await attempt.armed()).toMatchObject({ code: "journal-unusable" });
  await attempt.result({ verdict: "not-sent", said: [] });
  const { account, key } = intent();
  expect(given(await there.ofContent(account, key)).map(({ type }) => type)).not.toContain("armed");
  expect(given(await there.doubts())).toEqual([]);
});

test.each([
  [99, "journal-newer", "a newer selfbill"],
  [1, "journal-unusable", "an earlier selfbill"],
])("tables of form %d are refused in words", (form, code, words) => {
  const folder = temporaryFolder();
  journalIn(folder).close();
  const owner = ownersHand(folder);
  owner.run("UPDATE made SET tables = ?", String(form));
  owner.close();
  const opened = openServerDisk(placeOf(folder), { openServer });
  expect(opened).toMatchObject({ ok: false, problems: [{ code, message: expect.stringContaining(words) }] });
});

test("tables of form 2 are gone on with, and journal init raises them, so that an earlier selfbill refuses them", async () => {
  const folder = temporaryFolder();
  await sendOne(journalIn(folder));
  const form = () => byHand(folder, (database) => database.get("SELECT tables FROM made")?.tables);
  // Removes the parts added by form 4 of the schema.
  byHand(folder, (database) =>
    database.exec("DROP TABLE turn, holder; DROP FUNCTION turn_rule() CASCADE; UPDATE made SET tables = '2'"),
  );
  await sendOne(journalIn(folder), intent({ content: "two" }), "5ab31c9d");
  expect(form()).toBe("2");
  const { schema, address } = placeOf(folder);
  given(byHand(folder, (database) => initJournal(database, schema, address)));
  expect(form()).toBe("4");
});

async function withTls(
  named: string,
  ...valid: readonly [Date?, number?]
): Promise<{ server: Cluster; authority: string }> {
  const started = await clusterWithTls(makeIdentity([named], ...valid));
  onTestFinished(() => started.server.remove());
  return started;
}

const over = ({ port }: Cluster, ca: string | undefined): Where => ({
  ...{ host: tlsHost, port, user: "owner", database: "postgres" },
  tls: { ca: ca && readFileSync(ca, "utf8") },
});

test.each([
  ["has expired", -60, /certificate has expired.*Look at the clock of this computer first.*renew the certificate/],
  ["is not valid yet", 30, /not yet valid.*Look at the clock of this computer first.*a certificate that is valid now/],
])(
  "a certificate that %s leads to the clock of this computer, and to whoever runs the server",
  async (_, days, says) => {
    const from = new Date(Date.now() + days * 86_400_000);
    const { server, authority } = await withTls(tlsHost.toLowerCase(), from);
    expect(said(over(server, authority))).toMatch(says);
  },
);

test("over the network the certificate must be of a known authority and name the server", async () => {
  const right = await withTls(tlsHost.toLowerCase());
  expect(said(over(right.server, right.authority))).toBe("opened");
  expect(said(over(right.server, undefined))).toMatch(
    /^journal-unusable: .*self-signed certificate.*sslrootcert=\/path\/ca\.pem/,
  );
  const other = await withTls("db.example");
  expect(said(over(other.server, other.authority))).toMatch(
    /^journal-unusable: .*does not match certificate's altnames.*by the name that its certificate has, or have a certificate made for this name/,
  );
  const plain = cluster({ tcp: await freePort() });
  expect(said(over(plain, right.authority))).toMatch(/^journal-unusable: .*does not support SSL.*switch TLS on/);
  const saysOf = (file: string) => readServerAddress(`postgres://owner@db.example/books?sslrootcert=${file}`, {});
  expect(saysOf("/nowhere/ca.pem")).toMatchObject({
    problems: [{ hint: expect.stringContaining("Correct sslrootcert") }],
  });
  const key = join(temporaryFolder(), "key.pem");
  writeFileSync(key, makeIdentity([tlsHost]).key);
  expect(saysOf(key)).toMatchObject({ problems: [{ message: expect.stringContaining("holds no certificate") }] });
  const address = `postgres://owner@${tlsHost}:${right.server.port}/postgres?sslrootcert=${right.authority}`;
  expect(said(given(readServerAddress(address, {})).server)).toBe("opened");
});
