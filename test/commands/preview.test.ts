import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { describe, expect, test } from "vitest";
import { createInvoice } from "../../src/commands/create-invoice.ts";
import { previewOf } from "../../src/commands/preview.ts";
import type { SelfBilledDocument } from "../../src/document/index.ts";
import { ok } from "../../src/problem/index.ts";
import { writeYaml } from "../../src/read/index.ts";
import type { Report } from "../../src/report/index.ts";
import { invoice } from "../support/documents.ts";
import { given } from "../support/journal-file.ts";
import { startRawServer } from "../support/raw-server.ts";
import { runCommand } from "../support/run-command.ts";
import { runSelfbill, temporaryFolder, top } from "../support/run-selfbill.ts";
import { type ServiceDesk, serviceDesk } from "../support/service-desk.ts";
import { startTestSandbox } from "../support/start-sandbox.ts";

const preview = previewOf([]);

const template = join(top, "templates/standard-invoice.yaml");

describe("in the terminal", () => {
  test("it is shown as the paper shows it, and nothing is written or sent", async () => {
    const cwd = temporaryFolder();
    const ran = await runSelfbill(["preview", template], { home: temporaryFolder(), cwd });
    expect(ran.code, ran.stderr).toBe(0);
    for (const said of ["Self-billed tax invoice", "Desert Lime Trading LLC", "100234567400003", "12831.00"])
      expect(ran.stdout).toContain(said);
    expect(ran.stdout).toContain("filled in by the service");
  });

  test("a wrong document is shown with what is wrong: exit code 20", async () => {
    const cwd = temporaryFolder();
    const wrong = readFileSync(template, "utf8").replace("100234567400003", "10023456740003");
    writeFileSync(join(cwd, "wrong.yaml"), wrong);
    const ran = await runSelfbill(["preview", "wrong.yaml", "--html", "wrong.html"], { home: temporaryFolder(), cwd });
    expect(ran.code).toBe(20);
    expect(ran.stderr).toContain("10023456740003 is not a TRN");
    expect(readFileSync(join(cwd, "wrong.html"), "utf8")).toContain("DRAFT");
  });
});

describe("as a page", () => {
  test("it is a draft that only its author can read, in a folder that is made for it", async () => {
    const cwd = temporaryFolder();
    const ran = await runSelfbill(["preview", template, "--html", "pages/march.html"], {
      home: temporaryFolder(),
      cwd,
    });
    expect([ran.code, ran.stdout]).toEqual([0, `${join("pages", "march.html")}\n`]);
    const page = join(cwd, "pages/march.html");
    if (process.platform !== "win32") expect(statSync(page).mode & 0o777).toBe(0o600);
    const text = readFileSync(page, "utf8");
    expect(text).toMatch(/^<!doctype html>/);
    expect(text).toContain('class="mark"><span><span class="en">DRAFT');
  });

  test("with the buyer of a sandbox SANDBOX stands across it", async () => {
    const cwd = temporaryFolder();
    const words = ["preview", template, "--html", "x.html", "--sandbox", "--json"];
    const ran = await runSelfbill(words, { home: temporaryFolder(), cwd });
    expect(JSON.parse(ran.stdout)).toMatchObject({
      outcome: "done",
      sandbox: true,
      kind: "invoice",
      mark: "SANDBOX",
      html: "x.html",
      totals: { payable_amount: "12831" },
    });
    expect(readFileSync(join(cwd, "x.html"), "utf8")).toContain("Palm Ledger Holdings LLC");
  });

  test("nothing is overwritten without --force, and a link is replaced, not followed", async () => {
    const home = temporaryFolder();
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, "page.html"), "mine");
    const refused = await runSelfbill(["preview", template, "--html", "page.html"], { home, cwd });
    expect(refused.code).toBe(27);
    expect(refused.stderr).toContain("--force");
    expect(readFileSync(join(cwd, "page.html"), "utf8")).toBe("mine");
    symlinkSync(join(cwd, "page.html"), join(cwd, "link.html"));
    const forced = await runSelfbill(["preview", template, "--html", "link.html", "--force"], { home, cwd });
    expect(forced.code, forced.stderr).toBe(0);
    expect(readFileSync(join(cwd, "page.html"), "utf8")).toBe("mine");
    expect(readFileSync(join(cwd, "link.html"), "utf8")).toContain("Tax Invoice");
  });

  test.each([[["--open"]], [["--force"]]])("%j without a page is refused", async (words) => {
    const ran = await runSelfbill(["preview", template, ...words], { home: temporaryFolder() });
    expect([ran.code, ran.stdout]).toEqual([2, ""]);
    expect(ran.stderr).toContain("--html");
  });
});

