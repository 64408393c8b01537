import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { http, startRawServer } from "../support/raw-server.ts";
import { runSelfbill, temporaryFolder, top } from "../support/run-selfbill.ts";
import { keys, TerminalRun } from "../support/terminal.ts";
import { withoutTerminal } from "../support/wizard-sitting.ts";

/**
 * Control characters that set a window title, move the cursor, hide the following text and reverse the writing
 * direction.
 */
const commands = "\u001b]0;owned\u0007\u001b[2A\u001b[8m\u009b2J\u202e";

test.skipIf(withoutTerminal)("a number that the service gave does not command the terminal in a question", async () => {
  const [home, cwd] = [temporaryFolder(), temporaryFolder()];
  const text = readFileSync(join(top, "templates/standard-invoice.yaml"), "utf8");
  writeFileSync(join(cwd, "one.yaml"), text);
  writeFileSync(join(cwd, "two.yaml"), `${text}\nnote: another\n`);
  const answer = { id: "4bf90b8c-1f4e-4a31-9a54-0c8e6b0a7f11", document_number: `SB-${commands}1`, status: "PENDING" };
  const server = await startRawServer(
    (socket, { head }) =>
      void socket.end(head.startsWith("POST") ? http(201, JSON.stringify(answer)) : http(404, "{}")),
  );
  const env = {
    SELFBILL_BASE_URL: `http://127.0.0.1:${server.port}`,
    SELFBILL_BUSINESS_PROFILE_ID: "BP-1",
    SELFBILL_TOKEN: "canary-4711-canary",
  };
  await runSelfbill(["create-invoice", "one.yaml", "--yes", "--first-run"], { home, env, cwd });
  const run = new TerminalRun(["create-invoice", "two.yaml", "--yes"], { home, cwd, env });
  await run.says("as well? (y/N)");
  run.type(keys.enter);
  await run.ended();
  expect(run.lines().join("\n")).toContain("SB-^[]0;owned^G^[[2A^[[8m<U+009B>2J<U+202E>1");
  for (const sign of ["]0;owned\u0007", "\u001b[8m", "\u009b2J"]) expect(run.raw()).not.toContain(sign);
});
