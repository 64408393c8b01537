import type { Desk } from "../../desk/index.ts";
import { writeJson } from "../../json/index.ts";
import { escapeHidden, jsonSchema, renderJson } from "../../render/index.ts";
import type { Report } from "../../report/index.ts";

/** A JSON document with a list that is too long to hold in memory. */
export interface ListInPieces {
  /** Writes an item of the list; false when the reader has closed the pipe. */
  one(item: object): Promise<boolean>;
  /** Writes the end of the document; returns what remains of the report. */
  end(report: Report): Promise<Report>;
}

/** Streams the document: first its own members (`first`), then the list, then `outcome` and `problems` as usual. */
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
