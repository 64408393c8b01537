import type { Desk } from "../../desk/index.ts";
import { fail, ok, problem, type Result } from "../../problem/index.ts";
import type { VerdictWriter } from "../../report/index.ts";
import { jsonLineVerdicts, jsonVerdicts } from "./json.ts";
import { textVerdicts } from "./text.ts";

/** Values of `--format`. The last three are written by an extra. */
export const formatNames: readonly string[] = ["text", "json", "jsonl", "junit", "sarif", "github"];

/** Only the text format is limited to one screen, unless `all` is set. Problem: `package-missing`. */
export async function verdictWriter(format: string, all: boolean, desk: Desk): Promise<Result<VerdictWriter>> {
  if (format === "text") return ok(textVerdicts(desk.dataStyle, all));
  if (format === "json") return ok(jsonVerdicts());
  if (format === "jsonl") return ok(jsonLineVerdicts());
  const writer = await desk.hooks.verdicts(format);
  const message = `This selfbill does not write the format ${format}.`;
  return writer ? ok(writer) : fail(problem("package-missing", message, "Use --format json or jsonl."));
}
