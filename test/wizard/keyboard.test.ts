import { describe, expect, test } from "vitest";
import { keys } from "../support/terminal.ts";
import { Sitting, withoutTerminal } from "../support/wizard-sitting.ts";

describe.skipIf(withoutTerminal)("in a real terminal", () => {
  test("after going back, a default follows the changed answer, and a typed answer stays", async () => {
    const sitting = new Sitting();
    const run = sitting.start(["new", "invoice"]);
    await run.tick("Which of these apply?");
    await run.choose("Where is the supplier established?", "In the United Arab");
    const named = async (legal: string, offered: string, typed = ""): Promise<void> => {
      await run.asks("Registered name");
      run.type(keys.clear);
      await run.answer("Registered name", legal);
      await run.asks(`Name for daily use: (${offered})`);
      await run.answer("Name for daily use", typed);
      await run.answer("Name in Arabic", "<");
      await run.answer("Name for daily use", "<");
    };
    await named("Alpha LLC", "Alpha LLC");
    await named("Beta LLC", "Beta LLC", "Beta");
    await named("Gamma LLC", "Beta");
    run.type(keys.interrupt);
    expect(await run.ended()).toBe(130);
  });

  test.each([
    ["SIGTERM", 143],
    ["SIGHUP", 129],
    ["SIGINT", 130],
  ] as const)("%s ends it at once with %i, at a list and at a text, and the answers are kept", async (signal, code) => {
    const sitting = new Sitting();
    const list = sitting.start(["new", "invoice", "--sandbox"]);
    await list.tick("Which of these apply?");
    await list.asks("Where is the supplier established?");
    list.signal(signal);
    expect(await list.ended()).toBe(code);
    expect(list.lines().at(-1)).toContain("selfbill new --sandbox --resume");
    const text = sitting.start(["new", "--resume", "--sandbox"]);
    await text.choose("Where is the supplier established?", "In the United Arab");
    await text.asks("Registered name");
    text.type("Alpha");
    await text.asks("Registered name: Alpha");
    text.signal(signal);
    expect(await text.ended()).toBe(code);
    expect(text.lines().at(-1)).toContain("selfbill new --sandbox --resume");
  });

  test("the lines of pasted text become one line, and Enter accepts it", async () => {
    const sitting = new Sitting();
    const run = sitting.start(["new", "invoice", "--sandbox"]);
    await run.tick("Which of these apply?");
    await run.choose("Where is the supplier established?", "In the United Arab");
    const pasted = [
      ["Desert Lime Trading\rLLC", "Desert Lime Trading LLC"],
      ["شركة الليمون\nالصحراوي ذ.م.م", "شركة الليمون الصحراوي ذ.م.م"],
      ["Desert Lime \r\n\r\n Trading\tLLC\r\n", "Desert Lime Trading LLC"],
      ["\x1b[200~Desert Lime Trading\nLLC\r\x1b[201~", "Desert Lime Trading LLC"],
      ["\x1b[200~Desert Lime\r\x1b[201~\x1b[200~\nLLC\x1b[201~", "Desert LimeLLC"],
      ["\x1b[200~Desert Lime LLC\r\n\x1b[201~", "Desert Lime LLC"],
    ] as const;
    for (const [typed, shown] of pasted) {
      await run.asks("Registered name:");
      run.type(typed);
      await run.asks(`Registered name: ${shown}`);
      run.type(keys.enter);
      await run.asks(`Name for daily use: (${shown})`);
      run.type(keys.escape);
    }
    await run.answer("Registered name", "");
    await run.answer("Name for daily use", "Lime");
    await run.asks("Name in Arabic");
    run.type(keys.interrupt);
    expect(await run.ended()).toBe(130);
    expect(run.raw().split("\x1b[?2004h")).toHaveLength(run.raw().split("\x1b[?2004l").length);
  });
});
