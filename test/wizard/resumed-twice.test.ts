import { describe, expect, test } from "vitest";
import { runSelfbill } from "../support/run-selfbill.ts";
import { keys, type TerminalRun } from "../support/terminal.ts";
import { answeredInvoice, Sitting, withoutTerminal, writeAndSend } from "../support/wizard-sitting.ts";

describe.skipIf(withoutTerminal)("a draft whose questions are all answered", () => {
  test("creates one document, also where two terminals continue it at once", async () => {
    const sitting = new Sitting();
    const first = await answeredInvoice(sitting);
    await first.asks("What now?");
    first.type(keys.interrupt);
    expect(await first.ended()).toBe(130);

    const resumed = async (): Promise<TerminalRun> => {
      const run = sitting.start(["new", "--resume"]);
      await run.asks("What now?");
      return run;
    };
    const [one, other] = [await resumed(), await resumed()];
    expect(await writeAndSend(one, "one.yaml")).toBe(0);
    expect(one.lines().join("\n")).toContain("The document was sent to the sandbox on this computer as SBX-INV-000001");
    expect(await writeAndSend(other, "other.yaml")).toBe(0);
    expect(other.lines().join("\n")).not.toContain("was sent to the sandbox");
    expect(other.lines().join("\n")).toContain("SBX-INV-000001");
    const compared = await runSelfbill(["reconcile", "--sandbox", "--json"], { home: sitting.home });
    expect(JSON.parse(compared.stdout)).toMatchObject({ documents: { there: 1, here: 1 }, only_there: [] });
    const third = sitting.start(["new", "--resume", "--sandbox"]);
    expect(await third.ended()).toBe(2);
    expect(third.lines().join("\n")).toContain("There is no");
  });
});
