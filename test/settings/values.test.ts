import { expect, test } from "vitest";
import { serviceVersions, versionHeader } from "../../src/contract/index.ts";
import {
  defaultServiceVersion,
  defaultVersionHeader,
  parseBusinessProfileId,
  parseProfileName,
  parseServiceVersion,
  parseToken,
  parseVersionHeader,
} from "../../src/settings/index.ts";
import { problemsOf, unwrap } from "../support/settings.ts";

test("what a new profile pins is what the contract calls stable", () => {
  expect(defaultServiceVersion).toBe(serviceVersions.stable);
  expect(defaultVersionHeader).toBe(versionHeader);
});

test("a version is a real date of eight digits", () => {
  for (const version of ["20260101", "20260507", "20240229", " 20260101\n"]) {
    expect(unwrap(parseServiceVersion(version))).toBe(version.trim());
  }
  for (const wrong of [
    "",
    "2026-01-01",
    "20260230",
    "20250229",
    "20261301",
    "20260100",
    "2026010",
    "202601011",
    "20260101\r\nX: y",
    "２０２６０１０１",
  ]) {
    expect(problemsOf(parseServiceVersion(wrong))[0]?.code, JSON.stringify(wrong)).toBe("bad-setting");
  }
});

test("a business profile id is any text without control characters that can stand in a path", () => {
  const odd = ["a/b", "a b", "%2e%2e", "a?b", "a#b", "a\\b", "é", "شركة:1", "...", "a".repeat(512)];
  for (const id of ["BP-7Q2M4X9KTD", "SBX-PALMLEDGER", "a_b", ...odd])
    expect(unwrap(parseBusinessProfileId(id))).toBe(id);
  for (const wrong of ["", " ", "..", ".", "a\nb", "a\u0007b", "a\u2028b", "\ud800", "a".repeat(513)]) {
    expect(problemsOf(parseBusinessProfileId(wrong))[0]?.code, wrong).toBe("bad-setting");
  }
});

test("the version header may have any name but those that selfbill writes itself", () => {
  expect(unwrap(parseVersionHeader("X-BRAND-VERSION"))).toBe("X-BRAND-VERSION");
  for (const wrong of ["Authorization", "host", "Content-Length", "transfer-encoding", "X Y", "X:Y", "", "X\r\nY"]) {
    expect(problemsOf(parseVersionHeader(wrong))[0]?.code, wrong).toBe("bad-setting");
  }
});

test("a profile's name is a plain word", () => {
  expect(unwrap(parseProfileName("acme-prod.2"))).toBe("acme-prod.2");
  for (const wrong of ["", "__proto__", "constructor", "prototype", "a b", "-x", "../x", "a".repeat(65)]) {
    expect(problemsOf(parseProfileName(wrong))[0]?.code, wrong).toBe("bad-setting");
  }
});

test("a token is visible ASCII in one piece; line ends around it are cut", () => {
  expect(unwrap(parseToken("  abc.def-123\r\n"))).toBe("abc.def-123");
  for (const wrong of ["", "  ", "a b", "a\nb", "a\u0000b", "tök", "Bearer abc", "x".repeat(8193), "a\u00a0b"]) {
    expect(problemsOf(parseToken(wrong))[0]?.code, JSON.stringify(wrong).slice(0, 40)).toBe("bad-token");
  }
});

test("a refused token is not repeated in the words about it", () => {
  expect(JSON.stringify(problemsOf(parseToken("canary token-4711")))).not.toContain("canary");
});
