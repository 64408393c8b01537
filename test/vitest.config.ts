import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/** Folders whose tests start nothing and change nothing outside of themselves: their files share what they import. */
const pure = ["check", "document", "problem", "read", "ubl"].map((room) => `test/${room}/**/*.test.ts`);

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

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    env: { NO_COLOR: "1" },
    // One less is the default, which is one of two.
    maxWorkers: availableParallelism(),
    projects: [
      { extends: true, test: { name: "pure", include: pure, isolate: false } },
      { extends: true, test: { name: "whole", include: ["test/**/*.test.ts"], exclude: pure } },
      {
        extends: true,
        test: {
          name: "server",
          include: onServer.map((name) => `test/journal/${name}.test.ts`),
          env: { SELFBILL_TEST_ENGINE: "postgres" },
          globalSetup: ["test/support/postgres-run.ts"],
        },
      },
    ],
  },
});
