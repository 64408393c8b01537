import fc from "fast-check";
import { expect, test } from "vitest";
import {
  hasAnswered,
  overallStatusOf,
  sideStatusesOf,
  statusClassOf,
  statusLogOf,
  statusSnapshotOf,
  validationResultsOf,
} from "../../src/contract/index.ts";
import { isJsonObject, parseJson } from "../../src/json/index.ts";
import { makeStyle, renderJson, renderReport } from "../../src/render/index.ts";
import type { Report } from "../../src/report/index.ts";

const names = fc.constantFrom(
  ..."meta_info,metaInfo,peppol_status,overall_status,participant_status,validation_results,validationResults".split(
    ",",
  ),
  ..."toC3,to_c3,toC5,status,mlsResponse,responseCode,receivedAt,transmissionResponse,transmissionErrors".split(","),
  ..."documentXML,document_xml,lastUpdated,senderId,timestamp,event,message,flag,text,location,id,x".split(","),
);
const leaf = fc.oneof(
  fc.constantFrom(null, true, 0, -1, 1e300, 1781931661920, "fatal", "APPROVED", "SUBMITTED", "0242:1", "", " "),
  fc.string({ unit: "binary", maxLength: 12 }),
);
const anything = fc.letrec((tie) => ({
  node: fc.oneof(
    { maxDepth: 5 },
    leaf,
    fc.array(tie("node"), { maxLength: 3 }),
    fc.dictionary(names, tie("node"), { maxKeys: 6 }),
  ),
})).node;

const styles = [80, undefined].map((columns) =>
  makeStyle({ isTerminal: columns !== undefined, columns, environment: {}, noColor: true }),
);

function reports(text: string): Report[] {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new Error(parsed.problems[0].message);
  const answer = parsed.value;
  const document = isJsonObject(answer) ? answer : {};
  const snapshot = statusSnapshotOf(document);
  const overallStatus = overallStatusOf(document);
  const result = {
    asked: "a",
    outcome: "pending",
    id: "a",
    kind: "credit-note",
    tellsOverall: true,
    overallStatus,
    standing: statusClassOf(overallStatus),
    sides: sideStatusesOf(document),
    snapshot,
    names: {},
    findings: [...validationResultsOf(document), ...snapshot.validationResults].map((each) => ({ result: each })),
    saved: [],
    problems: [],
  } as const;
  const log = statusLogOf(answer) ?? { events: [], shape: "list", beside: [] };
  const common = { outcome: "pending", sandbox: false, problems: [] } as const;
  expect(typeof hasAnswered(snapshot.toC3)).toBe("boolean");
  return [
    { ...common, view: { view: "statuses", results: [result], verbose: true } },
    { ...common, view: { view: "events", ...log, lines: false } },
    { ...common, view: { view: "events", ...log, lines: true } },
  ];
}

test("whatever a service answers can be shown, harmlessly and without a made-up value", () => {
  fc.assert(
    fc.property(anything, (answer) => {
      for (const report of reports(JSON.stringify(answer))) {
        for (const style of styles) {
          const { data } = renderReport(report, style, style);
          expect(data).not.toMatch(/[^\P{Cc}\n\t]|\p{Cf}|\[object|\bundefined\b|NaN|Invalid/u);
        }
        expect(() => JSON.stringify(renderJson(report))).not.toThrow();
      }
    }),
    { numRuns: 400, seed: 4711 },
  );
});
