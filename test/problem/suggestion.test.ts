import { expect, test } from "vitest";
import { suggest } from "../../src/problem/index.ts";

test("what is written stays as it is, and what a person wrote is quoted where a shell would split it", () => {
  const number = "SB 1";
  expect(`${suggest`due ${number} --done "HOW"`}`).toBe(`selfbill due 'SB 1' --done "HOW"`);
  expect(`${suggest`create-${"invoice"} ${"a.yaml"}`}`).toBe("selfbill create-invoice a.yaml");
  expect(`${suggest`suppliers edit ${"lime"} --set ${"iban"}=…`}`).toBe("selfbill suppliers edit lime --set iban=…");
  expect(`${suggest`resolve ${[]} --check`}`).toBe("selfbill resolve --check");
  expect(`${suggest`import ${"a.csv"} ${["--map", "my map.yaml"]}`}`).toBe("selfbill import a.csv --map 'my map.yaml'");
  expect(`${suggest`${suggest`suppliers acceptance-list`} --out ${"a.xlsx"}`}`).toBe(
    "selfbill suppliers acceptance-list --out a.xlsx",
  );
});

test("an id that begins with a hyphen is not read as an option", () => {
  expect(`${suggest`status ${"-7"}`}`).toBe("selfbill status -- -7");
  expect(`${suggest`due ${"--seven"} --done "HOW"`}`).toBe(`selfbill due --done "HOW" -- --seven`);
  expect(`${suggest`resolve ${"K7M2QX4P"} --created ${"-7 a"}`}`).toBe("selfbill resolve K7M2QX4P --created='-7 a'");
  expect(`${suggest`resolve ${["--check", "--yes"]}`}`).toBe("selfbill resolve --check --yes");
});
