import { isRight } from "../../commands/verdicts/is-right.ts";
import { junitSeconds, xmlText } from "../../commands/verdicts/junit-text.ts";
import type { Problem } from "../../problem/index.ts";
import type { Verdict, VerdictWriter } from "../../report/index.ts";

/**
 * Writes JUnit XML with one test suite per document, so that a suite's counts are known when the suite is written. All
 * errors of a document form one failure; warnings and skipped checks are in the suite's output. Uses only what the
 * schemas of both Ant and Jenkins allow: neither allows a file or output per case, so the file name is used as the case
 * name.
 */
export function junitVerdicts(): VerdictWriter {
  let suites = 0;
  let timestamp = "";
  return {
    begin: ({ began }) => {
      timestamp = began.toISOString().slice(0, 19);
      return '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n';
    },
    verdict: (verdict, took) => suite(verdict, { took, timestamp, id: suites++ }),
    end: () => "</testsuites>\n",
  };
}

interface Run {
  readonly took: number;
  /** UTC, without a time zone designator. */
  readonly timestamp: string;
  readonly id: number;
}

function suite(verdict: Verdict, { took, timestamp, id }: Run): string {
  const { ruleSet } = verdict.chosen;
  const name = xmlText(verdict.file);
  const time = junitSeconds(took);
  const counts = `tests="1" failures="${isRight(verdict) ? 0 : 1}" errors="0" skipped="0" time="${time}"`;
  const run = `id="${id}" package="selfbill.validate" timestamp="${timestamp}" hostname="localhost"`;
  const property = (key: string, value: string): string => `<property name="${key}" value="${xmlText(value)}"/>`;
  return [
    `  <testsuite name="${name}" ${run} ${counts}>`,
    `    <properties>${property("rule_set.version", ruleSet.version)}${property("rule_set.hash", ruleSet.hash)}</properties>`,
    `    <testcase name="${name}" classname="selfbill.validate" time="${time}">`,
    ...failure(verdict.problems.filter(({ severity }) => severity === "error")),
    "    </testcase>",
    `    <system-out>${output(verdict).map(xmlText).join("\n")}</system-out>`,
    "    <system-err/>",
    "  </testsuite>\n",
  ].join("\n");
}

function failure(errors: readonly Problem[]): string[] {
  const [first] = errors;
  if (first === undefined) return [];
  const message = errors.length === 1 ? first.message : `${first.message} And ${errors.length - 1} more.`;
  const lines = errors.map((each) => xmlText(line(each))).join("\n");
  return [`      <failure type="${xmlText(first.code)}" message="${xmlText(message)}">${lines}</failure>`];
}

function output({ problems, notChecked }: Verdict): string[] {
  const lines = problems.filter(({ severity }) => severity === "warning").map((each) => `warning ${line(each)}`);
  return notChecked.length === 0 ? lines : [...lines, `not checked: ${notChecked.join(" ")}`];
}

function line({ code, message, hint, where }: Problem): string {
  const place = [where?.file, where?.line, where?.column].filter((each) => each !== undefined).join(":");
  return `${place} ${code} ${message} → ${hint}`;
}
