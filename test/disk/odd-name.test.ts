import { expect, test } from "vitest";
import { oddName } from "../../src/disk/index.ts";

test.each([
  ["con", "con is the name of a device on Windows."],
  ["C:\\march\\NUL.html", "NUL.html is the name of a device on Windows."],
  ["march/Com1.yaml", "Com1.yaml is the name of a device on Windows."],
  ["lpt².csv", "lpt².csv is the name of a device on Windows."],
  ["aux ", "aux  is the name of a device on Windows."],
  ["march:1.yaml", "march:1.yaml contains a colon, which Windows does not allow."],
  ["a\0.yaml", "The file name holds a zero byte."],
  ["console.yaml", undefined],
  ["C:march.yaml", undefined],
  ["con/march.yaml", undefined],
  ["com10.yaml", undefined],
])("%j", (path, odd) => {
  expect(oddName(path)).toBe(odd);
});
