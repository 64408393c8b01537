import { expect, test } from "vitest";
import { foldersFor, openSettings, profileOfCompany, type Settings, saveProfile } from "../../src/settings/index.ts";
import { palmLedger } from "../support/documents.ts";
import { problemsOf, settingsOf, tempHome, unwrap } from "../support/settings.ts";

const service = "https://api.service.example";

/**
 * Returns the settings of a service centre for three companies: one with its own name, one with only a legal name, and
 * one with only the profile's name.
 */
function centre(environment: Record<string, string> = {}): Settings {
  const env = { HOME: tempHome(), ...environment };
  const empty = unwrap(openSettings(env, unwrap(foldersFor(env))));
  const first = { base_url: service, business_profile_id: "BP-1", company: "Acme Retail" };
  const second = { base_url: service, business_profile_id: "BP-2", business_profile: palmLedger };
  const named = unwrap(saveProfile(unwrap(saveProfile(empty, "retail", first)), "ledger", second));
  return unwrap(saveProfile(named, "oasis", { base_url: service, business_profile_id: "BP-3" }));
}

test("a company is found by what the user calls it, by its legal name or by the profile, whatever capitals and blanks", () => {
  const found = (name: string) => unwrap(profileOfCompany(centre(), name));
  expect(["Acme Retail", "  ACME   retail ", "retail"].map(found)).toEqual(["retail", "retail", "retail"]);
  expect(found(palmLedger.party_name ?? "")).toBe("ledger");
  expect(found("Oasis")).toBe("oasis");
});

test("a name that no profile has, or that two have, is refused with those there are", () => {
  const unknown = problemsOf(profileOfCompany(centre(), "Acme"))[0];
  expect(unknown?.code).toBe("no-company");
  expect(unknown?.hint).toContain("Acme Retail (retail)");
  expect(unknown?.hint).toContain("oasis");
  const two = unwrap(saveProfile(centre(), "test", { base_url: service, company: "oasis" }));
  const unclear = problemsOf(profileOfCompany(two, "Oasis"))[0];
  expect([unclear?.code, unclear?.message]).toEqual([
    "no-company",
    '"Oasis" is the company of several profiles: oasis, test.',
  ]);
});

test.each([
  ["SELFBILL_BUSINESS_PROFILE_ID", "BP-2"],
  ["SELFBILL_BASE_URL", "https://other.example"],
])("a variable that names another company or service than the one named is refused: %s", (name, value) => {
  expect(problemsOf(profileOfCompany(centre({ [name]: value }), "retail"))[0]?.message).toContain(name);
});

test("a variable that says the same as the company's profile is none in the way", () => {
  const same = centre({ SELFBILL_BUSINESS_PROFILE_ID: "bp-1", SELFBILL_BASE_URL: `${service}/` });
  expect(unwrap(profileOfCompany(same, "retail"))).toBe("retail");
});

test("two companies do not get the same series; two profiles of one company may", () => {
  const first = { base_url: service, business_profile_id: "BP-1", number_series: "SB-{yyyy}-{00000}" };
  const one = unwrap(saveProfile(settingsOf(), "a", { ...first, credit_note_series: "SBC-{00000}" }));
  expect(unwrap(saveProfile(one, "a-test", { ...first, base_url: "https://test.service.example" }))).toBeDefined();
  const other = { ...first, business_profile_id: "BP-2" };
  expect(problemsOf(saveProfile(one, "b", other))).toEqual([
    expect.objectContaining({
      code: "bad-setting",
      message:
        "The profile a of another company has the series SB-{yyyy}-{00000}: both companies would give the same numbers.",
      where: { path: "number_series" },
    }),
  ]);
  const credits = { ...other, number_series: undefined, credit_note_series: "SBC-{00000}" };
  expect(problemsOf(saveProfile(one, "b", credits))[0]?.where).toEqual({ path: "credit_note_series" });
  const own = unwrap(saveProfile(one, "b", { ...other, number_series: "B-{00000}" }));
  // An unchanged conflict does not prevent another change.
  expect(unwrap(saveProfile(own, "b", { company: "B" })).file.profiles.b?.company).toBe("B");
});
