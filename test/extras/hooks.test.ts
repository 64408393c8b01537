import { expect, test } from "vitest";
import { hooksOf } from "../../src/extra.ts";
import { extras } from "../../src/extras.ts";

test("a build without the extra that makes PDFs says so, and one with it makes them", async () => {
  const without = await hooksOf(extras.filter(({ hooks }) => hooks?.press === undefined)).press();
  expect(without).toMatchObject({ ok: false, problems: [{ code: "package-missing" }] });
  expect(without.ok || without.problems[0].message).toBe("This selfbill makes no PDF.");
  expect(await hooksOf(extras).press()).toMatchObject({ ok: true });
});
