import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { hsCodePattern, hsHeading, isPossibleHsCode } from "../../src/check/hs-headings.ts";
import { type Nomenclature, nomenclatureFile, nomenclatureOf, searchNomenclature } from "../../src/tariff/index.ts";
import synonyms from "../../src/tariff/synonyms.txt";
import { stemsOf } from "../../src/tariff/words.ts";
import { sourcesBelow } from "../house/sources.ts";
import { everydayGoods } from "./everyday-goods.ts";

const nomenclature: Nomenclature = nomenclatureOf(readFileSync(nomenclatureFile() ?? "missing"));
const headings = (typed: string): string[] =>
  searchNomenclature(nomenclature, typed).map(({ heading }) => heading.code);

const goods = everydayGoods
  .trim()
  .split("\n")
  .map((line) => {
    const [typed = "", right = ""] = line.split(": ");
    return { typed, right: right.split(" ") };
  });

test("nine of ten everyday goods are among the first five headings", () => {
  for (const { right } of goods) for (const code of right) expect(nomenclature.places.has(code), code).toBe(true);
  const missed = goods.filter(
    ({ typed, right }) =>
      !headings(typed)
        .slice(0, 5)
        .some((code) => right.includes(code)),
  );
  expect(goods.length).toBeGreaterThanOrEqual(300);
  const found = 1 - missed.length / goods.length;
  expect(found, missed.map(({ typed }) => `${typed}: ${headings(typed).slice(0, 5)}`).join("\n")).toBeGreaterThan(0.97);
});

test("the nomenclature is whole: 97 chapters with that of unclassified goods, each heading in its chapter", () => {
  const codes = [...nomenclature.places.keys()];
  expect([2, 4, 6].map((digits) => codes.filter(({ length }) => length === digits).length)).toEqual([97, 1229, 5613]);
  for (const code of codes) expect(nomenclature.pathOf(code).at(-1)?.code).toBe(code);
  expect(nomenclature.pathOf("690721000000").map(({ code }) => code)).toEqual(["69", "6907", "690721"]);
});

const names = synonyms.split("\n").map((line) => line.split(": ") as [string, string]);

test.each(names)("what %s means is in the text of the nomenclature: %s", (_, meanings) => {
  for (const meaning of meanings.split("; ")) {
    const [heading = "", ...words] = meaning.split(" ");
    const texts = [...nomenclature.places.values()].filter(({ code }) => code.startsWith(heading));
    expect(nomenclature.places.has(heading) && heading.length === 4, heading).toBe(true);
    const stems = new Set(texts.flatMap((each) => stemsOf(each.words)));
    for (const word of words.flatMap(stemsOf)) expect(stems.has(word), `${heading} ${word}`).toBe(true);
  }
});

test("no name of trade is listed twice, and each finds its heading first", () => {
  const all = names.flatMap(([line]) => line.split(", ")).map((name) => stemsOf(name).join(" "));
  expect(all.filter((name, at) => all.indexOf(name) !== at)).toEqual([]);
  expect(names.length).toBeGreaterThan(150);
  for (const [line, meanings] of names)
    for (const name of line.split(", ")) expect([name, headings(name)[0]]).toEqual([name, meanings.slice(0, 4)]);
});

test.each([
  ["aluminum foil", "aluminium foil"],
  ["tires", "tyre"],
  ["gray cotton", "grey cotton"],
  ["jewelry", "jewellery"],
  ["optical fiber", "optical fibres"],
  ["sulfur", "sulphur"],
  ["BATTERY", "batteries"],
  ["knife", "knives"],
  ["tomatoes", "tomato"],
  ["glass", "Glass"],
])("%s finds what %s finds", (one, other) => {
  expect(headings(one).length).toBeGreaterThan(0);
  expect(headings(one)).toEqual(headings(other));
});

test("what a thing is not, or is used on, comes behind what it is", () => {
  expect(headings("rice")[0]).toBe("1006");
  expect(headings("coffee")[0]).toBe("0901");
  expect(headings("cement")[0]).toBe("2523");
  expect(headings("motorcycles")).not.toContain("4011");
  const below = (typed: string, code: string) =>
    searchNomenclature(nomenclature, typed)
      .find(({ heading }) => heading.code === code)
      ?.subheadings.map((each) => each.code);
  // The results are neither 851714 (telephones other than smartphones) nor 846791 (parts of chain saws).
  expect(below("smartphones", "8517")).toEqual(["851713"]);
  expect(below("saws", "8467")).toEqual(["846781", "846722"]);
});

test.each([["qqqq"], [""], ["   "], ["for the of"], ["(*+?["], ["1234567890123"], ["99"], ["5"]])(
  "%j finds nothing or something, and breaks nothing",
  (typed) => {
    expect(Array.isArray(searchNomenclature(nomenclature, typed))).toBe(true);
  },
);

test("the check knows each heading, and no other one", () => {
  const known = new RegExp(`^${hsHeading()}$`);
  const all = Array.from({ length: 9800 }, (_, index) => String(index).padStart(4, "0"));
  expect(all.filter((code) => known.test(code))).toEqual(all.filter((code) => nomenclature.places.has(code)));
});

test("the check and its expression judge every code alike", () => {
  const pattern = new RegExp(hsCodePattern());
  const headings = Array.from({ length: 10_000 }, (_, index) => String(index).padStart(4, "0"));
  const codes = headings.flatMap((code) => [code, code.slice(1), `${code}21`, `${code}21000000`, `${code}210000000`]);
  for (const odd of ["", "tile", " 6907", "6907\n", "69.07", "690a", "\u0666\u0669\u0660\u0667"]) codes.push(odd);
  expect(codes.filter((code) => isPossibleHsCode(code) !== pattern.test(code))).toEqual([]);
});

test("no command reads the nomenclature but those that search it or show its words", () => {
  const users = sourcesBelow("src").filter(
    ({ path, text }) => !path.startsWith("src/tariff/") && /\btariff\/|hs-codes\.ts/.test(text),
  );
  expect(users.map(({ path }) => path).sort()).toEqual([
    "src/commands/codes.ts",
    "src/commands/codes/hs-codes.ts",
    "src/commands/create/show-before-asking.ts",
    "src/commands/new/wizard-facts.ts",
    "src/commands/preview/papers.ts",
  ]);
});