describe.skipIf(process.platform === "win32" || process.platform === "darwin")("--open", () => {
  /** Replaces the system's file opener and records its arguments. */
  function opener(): { env: Record<string, string>; given: string } {
    const folder = temporaryFolder();
    const given = join(folder, "given");
    const program = join(folder, "bin", "xdg-open");
    mkdirSync(join(folder, "bin"));
    writeFileSync(program, `#!/bin/sh\nprintf '%s|' "$#" "$@" > '${given}'\n`);
    chmodSync(program, 0o755);
    execFileSync("mkfifo", [given]); // a FIFO, so that a reader waits until something is written
    return {
      given,
      env: { PATH: `${join(folder, "bin")}${delimiter}${process.env.PATH}`, DISPLAY: ":7", SSH_CONNECTION: "" },
    };
  }

  test("gives the opener the whole path of the page as its only word, whatever signs the name has", async () => {
    const { env, given } = opener();
    const cwd = temporaryFolder();
    const name = "-a b;touch x $(touch y).html";
    const heard = readFile(given, "utf8");
    const ran = await runSelfbill(["preview", template, `--html=${name}`, "--open"], {
      home: temporaryFolder(),
      cwd,
      env,
    });
    expect(ran.code, ran.stderr).toBe(0);
    expect(await heard).toBe(`1|${join(cwd, name)}|`);
    expect(existsSync(join(cwd, "x")) || existsSync(join(cwd, "y"))).toBe(false);
  });

  test.each([
    ["without a screen", { DISPLAY: "", WAYLAND_DISPLAY: "" }],
    ["over SSH", { SSH_CONNECTION: "1 2 3 4" }],
    ["in a CI", { CI: "true" }],
  ])("opens nothing %s, and says so", async (_, change) => {
    const { env } = opener();
    const cwd = temporaryFolder();
    const ran = await runSelfbill(["preview", template, "--html", "p.html", "--open"], {
      home: temporaryFolder(),
      cwd,
      env: { ...env, ...change },
    });
    expect(ran.code).toBe(0);
    expect(ran.stderr).toContain("It could not be opened on the screen. Open the file: p.html");
  });
});

