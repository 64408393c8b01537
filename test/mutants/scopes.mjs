/**
 * Tests that are left out here, because they need a server, separate processes, or a very large number of records.
 */
const elsewhere = [
  "test/journal/{server*,big-journal,large}.test.ts",
  "test/settings/keychain.test.ts",
  "test/settings/links.test.ts",
];

/** Files with their own test, which finds a fault sooner than sending a document does. */
const alone = ["words", "elsewhere-words", "pace", "stop", "gate", "intent-of", "corrected"];

/** Parts of a full run: the mutated files, and the tests that may find mutants, primarily those of the room. */
export const whole = [
  {
    name: "submit",
    mutate: [
      ...["begin", "exchange", "extras-gate", "guard", "submit", "without-sending"].map(
        (name) => `src/submit/${name}.ts`,
      ),
      "src/extras/four-eyes/policy-guard.ts",
    ],
    tests: ["test/submit/*.test.ts"],
    // The first starts the built program, which contains no mutant; the second waits five seconds for a lock.
    without: ["test/submit/shared-minute.test.ts", "test/submit/put-off.test.ts"],
  },
  ...alone.map((name) => ({
    name,
    mutate: [`src/submit/${name}.ts`],
    tests: [`test/submit/${name}.test.ts`],
    without: [],
  })),
  {
    name: "journal",
    mutate: ["content/settle", "content/standing", "trouble/keep-aside"].map((name) => `src/journal/${name}.ts`),
    tests: ["test/journal/{settle,standing,keep-aside,journal,numbers}.test.ts"],
    without: [],
  },
  {
    name: "approved sums",
    mutate: ["src/journal/approving/approved-sums.ts"],
    tests: ["test/journal/{asked-of,approvals,unapproved}.test.ts"],
    without: [],
  },
  {
    name: "marks",
    mutate: ["mark-file", "marks-in", "second-mark"].map((name) => `src/journal/mark/${name}.ts`),
    tests: ["test/journal/{mark,second-mark}.test.ts"],
    without: [],
  },
  {
    name: "accounts",
    mutate: ["src/journal/accounts/*.ts"],
    tests: ["test/journal/accounts.test.ts"],
    without: [],
  },
  {
    name: "contract",
    mutate: ["src/contract/same-document.ts"],
    tests: ["test/contract/same-document*.test.ts"],
    without: [],
  },
  {
    name: "settings",
    mutate: ["src/settings/account.ts"],
    tests: ["test/settings/account.test.ts"],
    without: [],
  },
];

/** Files from which mutants are chosen at random; those of a full run are excluded. */
export const drawnFrom = [
  {
    name: "journal",
    mutate: ["src/journal/**/*.ts"],
    // Some effects of a journal's places and marks show only in the commands and submissions that use them.
    tests: [
      "test/journal/*.test.ts",
      "test/commands/{journal-mark,journal-places,journal-purge,made-elsewhere}.test.ts",
      "test/submit/{contradiction,held-marks}.test.ts",
    ],
    without: elsewhere,
  },
  { name: "send", mutate: ["src/send/*.ts"], tests: ["test/send/*.test.ts"], without: [] },
  {
    name: "approval",
    mutate: ["src/approval/*.ts"],
    tests: ["test/approval/*.test.ts", "test/journal/approvals.test.ts"],
    without: [],
  },
  {
    name: "database",
    mutate: ["src/database/*.ts"],
    tests: ["test/database/*.test.ts", "test/journal/{journal,kept,network-drive,flipped}.test.ts"],
    without: [],
  },
];

/** Code that only runs with a PostgreSQL server, which these test runs do not have. */
export const needsServer = ["src/journal/server/", "src/database/postgres/"];
