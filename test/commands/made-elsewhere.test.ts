import { cpSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createInvoice } from "../../src/commands/create-invoice.ts";
import { noteMissing } from "../../src/commands/follow/missing-calls.ts";
import { numbers } from "../../src/commands/numbers.ts";
import { resolve } from "../../src/commands/resolve.ts";
import { reconcile } from "../../src/extras/reports/reconcile/command.ts";
import { isSamePlace, openJournal } from "../../src/journal/index.ts";
import { writeYaml } from "../../src/read/index.ts";
import { foldersFor, openSettings, saveProfile } from "../../src/settings/index.ts";
import { type At, behindTunnel, type Came } from "../support/behind-tunnel.ts";
import { invoice, line } from "../support/documents.ts";
import { send } from "../support/doubts.ts";
import { given } from "../support/journal-file.ts";
import { documentIn, otherSupplier as other, type Place, plant, portal } from "../support/portal.ts";
import { runCommand } from "../support/run-command.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";
import { template } from "../support/sender.ts";
import { serviceDesk } from "../support/service-desk.ts";
import { unwrap } from "../support/settings.ts";

const lists = (place: Place): number => place.tunnel.requests.filter((each) => isList(each)).length;
const isList = ({ method, path }: { method: string; path: string }): boolean =>
  method === "GET" && /\/api\/purchase-[a-z-]+(?:\?|$)/.test(path);
const ended = ({ code, problems }: Came): unknown => [code, problems.filter((each) => each !== "buyer-unknown")];
const oneLine = "made elsewhere: ";

/** Saves a profile for the place's service; returns the settings that select it. */
function profileAt({ folder, tunnel }: Place, given: Partial<Parameters<typeof saveProfile>[2]>): At {
  const home = join(folder, "home");
  const settings = openSettings({ SELFBILL_HOME: home }, unwrap(foldersFor({ SELFBILL_HOME: home })));
  if (settings.ok) saveProfile(settings.value, "acme", { base_url: tunnel.baseUrl, ...given });
  return { home, env: { SELFBILL_BASE_URL: "", SELFBILL_PROFILE: "acme" } };
}

