import type { Problem } from "../../problem/index.ts";
import type { Verdict } from "../../report/index.ts";
import { safe } from "../safe.ts";
import { isRight, type VerdictWriter } from "./writer.ts";

/**
 * JUnit XML, for every CI: one test suite with one test case a document, so that the counts are known when a suite is written. A case
 * fails with all errors of its document; warnings and what was not checked stand in its output.
 */
export function junitVerdicts(): VerdictWriter {
  return {
    begin: () => '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="selfbill validate">\n',
    verdict: suite,
    end: () => "</testsuites>\n",
  };
}

function suite(verdict: Verdict, took: number): string {
  const { ruleSet } = verdict.chosen;
  const name = attribute(verdict.file);
  const time = `${Math.floor(took / 1000)}.${String(Math.floor(took) % 1000).padStart(3, "0")}`;
  const failures = isRight(verdict) ? 0 : 1;
  const property = (key: string, value: string): string => `<property name="${key}" value="${attribute(value)}"/>`;
  return [
    `  <testsuite name="${name}" tests="1" failures="${failures}" errors="0" skipped="0" time="${time}">`,
    `    <properties>${property("rule_set.version", ruleSet.version)}${property("rule_set.hash", ruleSet.hash)}</properties>`,
    `    <testcase name="${name}" classname="selfbill.validate" file="${name}" time="${time}">`,
    ...failure(verdict.problems.filter(({ severity }) => severity === "error")),
    ...output(verdict),
    "    </testcase>",
    "  </testsuite>\n",
  ].join("\n");
}

function failure(errors: readonly Problem[]): string[] {
  const [first] = errors;
  if (first === undefined) return [];
  const message = errors.length === 1 ? first.message : `${first.message} And ${errors.length - 1} more.`;
  const lines = errors.map((each) => content(line(each))).join("\n");
  return [`      <failure type="${attribute(first.code)}" message="${attribute(message)}">${lines}</failure>`];
}

function output({ problems, notChecked }: Verdict): string[] {
  const lines = problems.filter(({ severity }) => severity === "warning").map((each) => `warning ${line(each)}`);
  if (notChecked.length > 0) lines.push(`not checked: ${notChecked.join(" ")}`);
  return lines.length === 0 ? [] : [`      <system-out>${lines.map(content).join("\n")}</system-out>`];
}

function line({ code, message, hint, where }: Problem): string {
  const place = [where?.file, where?.line, where?.column].filter((each) => each !== undefined).join(":");
  return `${place} ${code} ${message} → ${hint}`;
}

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Text in an element; signs that XML cannot hold are made visible, or become U+FFFD. */
function content(text: string): string {
  return safe(text)
    .replace(/[\p{Cs}\uFFFE\uFFFF]/gu, "\uFFFD")
    .replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign);
}

const attribute = content;
