import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { runEveryday } from "../../.ci/everyday.mjs";

test("the commands by which the build sees what is used do what they are for", async () => {
  const live: string[] = [];
  await runEveryday(({ words, env, code }) => {
    if (env.SELFBILL_BASE_URL !== undefined) live.push(words[0] ?? "");
    const ran = spawnSync(process.execPath, ["bin/selfbill.cjs", ...words], { env, encoding: "utf8" });
    expect(ran.status, `${words.join(" ")}\n${ran.stderr}`).toBe(code);
  });
  expect(new Set(live)).toEqual(new Set(["create-invoice", "status", "list"]));
});