describe("a journal that has nothing of the account", () => {
  test("names what was made elsewhere in one line, once, and sends what does not look like it", async () => {
    const place = await behindTunnel();
    await portal(place, other);
    await portal(place, { ...other, issue_date: "2026-03-02" });
    const first = await place.send(["1"]);
    expect(ended(first)).toEqual([0, []]);
    expect(first.said).toContain("2 documents of this account were made elsewhere: SBX-INV-000002, SBX-INV-000001.");
    expect(lists(place)).toBe(2);
    for (const names of [["1", "2"], ["3"]]) {
      const again = await place.send(names);
      expect([ended(again), again.said.includes(oneLine)]).toEqual([[0, []], false]);
    }
    expect(lists(place)).toBe(2);
    expect(await place.created()).toBe(5);
  });

  test("stops each document that looks like one of them, names both, and sends the others; also tomorrow", async () => {
    const place = await behindTunnel();
    const id = await portal(place, { issue_date: "2026-06-02" });
    for (let day = 0; day < 2; day++) {
      const came = await place.send(["1"]);
      expect(ended(came)).toEqual([24, ["made-elsewhere"]]);
      expect(came.words).toMatch(
        /Nothing was sent\. \S*1\.yaml looks like SBX-INV-000001 \(.{36}\), which was not sent/,
      );
      expect(came.words).toContain(id);
      expect(came.words).toContain("the same supplier and date");
      expect(came.said.includes(oneLine)).toBe(day === 0);
    }
    expect(await place.created()).toBe(1);
    expect(ended(await place.send(["1"], { words: { allowSimilar: true } }))).toEqual([0, []]);
    expect(ended(await place.send(["2"], { words: { allowSimilar: true } }))).toEqual([0, []]);
    // Both documents are now in the journal, so sending them again creates nothing and needs no permission.
    expect(ended(await place.send(["1"]))).toEqual([0, []]);
    expect(ended(await place.send(["1", "2"]))).toEqual([0, []]);
    expect(await place.created()).toBe(3);
  });

  test("to look at one, only a call is named that this service has", async () => {
    const place = await behindTunnel();
    const id = await portal(place, { issue_date: "2026-06-02" });
    expect((await place.send(["1"])).words).toContain(`Look at it: selfbill get ${id}`);
    await place.run({}, async (desk) => {
      const journal = unwrap(await desk.journal());
      const [asked] = unwrap(await journal.notes()).filter(({ data }) => "documents" in data);
      unwrap(await noteMissing("document", String(asked?.data.account), journal, desk));
      return runCommand(numbers, desk, ["list"], {});
    });
    expect((await place.send(["1"])).words).toContain(`Look at it: selfbill status ${id}`);
  });

  test("the same number stops, whatever else it says, and the same total within four weeks", async () => {
    const place = await behindTunnel();
    await portal(place, { ...other, document_number: "P-1" });
    await portal(place, { document_number: "P-2", issue_date: "2026-05-25" });
    await portal(place, { document_number: "P-3", issue_date: "2026-03-01" });
    const plain = template.replace("issue_date: 2026-06-15", "issue_date: 2026-06-21");
    const { document_number: _, ...rest } = invoice();
    const same = (issue_date: string): string => writeYaml({ ...rest, issue_date }, "invoice");
    const asked: [string, string, string | undefined][] = [
      ["number", `document_number: P-1\n${plain.replace("quantity: 40", "quantity: 7")}`, "the same number"],
      ["elsewhere", `document_number: P-9\n${plain.replace("quantity: 40", "quantity: 7")}`, undefined],
      ["total", same("2026-06-21"), "the same supplier and total, dated 2026-05-25"],
      ["far", same("2026-04-15"), undefined],
    ];
    for (const [name, content, how] of asked) {
      const file = join(place.folder, `${name}.yaml`);
      writeFileSync(file, content);
      const came = await place.run({}, (desk) => runCommand(createInvoice, desk, [file], { yes: true }));
      expect([name, ended(came)]).toEqual([name, how ? [24, ["made-elsewhere"]] : [0, []]]);
      expect(came.words).toContain(how ?? "");
    }
  });

  test("no more than ten requests are spent on it, and the rest is said to be unread", async () => {
    const place = await behindTunnel();
    await portal(place, other);
    plant(place, 1_200);
    const came = await place.send(["1"]);
    expect(ended(came)).toEqual([0, []]);
    expect(came.said).toMatch(
      /\d+ documents of this account were made elsewhere: .* There are more, which were not read\./,
    );
    expect(place.tunnel.requests.filter(({ method }) => method === "GET").length).toBeLessThanOrEqual(10);
    expect(ended(await place.send(["2"]))).toEqual([0, []]);
  });

  test("what `reconcile --take-over` recorded is the journal's own, and no longer made elsewhere", async () => {
    const place = await behindTunnel();
    await portal(place, { issue_date: "2026-06-02" });
    expect(ended(await place.send(["1"]))).toEqual([24, ["made-elsewhere"]]);
    const options = { since: undefined, takeOver: true, yes: true };
    const words = { sandbox: false, profile: undefined, businessProfile: undefined, serviceVersion: undefined };
    const taken = await place.run({}, (desk) => runCommand(reconcile, desk, [], { ...words, ...options }));
    expect(taken.code).toBe(0);
    expect(ended(await place.send(["1"]))).toEqual([0, []]);
  });
});

