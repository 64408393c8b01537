import { describe, expect, test } from "vitest";
import { foldedName, nameHalves, nameSkeleton, oneLetterApart, plainName } from "../../src/document/index.ts";

test("the same name in other capitals and blanks", () => {
  expect(foldedName("  Desert  LIME\tTrading ")).toBe("desert lime trading");
});

test.each([
  ["Desert Lime Trading L.L.C.", "desertlimetrading"],
  ["Al-Noor Stationery FZ-LLC", "alnoorstationeryfz"],
  ["LLC", "llc"],
  ["مؤسسة النور", "مؤسسةالنور"],
])("%s without the form of the company", (name, plain) => {
  expect(plainName(name)).toBe(plain);
});

test("signs of ASCII part or join words as they do in a name that has other signs, too", () => {
  for (let code = 32; code < 127; code++) {
    const name = `Desert${String.fromCharCode(code)}Lime 4 LLC`;
    expect(plainName(name), name).toBe(plainName(`${name}\u200b`));
    expect(nameSkeleton(name), name).toBe(nameSkeleton(`${name}\u200b`));
  }
});

describe("what the eye sees", () => {
  test.each([
    ["Dеsеrt Limе", "Desert Lime"],
    ["DESERT L1ME", "Desert Lime"],
    ["Modern Deserts", "Modem Deserts"],
    ["Désert Lime", "Desert Lime"],
    ["De\u200bsert Lime", "Desert Lime"],
  ])("%s and %s are the same", (one, other) => {
    expect(nameSkeleton(one)).toBe(nameSkeleton(other));
  });

  test("a number is a number", () => {
    expect(nameSkeleton("Branch 1")).not.toBe(nameSkeleton("Branch l"));
  });
});

test("names that differ by one letter share a half, wherever the letter is", () => {
  const name = "harbourcraneworks";
  for (let at = 0; at <= name.length; at++) {
    const changed = [
      `${name.slice(0, at)}z${name.slice(at)}`,
      ...(at < name.length
        ? [`${name.slice(0, at)}z${name.slice(at + 1)}`, name.slice(0, at) + name.slice(at + 1)]
        : []),
    ];
    for (const other of changed) {
      expect(oneLetterApart(name, other), other).toBe(true);
      const own = new Set(nameHalves(name, "own"));
      expect(
        nameHalves(other, "near").some((half) => own.has(half)),
        other,
      ).toBe(true);
    }
  }
});

test.each([
  ["abcde", "abcdf", "short names"],
  ["branch12", "branch13", "numbers"],
  ["branch1", "branchb", "a number in either"],
  ["harbourcrane", "harbourcrane", "the same"],
  ["harbourcrane", "harbourtrams", "more letters"],
])("%s and %s are not one letter apart: %s", (one, other) => {
  expect([oneLetterApart(one, other), oneLetterApart(other, one)]).toEqual([false, false]);
});
