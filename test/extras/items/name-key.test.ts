import { expect, test } from "vitest";
import { itemNameKey } from "../../../src/extras/items/book/index.ts";

test.each([
  ["Ceramic floor tile", "CERAMIC FLOOR TILES"],
  ["Ceramic floor tile 60x60", "ceramic floor tiles, 60 × 60"],
  ["Tile 60x60 cm", "Tile 60cm x 60cm"],
  ["Tile 60x60 cm", "tile 60 cm X 60 CM"],
  ["Tile 60x60 cm", "Tiles (60*60cm)"],
  ["Tile 60x60 cm", "Tile 60cmx60cm"],
  ["Steel pipe 5 mm", "Steel pipes 5mm"],
  ["Steel pipe 5 mm", "STEEL PIPE 5 millimetres"],
  ["Steel pipe 5 mm", "Steel-pipe 5.0 mm"],
  ["Cable 2.5 mm2", "Cable 2.5 sq mm"],
  ["Cable 2.5 mm²", "cables 2,5 sq.mm"],
  ['Pipe 1/2"', "Pipe 1/2 inch"],
  ['Pipe 1½"', "Pipe 1 1/2 in"],
  ["Air-conditioner 1,250 W", "air conditioners 1250 watts"],
  ["Batteries AA", "battery aa"],
  ["Knives", "Knife"],
  ["Shelves", "shelf"],
  ["Boxes", "box"],
  ["Men's shoes", "MENS SHOE"],
  ["Nuts & bolts", "Nut and bolt"],
  ["بلاط سيراميك", "بَلاط سيراميك"],
  ["أنبوب حديد ٥ مم", "انبوب حديد 5 mm"],
  ["مضخة مياه", "مضخه مياه"],
  ["مبنى", "مبني"],
  ["Bolt M8x40", "bolts m8 × 40"],
  ["Café table", "cafe table"],
])("%s is written as %s, too", (one, other) => {
  expect(itemNameKey(other)).toBe(itemNameKey(one));
  expect(itemNameKey(one)).not.toBe("");
});

test.each([
  ["Tile 30x30", "Tile 60x60"],
  ["Tile 30x60", "Tile 60x30"],
  ["Tile 30x30 cm", "Tile 30x30 mm"],
  ["Drill", "Drill bit"],
  ["Door handle left", "Door handle right"],
  ["Pipe 5 mm", "Pipe 5 cm"],
  ["Pipe 1/2 inch", "Pipe 1 2 inch"],
  ["Pipe 1½ inch", "Pipe 11/2 inch"],
  ["Pipe 1½ inch", "Pipe 1/2 inch"],
  ["Cable 2.5 mm", "Cable 25 mm"],
  ["Cable 2.5 mm", "Cable 2.5 mm2"],
  ["Cable 1.250 kg", "Cable 1,250 kg"],
  ["Version 2.1", "Version 2.10"],
  ["Tap", "Tape"],
  ["Cap", "Cape"],
  ["Brass rod", "Bras rod"],
  ["Grade A", "Grade A+"],
  ["Course C", "Course C++"],
  ["Freezer -5 C", "Freezer 5 C"],
  ["Milk 5%", "Milk 5"],
  ["Filter < 5 micron", "Filter > 5 micron"],
  ["Gift card $50", "Gift card €50"],
  ["Lens 10²", "Lens 102"],
  ["بلاط 30", "بلاط 60"],
  ["कमल", "कमला"],
  ["Tile १०", "Tile २०"],
  ["Cement 50 kg", "Cement 25 kg"],
  ["With handle", "Without handle"],
])("%s and %s are two items", (one, other) => {
  expect(itemNameKey(other)).not.toBe(itemNameKey(one));
});

test.each([[""], ["  "], ["—"], ["()"]])("%j names nothing", (name) => {
  expect(itemNameKey(name)).toBe("");
});