describe("a journal that may be an older copy", () => {
  test("a data folder that was put back with its mark: what was sent since stops, also in doubt", async () => {
    const place = await behindTunnel();
    const [home, kept] = [join(place.folder, "home"), join(place.folder, "kept")];
    expect(ended(await place.send(["1"]))).toEqual([0, []]);
    cpSync(home, kept, { recursive: true });
    expect(ended(await place.send(["2"]))).toEqual([0, []]);
    // A home that was restored on another computer or under another name is not the one that the journal recorded.
    const came = await place.send(["2"], { home: kept });
    expect(ended(came)).toEqual([24, ["made-elsewhere"]]);
    expect(came.said).toContain("1 document of this account was made elsewhere: SBX-INV-000002.");
    expect(await place.created()).toBe(2);
  });

  test("both drawers put back within the hour: the journal's file is another one than it was", async () => {
    const place = await behindTunnel();
    const [home, kept] = [join(place.folder, "home"), join(place.folder, "kept")];
    expect(ended(await place.send(["1"]))).toEqual([0, []]);
    cpSync(home, kept, { recursive: true });
    expect(ended(await place.send(["2"]))).toEqual([0, []]);
    rmSync(home, { recursive: true });
    cpSync(kept, home, { recursive: true });
    const came = await place.send(["2"]);
    expect(ended(came)).toEqual([24, ["made-elsewhere"]]);
    const asked = lists(place);
    expect(ended(await place.send(["3"]))).toEqual([0, []]);
    expect(lists(place)).toBe(asked);
    expect(await place.created()).toBe(3);
  });

  test("the same home and file after another start of the computer", () => {
    const [path, copy] = ["journal.db", "copy.db"].map((name) => join(temporaryFolder(), name)) as [string, string];
    let boot = "first";
    const open = (file: string) => given(openJournal(file, { machine: () => ({ boot, at: 0 }) }));
    const [journal, again] = [open(path), open(path)];
    const place = journal.sentFrom("/home/amina");
    expect(isSamePlace(place, again.sentFrom("/home/amina"))).toBe(true);
    expect(isSamePlace(place, journal.sentFrom("/home/omar"))).toBe(false);
    boot = "second";
    expect(isSamePlace(place, journal.sentFrom("/home/amina"))).toBe(false);
    boot = "first";
    for (const each of [journal, again]) each.close();
    cpSync(path, copy);
    const copied = open(copy);
    expect(isSamePlace(place, copied.sentFrom("/home/amina"))).toBe(false);
    copied.close();
    expect(isSamePlace({ ...place, boot: "started 1000" }, { ...place, boot: "started 1002" })).toBe(true);
    expect(isSamePlace({ ...place, boot: "started 1000" }, { ...place, boot: "started 1010" })).toBe(false);
    expect(JSON.stringify(place)).not.toContain("amina");
  });
});

describe("while a document is in doubt", () => {
  /**
   * Leaves a document in doubt that was not created, and copies the home; sending from the copy queries the service.
   */
  async function doubtful() {
    const place = await behindTunnel();
    await place.sandbox.call("POST", "/sandbox/faults", { faults: [{ fault: "close", method: "POST" }] });
    expect((await place.send(["2"])).code).toBe(23);
    const home = join(place.folder, "moved");
    cpSync(join(place.folder, "home"), home, { recursive: true });
    const twin = documentIn(join(place.folder, "2.yaml"));
    let count = 0;
    const sendLike = (change: Parameters<typeof invoice>[0]): Promise<Came> => {
      const document = { ...twin, note: "another one", ...change };
      const file = join(place.folder, `like-${count++}.yaml`);
      writeFileSync(file, writeYaml(document, "invoice"));
      return place.run({ home }, (desk) => runCommand(createInvoice, desk, [file], { yes: true }));
    };
    return { place, home, twin, sendLike };
  }
  test("a document of the same day and amount of another supplier is told, and stops what looks like it", async () => {
    const { place, home, twin, sendLike } = await doubtful();
    await portal(place, { ...twin, ...other });
    expect((await place.send(["3"], { home })).said).toContain("1 document of this account was made elsewhere");
    const stopped = await sendLike(other);
    expect([stopped.code, stopped.problems.at(-1)]).toEqual([24, "made-elsewhere"]);
    expect(await place.created()).toBe(2);
  });

  test("what may be that document is not told and stops nothing, until the doubt has another end", async () => {
    const { place, home, twin, sendLike } = await doubtful();
    await portal(place, twin);
    const came = await place.send(["3"], { home });
    expect([ended(came), came.said.includes(oneLine)]).toEqual([[0, []], false]);
    const [sameDay, later] = ["7", "8"].map((quantity) => ({ document_lines: [line({ quantity })] }));
    expect(ended(await sendLike(sameDay ?? {}))).toEqual([0, []]);
    const words = { sandbox: false, profile: undefined, businessProfile: undefined, serviceVersion: undefined };
    const options = { ...words, check: false, created: undefined, notCreated: true, undo: false, yes: true };
    const settled = await place.run({ home }, (desk) =>
      runCommand(resolve, desk, [join(place.folder, "2.yaml")], options),
    );
    expect(settled.code).toBe(0);
    expect(ended(await sendLike(later ?? {}))).toEqual([24, ["made-elsewhere"]]);
    expect(await place.created()).toBe(3);
  });
});

