import { expect, test } from "vitest";
import { runSelfbill, temporaryFolder } from "../support/run-selfbill.ts";

test.each([
  ["20260101", []],
  ["20260507", ["20260507 is the newer version of the service. Test it in a sandbox first."]],
  [
    "20270101",
    [
      "20270101 is none of the versions that are known here (20260101, 20260507). It was stored as you wrote it. Check it in the description of your service. Test it in a sandbox first.",
    ],
  ],
])("version %s is stored, and what is to be known of it is told", async (version, told) => {
  const home = temporaryFolder();
  const set = [
    "profile",
    "set",
    "acme",
    "--base-url",
    "https://api.example.com",
    "--service-version",
    version,
    "--json",
  ];
  const { code, stdout } = await runSelfbill(set, { home });
  const { problems, profile } = JSON.parse(stdout);
  const said = problems.map((each: { message: string; hint: string }) => `${each.message} ${each.hint}`);
  expect([code, said, JSON.stringify(profile).includes(version)]).toEqual([0, told, true]);
});
