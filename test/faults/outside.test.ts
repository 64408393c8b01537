import { expect, test } from "vitest";
import { withoutPostgres } from "../support/postgres.ts";
import { run } from "./outside.ts";

const servers = withoutPostgres() === undefined ? "4" : "0";

test.each([
  ["of one computer", 80, { real: "9", servers, computers: "none" }],
  ["of two computers, and all drawers put back", 200, { real: "0", servers: "0" }],
])(
  "one step outside of a journal %s nothing is made twice, and nobody is stopped for nothing",
  async (_, count, words) => {
    const report = await run({ count, seed: 4, words, say: () => undefined });
    expect(report.violations).toEqual([]);
    for (const verdict of ["done", "replayed"]) expect(report.verdicts[verdict], verdict).toBeGreaterThan(10);
  },
);
