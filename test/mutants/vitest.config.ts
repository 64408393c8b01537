import { defineConfig } from "vitest/config";
import { texts } from "../../.ci/texts.mjs";

const list = (name: string): string[] => (process.env[name] ?? "").split(" ").filter((each) => each !== "");

/** Runs only tests that run inside one process, because a program that was built earlier contains no mutants. */
export default defineConfig({
  plugins: [texts],
  test: {
    include: list("SELFBILL_MUTANT_TESTS"),
    exclude: list("SELFBILL_MUTANT_WITHOUT"),
    env: { NO_COLOR: "1" },
    globalSetup: ["test/support/temporary-in-memory.ts"],
    testTimeout: 60_000,
    isolate: false,
  },
});
