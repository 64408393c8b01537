import { expect, test } from "vitest";
import { inSamePlace } from "../../src/render/index.ts";

test.each([
  [
    "See selfbill status SB-1, then selfbill resubmit SB-1.",
    "See selfbill status --sandbox SB-1, then selfbill resubmit --sandbox SB-1.",
  ],
  ["selfbill create-invoice a.yaml --sandbox", "selfbill create-invoice a.yaml --sandbox"],
  ["selfbill suppliers list; selfbill explain 23", "selfbill suppliers --sandbox list; selfbill explain 23"],
  [
    "selfbill resolve\nselfbill resolve ID --created X",
    "selfbill resolve --sandbox\nselfbill resolve --sandbox ID --created X",
  ],
  [
    "selfbill suppliers\n      --sandbox missing --out m.xlsx",
    "selfbill suppliers\n      --sandbox missing --out m.xlsx",
  ],
])("%s", (text, led) => {
  expect(inSamePlace(text, " --sandbox")).toBe(led);
  expect(inSamePlace(text, "")).toBe(text);
});

test("of the supplier book only what is about documents is led to a profile", () => {
  const text = "selfbill suppliers accept SB-1; selfbill suppliers show lime; selfbill suppliers acceptance-list";
  expect(inSamePlace(text, " --profile office")).toBe(
    "selfbill suppliers accept --profile office SB-1; selfbill suppliers show lime; selfbill suppliers acceptance-list --profile office",
  );
});
