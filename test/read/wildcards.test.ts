import { expect, test } from "vitest";
import { segmentsOf } from "../../src/read/wildcards.ts";

test.each([
  ["\\\\srv\\share\\*", "//srv/share/", ["*"]],
  ["//srv/share/2026/*.yaml", "//srv/share/", ["2026", "*.yaml"]],
  ["\\\\?\\C:\\march\\*", "//?/C:/", ["march", "*"]],
  ["\\\\srv\\*", "//srv/", ["*"]],
  ["\\\\srv\\sh*\\a.yaml", "//srv/", ["sh*", "a.yaml"]],
  ["C:\\march\\*", "C:/", ["march", "*"]],
  ["\\march\\*", "/", ["march", "*"]],
  ["march\\*", "", ["march", "*"]],
])("on Windows the pattern %s starts at %j", (pattern, start, segments) => {
  expect(segmentsOf(pattern, "win32")).toEqual({ start, segments });
});

test("elsewhere a backslash is an ordinary character, and so is a drive's colon", () => {
  expect(segmentsOf("\\\\srv\\share\\*", "linux")).toEqual({ start: "", segments: ["\\\\srv\\share\\*"] });
  expect(segmentsOf("/srv//march/*", "linux")).toEqual({ start: "/", segments: ["srv", "march", "*"] });
  expect(segmentsOf("C:/march/*", "linux")).toEqual({ start: "", segments: ["C:", "march", "*"] });
});
