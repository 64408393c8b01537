import type { Style } from "../../report/index.ts";
import { githubVerdicts } from "./github.ts";
import { jsonLineVerdicts, jsonVerdicts } from "./json.ts";
import { junitVerdicts } from "./junit.ts";
import { sarifVerdicts } from "./sarif.ts";
import { textVerdicts } from "./text.ts";
import type { VerdictWriter } from "./writer.ts";

/** Keys are values of `--format`. Only the text format is limited to one screen, unless `all` is set. */
export const verdictFormats: Readonly<Record<string, (style: Style, all?: boolean) => VerdictWriter>> = {
  text: textVerdicts,
  json: jsonVerdicts,
  jsonl: jsonLineVerdicts,
  junit: junitVerdicts,
  sarif: sarifVerdicts,
  github: githubVerdicts,
};
