import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { texts } from "../.ci/texts.mjs";
import { plantVariable, withPlant } from "./faults/plant.ts";
import { leavesOut } from "./support/left-out.ts";
import { withoutPostgres } from "./support/postgres.ts";
import { filesLeftOut, LeftOut, quick } from "./support/quick-run.ts";

/** Tests that need a server. */
const serverAlone = [
  "server",
  "server-approvals",
  "server-daily",
  "server-delegation",
  "server-hand-request",
  "server-hints",
  "server-identity",
  "server-lost",
  "server-move",
  "server-move-away",
  "server-people",
  "server-queue",
  "server-purge",
  "server-rights",
  "server-team",
  "server-owner",
  "server-refusals",
  "server-turns",
  "server-unstorable",
  "server-ways",
].map((name) => `test/journal/${name}.test.ts`);

/** The journal's tests that are not about files; they run a second time, on a PostgreSQL server. */
const onServer = [
  "budget",
  "chain",
  "copy",
  "correcting",
  "credited",
  "crediting",
  "handovers",
  "journal",
  "kept",
  "numbers",
  "numbers-lost",
  "owed",
  "read-between",
  "repair",
  "sent-to",
  "runs",
  "sets",
  "tries",
  "verify",
];

/**
 * Tests that need a separate process: the first imports other test files, which add their tests only when first
 * imported; in the others, the keychain library looks for the session bus only once per process.
 */
const alone = [
  "test/sandbox/contract-inside.test.ts",
  "test/settings/keychain.test.ts",
  "test/commands/around-four-eyes.test.ts",
  "test/commands/beside-the-token.test.ts",
  "test/commands/damaged-note.test.ts",
];

/** The longest tests, which run first, so that all workers end at about the same time. */
const longest = [
  "windows/windows",
  "arm/arm",
  "faults/planted",
  "extras/certify/clients",
  "screens/screens",
  "stories/ordinary-days",
  "faults/power",
  "faults/simulation",
  "stories/whole-story",
  "faults/outside",
  "stories/another-address",
  "stories/bad-month",
  "stories/centre-leave",
  "extras/outage/outage",
  "faults/stale",
  "check/expressions",
  "commands/create-invoice",
  "faults/team",
  "render/page",
  "stories/former-homes",
  "commands/team-journal",
  "stories/suggested-commands",
  "wizard/terminal",
  "settings/at-once",
].map((name) => `test/${name}.test.ts`);

/**
 * Projects run in reverse order of their names, so that the largest runs first. Within a project, the longest tests
 * run first; the other files follow in vitest's order.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const at = longest.findIndex((name) => moduleId.endsWith(name));
      return at < 0 ? longest.length : at;
    };
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => b.project.name.localeCompare(a.project.name) || place(a) - place(b));
  }
}

/** Setup that runs before all tests, whichever files are selected. */
const globalSetup = ["test/support/temporary-in-memory.ts"];

const leftOut = filesLeftOut.map((name) => `test/${name}`);
const whole = {
  name: "whole",
  include: ["test/**/*.test.ts"],
  exclude: [...alone, ...serverAlone, ...leftOut],
  globalSetup,
};

const server = {
  extends: true as const,
  test: {
    name: "server",
    include: [
      ...onServer.map((name) => `test/journal/${name}.test.ts`),
      "test/extras/acceptance/acceptance-month.test.ts",
      "test/extras/outage/outage-spans.test.ts",
      ...serverAlone,
    ],
    env: { SELFBILL_TEST_ENGINE: "postgres" },
    globalSetup: [...globalSetup, "test/support/postgres-run.ts"],
  },
};

export default defineConfig({
  // A fault planted in the sources, which one of the tests must find (test/faults/planted.ts).
  plugins: [texts, { name: "plant", transform: (code, id) => withPlant(process.env[plantVariable], code, id) }],
  // The subset of undici that the program bundles, so that the shipped code is tested.
  resolve: { alias: [{ find: /^undici$/, replacement: fileURLToPath(new URL("../.ci/undici.mjs", import.meta.url)) }] },
  test: {
    // A long timeout, for a busy computer; no test depends on durations.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    env: quick ? { NO_COLOR: "1", SELFBILL_TEST_QUICK: "1" } : { NO_COLOR: "1" },
    reporters: ["default", new LeftOut(server.test.include)],
    setupFiles: ["test/support/seed.ts"],
    // One more than the number of cores, because many tests wait for a program, a service or a limit.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    // Test files share imported modules, because loading these again for each file takes longer than most tests; so a
    // test must undo its changes.
    isolate: false,
    projects: [
      { extends: true, test: whole },
      { extends: true, test: { name: "alone", include: alone, isolate: true, globalSetup } },
      ...(quick || leavesOut(withoutPostgres()) ? [] : [server]),
    ],
  },
});
