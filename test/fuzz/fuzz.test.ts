import { expect, test } from "vitest";
import { readers } from "./readers/index.ts";
import { runCases } from "./run-cases.ts";

/** A small run of every reader; `npm run fuzz` runs as many as one likes. */
const counts: Readonly<Record<string, number>> = { journal: 4, sockets: 40, xlsx: 60, answers: 200, csv: 30, yaml: 60 };

test.each(Object.keys(readers))(
  "%s: changed and made inputs are taken or refused, and nothing escapes",
  async (name) => {
    const reader = await readers[name]?.();
    if (reader === undefined) throw new Error(`${name} is no reader`);
    try {
      const { crashes, cases } = await runCases(reader, 20_261_122, counts[name] ?? 100);
      expect(crashes).toEqual([]);
      expect(cases).toBeGreaterThan(0);
    } finally {
      await reader.close?.();
    }
  },
);
