import { describe, expect, test } from "vitest";
import { parseBaseUrl } from "../../src/settings/index.ts";
import { problemsOf, unwrap } from "../support/settings.ts";

describe("a base URL", () => {
  test.each([
    ["https://api.service.example", "https://api.service.example", "https://api.service.example", false],
    [" https://API.service.example/ ", "https://api.service.example", "https://api.service.example", false],
    ["https://api.service.example:443/uae", "https://api.service.example/uae", "https://api.service.example", false],
    [
      "https://api.service.example:8443/a/b/",
      "https://api.service.example:8443/a/b",
      "https://api.service.example:8443",
      false,
    ],
    ["http://127.0.0.1:4010", "http://127.0.0.1:4010", "http://127.0.0.1:4010", true],
    ["http://127.45.0.9", "http://127.45.0.9", "http://127.45.0.9", true],
    ["http://[::1]:4010", "http://[::1]:4010", "http://[::1]:4010", true],
    ["https://127.0.0.1:4010", "https://127.0.0.1:4010", "https://127.0.0.1:4010", true],
  ])("%s is taken", (text, url, origin, loopback) => {
    expect(unwrap(parseBaseUrl(text))).toEqual({ url, origin, loopback });
  });

  test.each([
    "http://api.service.example",
    "http://localhost:4010",
    "https://localhost",
    "https://me.localhost",
    "http://localhost.evil.example",
    "http://127.0.0.1.nip.example",
    "http://127.0.0.1.:80",
    "http://0x7f.1",
    "http://127.1",
    "http://2130706433",
    "http://0.0.0.0:4010",
    "http://[::ffff:127.0.0.1]",
    "http://10.0.0.1",
    "https://0.0.0.0",
    "https://0.1.2.3:8443",
    "https://[::]",
    "https://[::]:8443",
    "https://[::ffff:0:0]",
    "https://api.service.example:0",
    "http://127.0.0.1:0",
    "https://user:pass@api.service.example",
    "https://api.service.example@evil.example",
    "http://127.0.0.1@evil.example",
    "https://api.service.example?x=1",
    "https://api.service.example#x",
    "https://api.service.example/a/../b",
    "https://api.service.example/%2e%2e/b",
    "https://api.service.example\\@evil.example",
    "https://sеrvice.example",
    "ftp://api.service.example",
    "file:///etc/hosts",
    "javascript:alert(1)",
    "api.service.example",
    "https://",
    "",
    "https://api.service.example\r\nX: y",
  ])("%j is refused", (text) => {
    const [problem] = problemsOf(parseBaseUrl(text));
    expect(problem).toMatchObject({ code: "bad-setting", where: { path: "base_url" } });
    expect(problem?.hint).not.toBe("");
  });

  test("a password in it is not repeated", () => {
    const [problem] = problemsOf(parseBaseUrl("https://user:hunter2@api.service.example"));
    expect(JSON.stringify(problem)).not.toContain("hunter2");
  });

  test.each([
    "https://user:canary@api.service.example",
    "https://user:can/canary@api.service.example",
    "https://user:can@canary@api.service.example",
    "https:user:canary@api.service.example",
    "https//user:canary@api.service.example",
    "//user:canary@api.service.example",
    "user:canary@api.service.example",
    "https://api.service.example?token=canary",
    "https://api.service.example/#canary",
  ])("what may be a secret in %s is not repeated", (text) => {
    const [found] = problemsOf(parseBaseUrl(text));
    expect(found?.message).toContain("api.service.example");
    expect(JSON.stringify(found)).not.toContain("canary");
  });
});
