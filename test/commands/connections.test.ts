import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { straceMissing } from "../faults/strace.ts";
import { temporaryFolder, top } from "../support/run-selfbill.ts";
import { startSandboxProcess } from "../support/sandbox-process.ts";
import { variablesOf } from "../support/variables-of.ts";

const template = join(top, "templates/standard-invoice.yaml");

/** Returns the addresses and ports to which a command and its child processes connect or send data. */
async function reachedBy(words: readonly string[], env: Readonly<Record<string, string>>): Promise<string[]> {
  const log = join(temporaryFolder(), "calls");
  const strace = ["-f", "-qq", "-o", log, "-e", "trace=connect,sendto,sendmsg,sendmmsg"];
  const command = [...strace, process.execPath, join(top, "bin/selfbill.cjs"), ...words];
  const child = spawn("strace", command, { env: { PATH: process.env.PATH ?? "", ...env }, stdio: "ignore" });
  const [code] = await once(child, "exit");
  expect({ words, code }).toEqual({ words, code: 0 });
  return [...readFileSync(log, "utf8").matchAll(/sin6?_port=htons\((\d+)\).*?(?:inet_addr|inet_pton)\([^"]*"([^"]+)"/g)]
    .map(([, port, address]) => `${address}:${port}`)
    .filter((each, at, reached) => reached.indexOf(each) === at);
}

test.skipIf(straceMissing() !== undefined)(
  "commands that need no service reach nobody, and the others their service alone: nothing is uploaded, nobody called home",
  async () => {
    const sandbox = await startSandboxProcess(temporaryFolder());
    const home = { SELFBILL_HOME: temporaryFolder() };
    const there = {
      ...home,
      ...variablesOf(sandbox),
    };
    const service = [new URL(sandbox.baseUrl).host];
    expect(await reachedBy(["create-invoice", template, "--yes"], there)).toEqual(service);
    expect(await reachedBy(["list", "invoices"], there)).toEqual(service);
    for (const words of [
      ["validate", template],
      ["preview", template],
      ["history"],
      ["due"],
      ["journal", "verify"],
      ["help"],
      ["--version"],
    ])
      expect([words, await reachedBy(words, home)]).toEqual([words, []]);
  },
);

test("the sandbox listens at the loopback address alone", async () => {
  const { baseUrl } = await startSandboxProcess(temporaryFolder());
  const port = Number(new URL(baseUrl).port);
  const others = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .filter(({ internal }) => !internal);
  for (const { address, scopeid } of others.filter(({ scopeid }) => !scopeid)) {
    const socket = connect(port, address);
    const [met] = await Promise.race([once(socket, "error"), once(socket, "connect").then(() => ["connected"])]);
    socket.destroy();
    expect({ address, scopeid, met: (met as NodeJS.ErrnoException).code ?? met }).toMatchObject({
      met: "ECONNREFUSED",
    });
  }
  // A computer without a network has no other address to try, so the kernel's table of listening addresses is checked
  // too.
  const tables = ["/proc/net/tcp", "/proc/net/tcp6"].filter((each) => existsSync(each));
  const listening = tables.flatMap((table) => [
    ...readFileSync(table, "utf8").matchAll(/^ *\d+: ([0-9A-F]+):([0-9A-F]{4}) \S+ 0A /gm),
  ]);
  const ours = listening.filter(([, , each]) => Number.parseInt(each ?? "", 16) === port).map(([, address]) => address);
  expect(ours).toEqual(tables.length === 0 ? [] : ["0100007F"]);
});