describe("an ordinary day", () => {
  test("what cannot be asked stops nothing, and is said in a sentence", async () => {
    const place = await behindTunnel();
    const faults = [{ fault: "status", status: 403, method: "GET", path: "/api/purchase-invoices" }];
    await place.sandbox.call("POST", "/sandbox/faults", { faults });
    const came = await place.send(["1"]);
    expect(ended(came)).toEqual([0, []]);
    expect(came.said.match(/Whether documents of this account were made elsewhere is not known\./g)).toHaveLength(1);
    const next = await place.send(["2"]);
    expect([ended(next), next.said.includes("elsewhere")]).toEqual([[0, []], false]);
  });

  test("a token of another account is named, and what it shows is not taken for this account's", async () => {
    const place = await behindTunnel();
    const { body } = await place.sandbox.call("POST", "/sandbox/accounts", {});
    const { document_number: _, ...rest } = invoice();
    const own = { authorization: `Bearer ${body.token}` };
    await place.sandbox.call("POST", `/api/purchase-invoices/${body.business_profile_id}`, rest, own);
    const wrong = await place.send(["1"], { env: { SELFBILL_TOKEN: body.token } });
    expect(wrong.code).toBe(21);
    expect(wrong.said).toContain("is not known. This token may belong to another account");
    const right = await place.send(["1"]);
    expect([ended(right), right.said.includes(oneLine)]).toEqual([[0, []], false]);
  });

  test("a number series passes over the numbers of documents made elsewhere, and calls none a gap", async () => {
    const place = await behindTunnel();
    const at = profileAt(place, { extras: true, number_series: "AR-{yyyy}-{00000}" });
    await portal(place, { ...other, document_number: "AR-2026-00001" });
    await portal(place, { ...other, issue_date: "2026-05-02", document_number: "AR-2026-00003" });
    expect([ended(await place.send(["1"], at)), ended(await place.send(["2"], at))]).toEqual([
      [0, []],
      [0, []],
    ]);
    const used = await place.run(at, (desk) => runCommand(numbers, desk, [], { all: true }));
    expect(used.report.view).toMatchObject({
      data: {
        series: [{ handed_out: 2, gaps: 0 }],
        numbers: [{ number: "AR-2026-00002" }, { number: "AR-2026-00004" }],
      },
    });
    const sent = place.tunnel.requests.filter(({ method }) => method === "POST");
    expect([sent.length, await place.created()]).toEqual([2, 4]);
  });

  test("without lists one sentence is said at the first send, and nothing stops", async () => {
    const place = await behindTunnel();
    const at = profileAt(place, { extras: false });
    await portal(place, { document_number: "P-1" });
    for (const name of ["1", "2", "3"]) {
      const came = await place.send([name], at);
      expect([ended(came), came.said.includes("has no lists")]).toEqual([[0, []], name === "1"]);
    }
    expect(lists(place)).toBe(0);
  });

  test("a document whose answer was lost is this journal's own", async () => {
    const place = await behindTunnel();
    await place.sandbox.call("POST", "/sandbox/faults", {
      faults: [{ fault: "close", processed: true, method: "POST" }],
    });
    expect((await place.send(["1"])).code).toBe(23);
    const moved = join(place.folder, "moved");
    cpSync(join(place.folder, "home"), moved, { recursive: true });
    const came = await place.send(["2"], { home: moved });
    expect([came.code, came.said.includes(oneLine)]).toEqual([0, false]);
  });

  test("a sandbox is asked nothing", async () => {
    const { sandbox } = await behindTunnel();
    const desk = serviceDesk(sandbox);
    expect((await send(desk, invoice())).outcome).toBe("done");
    const asked = await sandbox.call("GET", "/sandbox/requests");
    expect(asked.body.requests.map(({ method }: { method: string }) => method)).toEqual(["POST"]);
  });
});

test("at a terminal a yes sends it, and a no does not", async () => {
  const { sandbox } = await behindTunnel();
  await sandbox.call("POST", `/api/purchase-invoices/${sandbox.businessProfileId}`, invoice());
  const mine = { ...invoice(), document_number: "SB-2", issue_date: "2026-06-16" };
  for (const [answer, outcome] of [
    [false, "declined"],
    [true, "done"],
  ] as const) {
    const report = await send(serviceDesk(sandbox, { real: true, answer }), mine);
    expect(report.outcome).toBe(outcome);
  }
});
