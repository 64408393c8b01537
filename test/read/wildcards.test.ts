import { expect, test } from "vitest";
import { fits, hasWildcard, segmentsOf } from "../../src/read/wildcards.ts";

test.each([
  ["\\\\srv\\share\\*", "//srv/share/", ["*"]],
  ["//srv/share/2026/*.yaml", "//srv/share/", ["2026", "*.yaml"]],
  ["\\\\?\\C:\\march\\*", "//?/C:/", ["march", "*"]],
  ["\\\\?\\UNC\\srv\\share\\march\\*", "//?/UNC/srv/share/", ["march", "*"]],
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

test("the long form of a path of Windows is no wildcard; elsewhere a question mark is one everywhere", () => {
  expect(hasWildcard("\\\\?\\C:\\march\\a.yaml", "win32")).toBe(false);
  expect(hasWildcard("//?/C:/march/a?.yaml", "win32")).toBe(true);
  expect(hasWildcard("//?/a.yaml", "linux")).toBe(true);
});

test.each([
  ["*.YAML", "march.yaml", true],
  ["Marc?.yaml", "MARCH.YAML", true],
  ["*.yaml", "march.json", false],
])("on Windows %s fits %s: %j, as case does not tell names apart there", (segment, name, does) => {
  expect(fits(segment, name, "win32")).toBe(does);
  expect(fits(segment, name, "linux")).toBe(false);
});
