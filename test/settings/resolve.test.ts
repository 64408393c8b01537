import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Environment } from "../../src/environment/index.ts";
import { resolveProfile, type Settings, saveProfile } from "../../src/settings/index.ts";
import { palmLedger } from "../support/documents.ts";
import { problemsOf, settingsOf, tempHome, unwrap } from "../support/settings.ts";

const service = "https://api.service.example";

function withAcme(env: Environment = {}): Settings {
  const settings = settingsOf({ env });
  return unwrap(
    saveProfile(settings, "acme", { base_url: service, business_profile_id: "BP-1", business_profile: palmLedger }),
  );
}

test("the current profile is used when nothing else is said", () => {
  expect(unwrap(resolveProfile(withAcme()))).toMatchObject({
    name: "acme",
    baseUrl: service,
    origin: service,
    sandbox: false,
    businessProfileId: "BP-1",
    serviceVersion: "20260101",
    versionHeader: "X-SERVICE-VERSION",
    extras: true,
    businessProfile: palmLedger,
    sources: { name: "user file", baseUrl: "user file", businessProfileId: "user file", serviceVersion: "user file" },
  });
});

test("the profile's business profile in other capitals is that one, as the profile spells it", () => {
  const named = unwrap(resolveProfile(withAcme(), { businessProfile: "bp-1" }));
  expect([named.businessProfileId, named.businessProfile]).toEqual(["BP-1", palmLedger]);
  const env = unwrap(resolveProfile(withAcme({ SELFBILL_BUSINESS_PROFILE_ID: "Bp-1" })));
  expect(env.businessProfileId).toBe("BP-1");
  expect(unwrap(resolveProfile(withAcme(), { businessProfile: "bp-2" })).businessProfileId).toBe("bp-2");
});

describe("flag before environment before user file", () => {
  const env = {
    SELFBILL_BASE_URL: "https://env.example",
    SELFBILL_BUSINESS_PROFILE_ID: "BP-ENV",
    SELFBILL_SERVICE_VERSION: "20260507",
  };

  test("the environment wins over the file", () => {
    expect(unwrap(resolveProfile(withAcme(env)))).toMatchObject({
      baseUrl: "https://env.example",
      businessProfileId: "BP-ENV",
      serviceVersion: "20260507",
      sources: {
        name: "user file",
        baseUrl: "environment",
        businessProfileId: "environment",
        serviceVersion: "environment",
      },
    });
  });

  test("a flag wins over both", () => {
    const flags = { baseUrl: "https://flag.example", businessProfile: "BP-FLAG", serviceVersion: "20240229" };
    expect(unwrap(resolveProfile(withAcme(env), flags))).toMatchObject({
      baseUrl: "https://flag.example",
      businessProfileId: "BP-FLAG",
      serviceVersion: "20240229",
      sources: { baseUrl: "flag", businessProfileId: "flag", serviceVersion: "flag" },
    });
  });

  test("the profile itself is picked in the same order", () => {
    const settings = unwrap(
      saveProfile(withAcme({ SELFBILL_PROFILE: "other" }), "other", { base_url: "https://other.example" }),
    );
    expect(unwrap(resolveProfile(settings)).name).toBe("other");
    expect(unwrap(resolveProfile(settings, { profile: "acme" }))).toMatchObject({
      name: "acme",
      sources: { name: "flag" },
    });
  });

  test("an empty variable counts as absent, because CI systems set them so", () => {
    expect(unwrap(resolveProfile(withAcme({ SELFBILL_BASE_URL: "", SELFBILL_PROFILE: " " }))).baseUrl).toBe(service);
  });
});

test("the environment alone is enough", () => {
  const settings = settingsOf({
    env: { SELFBILL_BASE_URL: "https://env.example/uae/", SELFBILL_BUSINESS_PROFILE_ID: "BP-1" },
  });
  const profile = unwrap(resolveProfile(settings));
  expect(profile).toMatchObject({
    baseUrl: "https://env.example/uae",
    origin: "https://env.example",
    serviceVersion: "20260101",
  });
  expect(profile.name).toBeUndefined();
});

test("the party is known only for its own business profile id", () => {
  expect(unwrap(resolveProfile(withAcme(), { businessProfile: "BP-2" })).businessProfile).toBeUndefined();
});

test("a loopback address may be a sandbox's, as far as the business profile allows", () => {
  const at = (businessProfile: string) =>
    resolveProfile(withAcme(), { baseUrl: "http://127.0.0.1:4010", businessProfile });
  expect(unwrap(at("SBX-PALMLEDGER")).sandbox).toBe(true);
  expect(unwrap(at("BP-2")).sandbox).toBe(false);
});

test("a business profile of the sandbox is not used at a real service", () => {
  expect(problemsOf(resolveProfile(withAcme(), { businessProfile: "SBX-PALMLEDGER" }))[0]?.code).toBe("bad-setting");
  expect(resolveProfile(withAcme(), { businessProfile: "SBX-PALMLEDGER", baseUrl: "http://127.0.0.1:4010" }).ok).toBe(
    true,
  );
});

test("without any profile the way out is told", () => {
  expect(problemsOf(resolveProfile(settingsOf()))[0]).toMatchObject({
    code: "no-profile",
    outcome: "usage",
    hint: expect.stringContaining("--sandbox"),
  });
});

test("an unknown profile is no reason to take another one", () => {
  expect(problemsOf(resolveProfile(withAcme(), { profile: "acmee" }))[0]).toMatchObject({
    code: "no-profile",
    hint: "There is: acme.",
  });
});

test("wrong values are named together, with the variable they came from", () => {
  const settings = withAcme({ SELFBILL_BASE_URL: "http://evil.example", SELFBILL_SERVICE_VERSION: "today" });
  const problems = problemsOf(resolveProfile(settings, { businessProfile: ".." }));
  expect(problems.map((each) => each.where?.path)).toEqual(["base_url", "business_profile_id", "service_version"]);
  expect(problems[0]?.message).toContain("SELFBILL_BASE_URL");
  expect(problems[1]?.message).not.toContain("SELFBILL_");
});

test("a settings file in the folder one stands in changes nothing", () => {
  const folder = tempHome();
  for (const name of [".selfbill.yaml", ".selfbill.json", "settings.json", "selfbill.json"]) {
    writeFileSync(
      join(folder, name),
      '{"current_profile":"evil","profiles":{"evil":{"base_url":"https://evil.example"}}}',
    );
  }
  mkdirSync(join(folder, "config"));
  writeFileSync(
    join(folder, "config", "settings.json"),
    '{"current_profile":"evil","profiles":{"evil":{"base_url":"https://evil.example"}}}',
  );
  const before = process.cwd();
  process.chdir(folder);
  try {
    expect(unwrap(resolveProfile(withAcme())).baseUrl).toBe(service);
    expect(problemsOf(resolveProfile(settingsOf()))[0]?.code).toBe("no-profile");
  } finally {
    process.chdir(before);
  }
});
