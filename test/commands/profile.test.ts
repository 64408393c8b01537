import { expect, test } from "vitest";
import { profile } from "../../src/commands/profile.ts";
import { gulfDay } from "../../src/document/index.ts";
import { ok } from "../../src/problem/index.ts";
import { openService } from "../../src/send/index.ts";
import { profileSettings, resolveProfile, settingNames, storeToken } from "../../src/settings/index.ts";
import { accessTo } from "../support/raw-server.ts";
import { runCommand } from "../support/run-command.ts";
import { settingsOf, unwrap } from "../support/settings.ts";
import { type DeskFacts, settingsDesk } from "../support/settings-desk.ts";
import { startTestSandbox } from "../support/start-sandbox.ts";

const acme = { base_url: "https://api.service.example/", business_profile_id: "BP-7Q2M4X9KTD" };

async function deskWithAcme(facts: DeskFacts = {}) {
  const desk = settingsDesk(facts);
  expect((await runCommand(profile, desk, ["set", "acme"], acme)).outcome).toBe("done");
  return desk;
}

test("set makes a profile, which pins the stable version and becomes the current one", async () => {
  const desk = await deskWithAcme();
  expect(await runCommand(profile, desk, ["show"])).toMatchObject({
    outcome: "done",
    sandbox: false,
    view: {
      data: {
        profile: {
          name: "acme",
          base_url: "https://api.service.example",
          business_profile_id: "BP-7Q2M4X9KTD",
          service_version: "20260101",
          version_header: "X-SERVICE-VERSION",
          extras: true,
          sources: { base_url: "user file" },
        },
      },
    },
  });
});

test("set without a name changes the current profile, or makes the default one", async () => {
  const desk = await deskWithAcme();
  await runCommand(profile, desk, ["set"], { extras: false, service_version: "20260507" });
  expect(settingsOf({ home: desk.home }).file.profiles.acme).toMatchObject({
    extras: false,
    service_version: "20260507",
    business_profile_id: "BP-7Q2M4X9KTD",
  });
  const fresh = settingsDesk();
  await runCommand(profile, fresh, ["set"], acme);
  expect(Object.keys(settingsOf({ home: fresh.home }).file.profiles)).toEqual(["default"]);
});

test.each(settingNames.filter((name) => name !== "base_url"))(
  "%s is set, shown and kept; its word removes it",
  async (name) => {
    const { label, flags, example, removedBy } = profileSettings[name];
    const settings = await deskWithAcme({
      files: {
        "buyer.yaml": "name: Palm Ledger",
        "accounts.yaml": "payable: Liabilities:Suppliers",
        "logo.svg": "<svg></svg>",
      },
    });
    const desk = { ...settings, output: { ...settings.output, absolute: (file: string) => file } };
    const shown = async (value: unknown) => {
      const { view } = await runCommand(profile, desk, ["set"], { [name]: value });
      if (view.view !== "facts") throw new Error(view.view);
      const kept = settingsOf({ home: desk.home }).file.profiles.acme?.[name];
      return { kept, line: view.facts.find(([each]) => each === label)?.[1] };
    };
    const before = await shown(undefined);
    const after = await shown(flags.includes("<yes|no>") ? example === "yes" : example);
    expect([after.kept === undefined, after.line === before.line]).toEqual([false, false]);
    if (removedBy !== undefined) expect(await shown(removedBy)).toEqual(before);
  },
);

test("set names every wrong value at once", async () => {
  const wrong = {
    base_url: "http://api.service.example",
    business_profile_id: "a\nb",
    service_version: "now",
    version_header: "Host",
  };
  const report = await runCommand(profile, settingsDesk(), ["set", "acme"], wrong);
  expect(report).toMatchObject({ outcome: "usage" });
  expect(report.problems).toHaveLength(4);
});

test("set keeps an edition of the rules, refuses one that does not exist, and forgets it again", async () => {
  const desk = await deskWithAcme();
  const edition = async (rules_edition: string) => {
    const report = await runCommand(profile, desk, ["set", "acme"], { rules_edition });
    const kept = unwrap(resolveProfile(settingsOf({ home: desk.home }))).rulesEdition;
    return [report.outcome, kept];
  };
  expect(await edition("1.0.3")).toEqual(["done", "1.0.3"]);
  expect(await edition("1.0.9")).toEqual(["usage", "1.0.3"]);
  expect(unwrap(resolveProfile(settingsOf({ home: desk.home }), { rulesEdition: "1.0.2" })).rulesEdition).toBe("1.0.2");
  expect(await edition("")).toEqual(["done", undefined]);
});

test("a party file keeps leading zeros and long numbers as they are written", async () => {
  const party =
    "name: Palm Ledger Holdings\ntin: 1009876549\nendpoint_scheme_id: 0235\nparty_tax_scheme:\n  company_id: 100987654900003\n";
  const desk = settingsDesk({ files: { "buyer.yaml": party } });
  expect((await runCommand(profile, desk, ["set", "acme"], { ...acme, business_profile: "buyer.yaml" })).outcome).toBe(
    "done",
  );
  expect(settingsOf({ home: desk.home }).file.profiles.acme?.business_profile).toEqual({
    name: "Palm Ledger Holdings",
    tin: "1009876549",
    endpoint_scheme_id: "0235",
    party_tax_scheme: { company_id: "100987654900003" },
  });
});

