import { expect, onTestFinished, test } from "vitest";
import { openServer } from "../../src/database/postgres/open.ts";
import { journalOn } from "../../src/journal/index.ts";
import { openServerDisk } from "../../src/journal/server/disk.ts";
import { intent } from "../support/intents.ts";
import { byHand, given, journalIn, sendOne } from "../support/journal-file.ts";
import { startCluster } from "../support/postgres.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";
import { placeOf } from "../support/server-journal.ts";

test("damage on a server names whoever runs it, not a file that would be put in its place", async () => {
  const folder = temporaryFolder();
  const journal = journalIn(folder);
  await sendOne(journal);
  byHand(folder, (database) => database.exec("UPDATE record SET data = 'no JSON' WHERE sequence = 1"));
  const read = await journal.records(0, 10);
  const [found] = read.ok ? [] : read.problems;
  expect(found?.message).toMatch(/^The journal is damaged: /);
  expect(found?.hint).toContain("Ask whoever runs the server to put the latest backup in its place");
  expect(found?.hint).not.toContain("restore FILE");
});

const folderHint = "permissions of its folder";

test("what keeps a session from being opened is told with its own remedy", () => {
  const cluster = startCluster();
  onTestFinished(() => cluster.remove());
  cluster.sql("CREATE ROLE guarded LOGIN PASSWORD 'open sesame'; CREATE ROLE crowd LOGIN CONNECTION LIMIT 0");
  cluster.demandPasswordOf("guarded");
  const { host, port, user } = cluster;
  const at = { host, port, user, database: "postgres" };
  const hint = (server: Parameters<typeof openServer>[0]): string => {
    const opened = openServer(server, "selfbill");
    if (!opened.ok) return opened.problems[0].hint;
    opened.value.close();
    return "opened";
  };
  expect(hint(at)).toBe("opened");
  expect(hint({ ...at, user: "guarded", password: "open barley" })).toContain("The password is wrong");
  expect(hint({ ...at, user: "nobody_here" })).toContain("pg_hba.conf");
  expect(hint({ ...at, database: "nowhere" })).toContain("Correct the name of the database");
  expect(hint({ ...at, user: "crowd" })).toContain("max_connections");
  expect(hint({ ...at, host: `${host}/nowhere` })).toContain("No server answers there");
  expect(hint({ ...at, host: "db.invalid" })).toContain("name service");
});

/** Runs the SQL `hand`, then begins a document as `user`; returns the hint of the problem, or `begun`. */
async function whatIsSaid(folder: string, user: string, hand: string): Promise<string> {
  const { server, ...place } = placeOf(folder);
  const journal = journalOn(given(openServerDisk({ ...place, server: { ...server, user } }, { openServer })));
  onTestFinished(() => journal.close());
  byHand(folder, (database) => database.exec(hand));
  const begun = await journal.begin(intent({ content: "two" }), { allowSimilar: true });
  return begun.ok ? "begun" : begun.problems[0].hint;
}

test.each<[string, string, string]>([
  ["a right that is missing", "REVOKE INSERT ON record FROM selfbill_writer", "GRANT selfbill_writer TO"],
  ["a table that is missing", "ALTER TABLE claim RENAME TO claim_before", "selfbill journal init"],
  ...(
    [
      ["a full disk", "53100", "The disk of the server is full"],
      ["a lack of memory", "53200", "out of memory"],
      ["a statement that took too long", "57014", "took too long"],
      ["a lock", "55P03", "Others hold the journal"],
      ["a server that takes no writes", "25006", "name the server that writes"],
      ["a damaged page", "XX001", "damaged or not readable"],
      ["anything else", "P0001", "to look at its log"],
    ] as const
  ).map(([what, code, says]): [string, string, string] => [what, raising(code), says]),
])("%s is told with its own remedy, and not with that of a file", async (_, hand, says) => {
  const folder = temporaryFolder();
  await sendOne(journalIn(folder));
  const user = `hinted_${placeOf(folder).schema}`;
  byHand(folder, (database) => database.exec(`CREATE ROLE ${user} LOGIN; GRANT selfbill_writer TO ${user}`));
  const hint = await whatIsSaid(folder, user, hand);
  expect(hint).toContain(says);
  expect(hint).not.toContain(folderHint);
});

/** A trigger that makes the server raise this error for every intent. */
function raising(code: string): string {
  return `CREATE OR REPLACE FUNCTION refuse_now() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE 'no' USING ERRCODE = '${code}'; END $$;
  CREATE TRIGGER refuse_now BEFORE INSERT ON record FOR EACH ROW EXECUTE FUNCTION refuse_now()`;
}
