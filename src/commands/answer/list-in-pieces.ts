import type { Desk } from "../../desk/index.ts";
import { writeJson } from "../../json/index.ts";
import { escapeHidden, jsonSchema, renderJson } from "../../render/index.ts";
import type { Report } from "../../report/index.ts";

/** One JSON document with a list in it that is too long to be held. */
export interface ListInPieces {
  /** Writes an item of the list; false when nobody reads any more. */
  one(item: object): Promise<boolean>;
  /** Writes the end; the report that is left to show. */
  end(report: Report): Promise<Report>;
}

/** Writes the document as it grows: the members of any other, the list before `outcome` and `problems`. `first` are members of its own. */
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