describe("--approved", () => {
  const paper = { approved: true };

  async function sent(document: SelfBilledDocument) {
    const sandbox = await startTestSandbox();
    const desk = serviceDesk(sandbox, { clock: sandbox.clock });
    const file = desk.file("march.yaml", writeYaml(document, "invoice"));
    const created = await runCommand(createInvoice, desk, [file], { yes: true });
    expect(created.outcome).toBe("done");
    return { sandbox, desk, file };
  }
  const look = (file: string, desk: ServiceDesk): Promise<Report> => {
    const options = { ...paper, html: join(desk.folder, "out.html") };
    return runCommand(preview, desk, [file], options);
  };
  const { document_number: _, ...unnumbered } = invoice();

  test("the document that was approved has the number of the service and no DRAFT", async () => {
    const { sandbox, desk, file } = await sent(unnumbered);
    sandbox.clock.advance(10);
    expect((await look(file, desk)).outcome).toBe("done");
    const page = readFileSync(join(desk.folder, "out.html"), "utf8");
    expect(page).toContain("SBX-INV-000001");
    expect(page).not.toContain("DRAFT");
    expect(page).toContain("SANDBOX");
    expect(page).toContain("100987654900003");
  });

  test("one that still waits is refused, and no page is written", async () => {
    const { desk, file } = await sent(unnumbered);
    const report = await look(file, desk);
    expect(report.problems).toMatchObject([{ code: "not-found", message: expect.stringContaining("PENDING") }]);
    expect(existsSync(join(desk.folder, "out.html"))).toBe(false);
  });

  test("a file that was changed after sending is another document", async () => {
    const { sandbox, desk, file } = await sent(unnumbered);
    sandbox.clock.advance(10);
    writeFileSync(file, writeYaml({ ...unnumbered, note: "changed" }, "invoice"));
    const report = await look(file, desk);
    expect(report.problems).toMatchObject([
      { code: "not-found", message: expect.stringMatching(/was sent as SBX-INV-000001 on .* and edited since/) },
    ]);
    expect(existsSync(join(desk.folder, "out.html"))).toBe(false);
  });

  test("it goes by the content: a moved, copied or renamed file, also one with other remarks and order, is the same document", async () => {
    const { sandbox, desk, file } = await sent(unnumbered);
    sandbox.clock.advance(10);
    mkdirSync(join(desk.folder, "archive"));
    const moved = join(desk.folder, "archive", "0001.yaml");
    writeFileSync(moved, `# as sent\n${readFileSync(file, "utf8")}`);
    writeFileSync(file, "something else");
    expect((await look(moved, desk)).problems).toEqual([]);
    expect(readFileSync(join(desk.folder, "out.html"), "utf8")).toContain("SBX-INV-000001");
    expect(readFileSync(join(desk.folder, "out.html"), "utf8")).not.toContain("DRAFT");
  });

  test("of a content that was never sent it says that it was not", async () => {
    const { desk } = await sent(unnumbered);
    const other = desk.file("other.yaml", writeYaml({ ...unnumbered, note: "other" }, "invoice"));
    const report = await look(other, desk);
    expect(report.problems).toMatchObject([{ code: "not-found", message: expect.stringContaining("was not sent") }]);
  });

  test("of a document in doubt it says that it may or may not exist", async () => {
    const { desk, sandbox } = await sent(unnumbered);
    const server = await startRawServer((socket) => socket.destroy());
    const file = desk.file("doubt.yaml", writeYaml({ ...unnumbered, note: "in doubt" }, "invoice"));
    const elsewhere = serviceDesk({ ...sandbox, baseUrl: `http://127.0.0.1:${server.port}` });
    const torn = { ...desk, connect: elsewhere.connect, profile: elsewhere.profile };
    const created = await runCommand(createInvoice, torn, [file], { yes: true, allowSimilar: true });
    expect(created.outcome).toBe("in_doubt");
    const report = await look(file, desk);
    expect(report.outcome).toBe("in_doubt");
    expect(report.problems).toMatchObject([
      { code: "still-in-doubt", message: expect.stringContaining("may or may not have been created") },
    ]);
  });

  test("content that was replaced after its validation failed has no paper", async () => {
    const { desk, sandbox } = await sent(unnumbered);
    sandbox.clock.advance(10);
    const find = desk.openedJournal.find.bind(desk.openedJournal);
    desk.openedJournal.find = async (...asked: Parameters<typeof find>) =>
      ok(given(await find(...asked)).map((each) => ({ ...each, contentHash: "other", file: "corrected.yaml" })));
    const report = await look(join(desk.folder, "march.yaml"), desk);
    expect(report.problems).toMatchObject([
      {
        code: "not-found",
        message: expect.stringContaining("replaced"),
        hint: expect.stringContaining("corrected.yaml"),
      },
    ]);
  });
});

