import type { Desk } from "../../desk/index.ts";
import { writeJson } from "../../json/index.ts";
import { escapeHidden, jsonSchema, renderJson } from "../../render/index.ts";
import type { Report } from "../../report/index.ts";

export interface ListInPieces {
  /** Returns false when the reader has closed the pipe. */
  one(item: object): Promise<boolean>;
  /** Returns the report without the parts that have already been written. */
  end(report: Report): Promise<Report>;
}

/**
 * Writes a JSON object piece by piece: the members of `first`, then the list, then `journal`, `outcome` and `problems`.
 */
export function listInPieces(name: string, first: object, desk: Desk): ListInPieces {
  const json = (value: unknown): string => escapeHidden(writeJson(value));
  const start = `${json({ schema: jsonSchema, ...first }).slice(0, -1)},${json(name)}:[`;
  let between = "";
  return {
    async one(item) {
      const heard = await desk.write(`${between || start}\n${json(item)}`);
      between = ",";
      return heard;
    },
    async end(report) {
      const { outcome, problems } = renderJson(report);
      const { journal } = report;
      await desk.write(
        `${between ? "" : start}\n],${json({ ...(journal ? { journal } : {}), outcome, problems }).slice(1)}\n`,
      );
      return { ...report, view: { view: "nothing" }, problems: [] };
    },
  };
}
