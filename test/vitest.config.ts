import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { withoutPostgres } from "./support/postgres.ts";

/** Folders whose tests start nothing and change nothing outside of themselves: their files share what they import. */
const pure = ["check", "document", "problem", "read", "ubl"].map((room) => `test/${room}/**/*.test.ts`);

/** What only a server can be asked. */
const serverAlone = ["server", "server-approvals", "server-refusals"].map((name) => `test/journal/${name}.test.ts`);

/** Of the journal's tests those that are not about files: they run a second time, on a PostgreSQL server. */
const onServer = [
  "budget",
  "chain",
  "credited",
  "crediting",
  "journal",
  "kept",
  "numbers",
  "numbers-lost",
  "sent-to",
  "tries",
  "verify",
];

const server = {
  extends: true as const,
  test: {
    name: "server",
    testTimeout: 180_000,
    include: [...onServer.map((name) => `test/journal/${name}.test.ts`), ...serverAlone],
    env: { SELFBILL_TEST_ENGINE: "postgres" },
    globalSetup: ["test/support/postgres-run.ts"],
  },
};
const missing = withoutPostgres();
if (missing !== undefined) console.warn(`The journal is not tested on a server: ${missing}.`);

export default defineConfig({
  test: {
    testTimeout: 180_000,
    hookTimeout: 180_000,
    env: { NO_COLOR: "1" },
    // One less is the default, which is one of two.
    maxWorkers: availableParallelism(),
    projects: [
      { extends: true, test: { name: "pure", include: pure, isolate: false } },
      { extends: true, test: { name: "whole", include: ["test/**/*.test.ts"], exclude: [...pure, ...serverAlone] } },
      ...(missing === undefined || process.env.SELFBILL_TEST_ALL ? [server] : []),
    ],
  },
});