describe("a document out of a spreadsheet", () => {
  test("has its paper without DRAFT once it is approved", async () => {
    const [home, cwd] = [temporaryFolder(), temporaryFolder()];
    const run = (...words: string[]) => runSelfbill(words, { home, cwd });
    expect((await run("templates", "copy", "sheet")).code).toBe(0);
    const draft = await run("preview", "sheet.csv", "--document", "SB-2026-0002", "--html", "0002.html");
    expect(draft.code, draft.stderr).toBe(0);
    expect(readFileSync(join(cwd, "0002.html"), "utf8")).toContain("DRAFT");
    expect((await run("create-invoice", "sheet.csv", "--sandbox", "--yes")).code).toBe(0);
    expect((await run("status", "SB-2026-0002", "--sandbox", "--watch")).code).toBe(0);
    const words = ["preview", "sheet.csv", "--document", "SB-2026-0002", "--sandbox", "--approved", "--force"];
    const ran = await run(...words, "--html", "0002.html");
    expect(ran.code, ran.stderr).toBe(0);
    const page = readFileSync(join(cwd, "0002.html"), "utf8");
    expect(page).toContain("SB-2026-0002");
    expect(page).toContain("SANDBOX");
    expect(page).not.toContain("DRAFT");
  });

  test("all are shown, or the one that is named", async () => {
    const [home, cwd] = [temporaryFolder(), temporaryFolder()];
    const run = (...words: string[]) => runSelfbill(words, { home, cwd });
    await run("templates", "copy", "sheet");
    const all = await run("preview", "sheet.csv");
    expect(all.code, all.stderr).toBe(0);
    expect(all.stdout).toMatch(/No\. SB-2026-0001[\s\S]*No\. SB-2026-0002/);
    const none = await run("preview", "sheet.csv", "--document", "X");
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('has no document "X"')]);
    const file = await run("preview", template, "--document", "X");
    expect([file.code, file.stderr]).toEqual([2, expect.stringContaining("--document needs a spreadsheet")]);
  });
});

describe("several files", () => {
  test("each gets its page: files, a folder, a list and a spreadsheet together", async () => {
    const [home, cwd] = [temporaryFolder(), temporaryFolder()];
    const run = (...words: string[]) => runSelfbill(words, { home, cwd });
    await run("templates", "copy", "sheet");
    mkdirSync(join(cwd, "march"));
    const text = readFileSync(template, "utf8");
    for (const number of ["SB-A", "SB-B"])
      writeFileSync(join(cwd, "march", `${number}.yaml`), text.replace("SB-2026-0001", number));
    writeFileSync(join(cwd, "left.txt"), "march/SB-A.yaml\n");
    const ran = await run("preview", "@left.txt", "march/", "sheet.csv", "--html", "pages", "--json");
    expect(ran.code, ran.stderr).toBe(0);
    const pages = JSON.parse(ran.stdout).documents.map(({ html }: { html: string }) => html);
    expect(pages).toEqual(
      ["SB-A", "SB-B", "SB-2026-0001", "SB-2026-0002"].map((each) => join("pages", `${each}.html`)),
    );
    expect(pages.filter((page: string) => !existsSync(join(cwd, page)))).toEqual([]);
  });

  test("one that cannot be read, or is wrong, is told with its file, and the others get their pages", async () => {
    const [home, cwd] = [temporaryFolder(), temporaryFolder()];
    const text = readFileSync(template, "utf8");
    writeFileSync(join(cwd, "wrong.yaml"), text.replace("100234567400003", "10023456740003"));
    writeFileSync(join(cwd, "empty.csv"), "");
    const words = ["preview", template, "absent.yaml", "wrong.yaml", "empty.csv", "--html", "pages"];
    const ran = await runSelfbill(words, { home, cwd });
    expect(ran.code).toBe(20);
    for (const said of ["absent.yaml", "10023456740003 is not a TRN", "empty.csv"]) expect(ran.stderr).toContain(said);
    expect(existsSync(join(cwd, "pages/standard-invoice.html"))).toBe(true);
    const one = await runSelfbill(["preview", template, "a.csv", "--document", "X"], { home, cwd });
    expect([one.code, one.stderr]).toEqual([2, expect.stringContaining("--document is a document of one spreadsheet")]);
  });
});