test("a party file of the wrong shape is refused with its field", async () => {
  const desk = settingsDesk({ files: { "buyer.yaml": "party_tax_scheme: 100987654900003\n" } });
  const report = await runCommand(profile, desk, ["set", "acme"], { ...acme, business_profile: "buyer.yaml" });
  expect(report).toMatchObject({
    outcome: "invalid",
    problems: [{ where: { file: "buyer.yaml", path: "party_tax_scheme" } }],
  });
});

test("list shows every profile, the current one and where its token is, never the token", async () => {
  const desk = await deskWithAcme();
  await runCommand(profile, desk, ["set", "practice"], { base_url: "http://127.0.0.1:4010" });
  unwrap(
    await storeToken(
      settingsOf({ home: desk.home, keychain: desk.keychain }),
      "https://api.service.example",
      "canary-4711",
      { now: desk.now() },
    ),
  );
  const report = await runCommand(profile, desk, ["list"]);
  expect(report).toMatchObject({
    view: {
      rows: [
        ["acme (current)", "https://api.service.example", "BP-7Q2M4X9KTD", "20260101", "keychain"],
        ["practice", "http://127.0.0.1:4010 (sandbox)", "", "20260101", "none"],
      ],
    },
  });
  expect(JSON.stringify(report)).not.toContain("canary");
});

test("within how many days suppliers are to accept documents: since the day it was first set; none ends it", async () => {
  const desk = await deskWithAcme();
  const set = (acceptance: string) => runCommand(profile, desk, ["set"], { acceptance });
  const kept = () => settingsOf({ home: desk.home }).file.profiles.acme?.acceptance;
  const from = gulfDay(desk.now());
  expect(await set("014")).toMatchObject({ view: { data: { profile: { acceptance: { days: 14, from } } } } });
  await runCommand(
    profile,
    {
      ...desk,
      now: () => new Date(desk.now().getTime() + 9 * 24 * 3_600_000),
    },
    ["set"],
    { acceptance: "3" },
  );
  expect(kept()).toEqual({ days: "3", from });
  expect(await set("fortnight")).toMatchObject({ problems: [{ code: "bad-setting" }] });
  await set("none");
  expect(kept()).toBeUndefined();
});

test("use makes another profile the current one, and needs a name it knows", async () => {
  const desk = await deskWithAcme();
  await runCommand(profile, desk, ["set", "practice"], { base_url: "http://127.0.0.1:4010" });
  expect(await runCommand(profile, desk, ["use", "practice"])).toMatchObject({
    outcome: "done",
    sandbox: true,
  });
  expect(settingsOf({ home: desk.home }).file.current_profile).toBe("practice");
  expect(await runCommand(profile, desk, ["use", "practise"])).toMatchObject({
    outcome: "usage",
    problems: [{ code: "no-profile" }],
  });
  expect(await runCommand(profile, desk, ["use"])).toMatchObject({ outcome: "usage" });
});

test("values given to list, show or use are refused, because they would be forgotten", async () => {
  for (const word of ["list", "show", "use", "fetch"]) {
    expect(await runCommand(profile, settingsDesk(), [word], acme), word).toMatchObject({
      outcome: "usage",
    });
  }
});

test("an unknown word after profile is refused", async () => {
  expect(await runCommand(profile, settingsDesk(), ["frob"])).toMatchObject({ outcome: "usage" });
});

test("show tells what the environment overrides", async () => {
  const desk = await deskWithAcme({ env: { SELFBILL_BASE_URL: "https://env.example", SELFBILL_TOKEN: "canary-4711" } });
  const report = await runCommand(profile, desk, ["show"]);
  expect(report).toMatchObject({
    view: { data: { profile: { base_url: "https://env.example", sources: { base_url: "environment" } } } },
  });
  expect(report.view).toMatchObject({ facts: expect.arrayContaining([["Token", "from SELFBILL_TOKEN"]]) });
});

test("fetch keeps the buyer's party as the service tells it; a service without one leaves the profile as it was", async () => {
  const sandbox = await startTestSandbox();
  const desk = settingsDesk();
  const values = { base_url: sandbox.baseUrl, business_profile_id: sandbox.businessProfileId };
  await runCommand(profile, desk, ["set", "practice"], values);
  const known = unwrap(resolveProfile(settingsOf({ home: desk.home })));
  const service = openService(accessTo(0, { baseUrl: sandbox.baseUrl, token: sandbox.token }));
  const connectedTo = (businessProfileId: string) => ({
    ...desk,
    connect: async () => ok({ profile: known, businessProfileId, account: "sandbox:test", service }),
  });
  const unknown = await runCommand(profile, connectedTo("SBX-NOBODY"), ["fetch"]);
  expect(unknown).toMatchObject({ outcome: "refused", problems: [{ code: "not-found" }] });
  expect(settingsOf({ home: desk.home }).file.profiles.practice?.business_profile).toBeUndefined();
  const fetched = await runCommand(profile, connectedTo(sandbox.businessProfileId), ["fetch"]);
  expect(fetched.outcome).toBe("done");
  expect(unwrap(resolveProfile(settingsOf({ home: desk.home }))).businessProfile).toMatchObject({
    party_tax_scheme: sandbox.profile.party_tax_scheme,
  });
});
