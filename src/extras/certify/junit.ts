import { junitSeconds, xmlText } from "../../commands/verdicts/junit-text.ts";

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
  const time = junitSeconds(cases.reduce((sum, { took }) => sum + took, 0));
  const name = xmlText(suiteName);
  const run = `id="0" package="${name}" timestamp="${began.toISOString().slice(0, 19)}" hostname="localhost"`;
  const counts = `tests="${cases.length}" failures="${failed}" errors="0" skipped="0" time="${time}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    "<testsuites>",
    `  <testsuite name="${name}" ${run} ${counts}>`,
    "    <properties/>",
    ...cases.flatMap((each) => testcase(name, each)),
    `    <system-out>${cases.flatMap(({ remarks }) => remarks.map(xmlText)).join("\n")}</system-out>`,
    "    <system-err/>",
    "  </testsuite>",
    "</testsuites>\n",
  ].join("\n");
}

function testcase(className: string, { name, took, failures, details }: JUnitCase): string[] {
  const [first] = failures;
  const lines = [...failures.map(({ type, message }) => `${type}: ${message}`), ...details];
  const all = lines.map(xmlText).join("\n");
  return [
    `    <testcase name="${xmlText(name)}" classname="${className}" time="${junitSeconds(took)}">`,
    ...(first
      ? [`      <failure type="${xmlText(first.type)}" message="${xmlText(first.message)}">${all}</failure>`]
      : []),
    "    </testcase>",
  ];
}
