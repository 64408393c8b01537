import { expect, test } from "vitest";
import { type ProblemCode, problem, problemTable } from "../../src/problem/index.ts";
import { sourcesBelow } from "../house/sources.ts";

/** Remarks that need confirmation: without it, they become errors and stop the document. */
const asked = new Set(["file-edited", "made-elsewhere", "number-elsewhere"]);

interface Use {
  readonly code: string;
  readonly at: string;
  /** The text inside the call's parentheses. */
  readonly call: string;
}

const uses = sourcesBelow("src").flatMap(({ path, text }) =>
  [...text.matchAll(/(?<![\w.])(?:problem|refused)\(/g)].flatMap(({ index, 0: start }) => {
    const call = callAt(text, index + start.length);
    const first = /^\s*([^,]*),/.exec(call)?.[1] ?? "";
    return [...first.matchAll(/"([a-z-]+)"/g)].map(([, code = ""]): Use => ({ code, at: path, call }));
  }),
);

/** The text inside a call's parentheses; `from` is the position after the opening one. */
function callAt(text: string, from: number): string {
  const part = /"(?:\\.|[^"\\])*"|`(?:\\.|[^`\\])*`|[()]/gs;
  part.lastIndex = from;
  for (let depth = 1, found = part.exec(text); found; found = part.exec(text)) {
    depth += found[0] === "(" ? 1 : found[0] === ")" ? -1 : 0;
    if (depth === 0) return text.slice(from, found.index);
  }
  throw new Error(`a call that does not end: ${text.slice(from, from + 60)}`);
}

const warns = ({ call }: Use): boolean => /\bseverity: "warning"|\bmore,?\s*$/.test(call);
const outcomeIn = (code: string): string | undefined => problemTable[code as ProblemCode]?.outcome;

test("the uses of most codes are found", () => {
  expect(new Set(uses.map(({ code }) => code)).size).toBeGreaterThan(Object.keys(problemTable).length * 0.85);
});

test("a code that is only ever a warning has the outcome done", () => {
  const codes = Object.keys(problemTable).filter((code) => !asked.has(code) && outcomeIn(code) !== "done");
  const onlyWarned = codes.filter((code) => {
    const own = uses.filter((each) => each.code === code);
    return own.length > 0 && own.every(warns);
  });
  expect(onlyWarned).toEqual([]);
});

test("a code whose outcome is done is a warning wherever it is used, unless that use has an outcome of its own", () => {
  const stopping = uses.filter(
    ({ code, call }) =>
      outcomeIn(code) === "done" && !/\boutcome: /.test(call) && /\bseverity\b(?!: "warning")/.test(call),
  );
  expect(stopping.map(({ code, at }) => `${code} ${at}`)).toEqual([]);
  for (const code of Object.keys(problemTable) as ProblemCode[]) {
    const { severity, outcome } = problem(code, "What happened.", "What to do.");
    expect([code, severity]).toEqual([code, outcome === "done" ? "warning" : "error"]);
  }
});

test("a use with an outcome of its own is an error again", () => {
  expect(problem("rate-unknown", "x", "y", { outcome: "invalid" }).severity).toBe("error");
});
