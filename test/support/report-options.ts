import type { report } from "../../src/commands/report.ts";
import { plain } from "./shop.ts";

export type ReportOptions = Parameters<typeof report.run>[0]["options"];

/** `selfbill report --month 2026-06` without another word. */
export const monthOptions: ReportOptions = {
  ...plain,
  month: "2026-06",
  from: undefined,
  to: undefined,
  by: undefined,
  refresh: false,
  compare: undefined,
  against: undefined,
  tolerance: undefined,
  output: undefined,
  out: [],
  force: false,
};
