import type { Desk } from "../../desk/index.ts";
import { fail, ok, problem, type Result } from "../../problem/index.ts";
import { resultLine, resultsEnd } from "../../render/index.ts";
import type { Report, SubmissionResult } from "../../report/index.ts";
import { flag, rare } from "../command.ts";
import { outputForm, type TableForm } from "../kinds.ts";

export const outputOptions = {
  output: rare(outputForm("how to write the results")),
  jsonLines: rare(flag("--json-lines", "one line of JSON for each document as soon as it is sent, and one at the end")),
} as const;

export interface ResultOutput {
  tell(result: SubmissionResult): Promise<void>;
  finish(report: Report): Promise<Report>;
}

interface Words {
  readonly output: TableForm | undefined;
  readonly jsonLines: boolean;
  readonly dryRun: boolean;
}

/** Returns the output format that was asked for; undefined if there is none. Problem: `bad-usage`. */
export function chosenForm({ output: form, jsonLines, dryRun }: Words, asJson: boolean): Result<string | undefined> {
  const bad = (message: string, hint: string) => fail(problem("bad-usage", message, hint));
  const asked = [...(asJson || form === "json" ? ["json"] : []), ...(jsonLines ? ["lines"] : [])];
  if (form !== undefined && form !== "json") asked.push(form);
  if (asked.length > 1) return bad("More than one output format was given.", "Name one of them.");
  const [as] = asked;
  if (dryRun && as !== undefined && as !== "json")
    return bad("A dry run has no results yet.", "Leave the output format out, or use --json.");
  return ok(as);
}

export function outputFrom(words: Words, desk: Desk): Result<ResultOutput> {
  const form = chosenForm(words, desk.asJson);
  if (!form.ok) return form;
  return ok(form.value === "lines" ? linesTo(desk) : inForm(form.value as TableForm | undefined));
}

function inForm(as: TableForm | undefined): ResultOutput {
  return {
    tell: async () => undefined,
    finish: async (report) => {
      const { view } = report;
      return as === undefined || as === "json" || view.view !== "submissions"
        ? report
        : { ...report, view: { ...view, as } };
    },
  };
}

/** Results that were not written during the run are written at the end. */
function linesTo(desk: Desk): ResultOutput {
  let told = 0;
  return {
    async tell(result) {
      told += 1;
      await desk.write(resultLine(result));
    },
    async finish(report) {
      const { view } = report;
      if (view.view !== "submissions") {
        await desk.write(resultsEnd(report));
        return report;
      }
      for (const result of view.results.slice(told)) await desk.write(resultLine(result));
      await desk.write(resultsEnd(report));
      return { ...report, view: { ...view, as: "lines" } };
    },
  };
}
