import type { Problem } from "../../problem/index.ts";
import { safe } from "../../render/index.ts";
import type { Verdict } from "../../report/index.ts";
import { isRight, type VerdictWriter } from "./writer.ts";

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
  const name = attribute(verdict.file);
  const time = seconds(took);
  const counts = `tests="1" failures="${isRight(verdict) ? 0 : 1}" errors="0" skipped="0" time="${time}"`;
  const run = `id="${id}" package="selfbill.validate" timestamp="${timestamp}" hostname="localhost"`;
  const property = (key: string, value: string): string => `<property name="${key}" value="${attribute(value)}"/>`;
  return [
    `  <testsuite name="${name}" ${run} ${counts}>`,
    `    <properties>${property("rule_set.version", ruleSet.version)}${property("rule_set.hash", ruleSet.hash)}</properties>`,
    `    <testcase name="${name}" classname="selfbill.validate" time="${time}">`,
    ...failure(verdict.problems.filter(({ severity }) => severity === "error")),
    "    </testcase>",
    `    <system-out>${output(verdict).map(content).join("\n")}</system-out>`,
    "    <system-err/>",
    "  </testsuite>\n",
  ].join("\n");
}

function seconds(took: number): string {
  return `${Math.floor(took / 1000)}.${String(Math.floor(took) % 1000).padStart(3, "0")}`;
}

/** A test case that is not about a document. */
export interface JUnitCase {
  readonly name: string;
  readonly took: number;
  readonly failures: ReadonlyArray<{ readonly type: string; readonly message: string }>;
  readonly remarks: readonly string[];
  /** Lines that explain the failures. */
  readonly details: readonly string[];
}

export function junitCases(suiteName: string, cases: readonly JUnitCase[], began: Date): string {
  const failed = cases.filter(({ failures }) => failures.length > 0).length;
  const time = seconds(cases.reduce((sum, { took }) => sum + took, 0));
  const name = attribute(suiteName);
  const run = `id="0" package="${name}" timestamp="${began.toISOString().slice(0, 19)}" hostname="localhost"`;
  const counts = `tests="${cases.length}" failures="${failed}" errors="0" skipped="0" time="${time}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    "<testsuites>",
    `  <testsuite name="${name}" ${run} ${counts}>`,
    "    <properties/>",
    ...cases.flatMap((each) => testcase(name, each)),
    `    <system-out>${cases.flatMap(({ remarks }) => remarks.map(content)).join("\n")}</system-out>`,
    "    <system-err/>",
    "  </testsuite>",
    "</testsuites>\n",
  ].join("\n");
}

function testcase(className: string, { name, took, failures, details }: JUnitCase): string[] {
  const [first] = failures;
  const lines = [...failures.map(({ type, message }) => `${type}: ${message}`), ...details];
  const all = lines.map(content).join("\n");
  return [
    `    <testcase name="${attribute(name)}" classname="${className}" time="${seconds(took)}">`,
    ...(first
      ? [`      <failure type="${attribute(first.type)}" message="${attribute(first.message)}">${all}</failure>`]
      : []),
    "    </testcase>",
  ];
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
  return notChecked.length === 0 ? lines : [...lines, `not checked: ${notChecked.join(" ")}`];
}

function line({ code, message, hint, where }: Problem): string {
  const place = [where?.file, where?.line, where?.column].filter((each) => each !== undefined).join(":");
  return `${place} ${code} ${message} → ${hint}`;
}

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Makes characters that XML cannot contain visible, or replaces them with U+FFFD. */
function content(text: string): string {
  return safe(text)
    .replace(/[\p{Cs}\uFFFE\uFFFF]/gu, "\uFFFD")
    .replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign);
}

const attribute = content;
