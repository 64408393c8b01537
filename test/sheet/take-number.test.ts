import { expect, test } from "vitest";
import { takeNumber } from "../../src/sheet/take-number.ts";

const taken = (text: string, style: "point" | "comma" = "point") => {
  const found = takeNumber({ is: "text", text }, { style, percent: false });
  return "text" in found ? found.text : "refused";
};

test.each([
  ["1,250", "1250"],
  ["1,250.75", "1250.75"],
  ["12,345,678", "12345678"],
  ["-1,250", "-1250"],
  ["(1,250)", "-1250"],
  ["1 250", "1250"],
  ["1'250", "1250"],
])("%s, in groups of three, is %s", (text, number) => {
  expect(taken(text)).toBe(number);
});

test.each([
  "1,25",
  "0,125",
  "00,125",
  "1,2",
  "1,2500",
  "12,50,000",
  "1,250,00",
  ",250",
  "1234,567",
  "1,25 0",
  "1 25",
  "1'25",
  "1.250.000",
])("%s could be another number than it looks, and is not taken", (text) => {
  expect(taken(text)).toBe("refused");
});

test("with a decimal comma the signs change places", () => {
  expect(["1,25", "1.250", "1.250,5"].map((text) => taken(text, "comma"))).toEqual(["1.25", "1250", "1250.5"]);
  expect(["1.25", "0.125", "1,250.5"].map((text) => taken(text, "comma"))).toEqual(["refused", "refused", "refused"]);
});
