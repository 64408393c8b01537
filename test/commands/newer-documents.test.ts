import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { foldersFor, openSettings, saveProfile } from "../../src/settings/index.ts";
import { type At, behindTunnel, type Came } from "../support/behind-tunnel.ts";
import { unwrap } from "../support/settings.ts";

const refusal = ({ code, problems }: Came) => [code, problems[0]];

/** Each job runs on a new computer: only the files in `kept` are passed on. */
function jobs(place: Awaited<ReturnType<typeof behindTunnel>>) {
  let count = 0;
  return (kept: { readonly journal?: string; readonly mark?: string } = {}): At => {
    count += 1;
    return { home: place.folderOf(`job-${count}`), ci: true, ...kept };
  };
}

describe("in CI", () => {
  test("the first run is taken at its word while the service has nothing, and never again", async () => {
    const place = await behindTunnel();
    const job = jobs(place);
    const first = { words: { firstRun: true } };
    expect(refusal(await place.send(["1"], job()))).toEqual([2, "journal-missing"]);
    expect((await place.send(["1"], { ...job(), ...first })).code).toBe(0);
    for (const names of [["1"], ["2"]]) {
      const again = await place.send(names, { ...job(), ...first });
      expect(refusal(again)).toEqual([27, "journal-incomplete"]);
      expect(again.words).toMatch(
        /Nothing was sent: the service has 1 document .*SBX-INV-000001.*selfbill journal accept/s,
      );
    }
    expect(await place.created()).toBe(1);
  });

  test("a journal that is kept goes on, without a mark too", async () => {
    const place = await behindTunnel();
    const job = jobs(place);
    const journal = place.folderOf("journal");
    const first = { words: { firstRun: true } };
    expect((await place.send(["1"], { ...job({ journal }), ...first })).code).toBe(0);
    expect((await place.send(["1", "2"], { ...job({ journal }), ...first })).code).toBe(0);
    expect((await place.send(["1", "2", "3"], job({ journal }))).code).toBe(0);
    expect(await place.created()).toBe(3);
  });

  test("an older copy without its mark is found by the service's list, which names what is missing", async () => {
    const place = await behindTunnel();
    const job = jobs(place);
    const [journal, old] = [place.folderOf("journal"), join(place.folder, "old")];
    expect((await place.send(["1"], { ...job({ journal }), words: { firstRun: true } })).code).toBe(0);
    cpSync(journal, old, { recursive: true });
    expect((await place.send(["2", "3"], job({ journal }))).code).toBe(0);
    const came = await place.send(["2", "4"], job({ journal: old }));
    expect(refusal(came)).toEqual([27, "journal-incomplete"]);
    expect(came.words).toMatch(/2 documents of this account .*SBX-INV-00000[23], SBX-INV-00000[23]\./);
    expect(await place.created()).toBe(3);
    // After 40 days there are too many days to request one by one, so the whole list is read.
    place.sandbox.clock.advance(40 * 24 * 3_600);
    expect((await place.send(["4"], job({ journal }))).code).toBe(0);
  });

  test("a journal that knows another account only counts as none", async () => {
    const place = await behindTunnel();
    const job = jobs(place);
    const journal = place.folderOf("journal");
    const other = await behindTunnel();
    expect((await other.send(["1"], { journal, home: place.folderOf("desk") })).code).toBe(0);
    expect(refusal(await place.send(["1"], job({ journal })))).toEqual([2, "journal-missing"]);
    expect(await place.created()).toBe(0);
  });

  test("what is in doubt is known, and keeps nothing else from being sent", async () => {
    const place = await behindTunnel();
    const job = jobs(place);
    const journal = place.folderOf("journal");
    await place.sandbox.call("POST", "/sandbox/faults", {
      faults: [{ fault: "close", processed: true, method: "POST" }],
    });
    const lost = await place.send(["1"], { ...job({ journal }), words: { firstRun: true } });
    expect([lost.code, await place.created()]).toEqual([23, 1]);
    const came = await place.send(["2", "1"], job({ journal }));
    expect([came.code, await place.created()]).toEqual([23, 2]);
    expect(came.report.view).toMatchObject({ results: [{ outcome: "done" }, { outcome: "in_doubt" }] });
  });

  test("nothing is sent when the service cannot be asked", async () => {
    const place = await behindTunnel();
    const job = jobs(place);
    const journal = place.folderOf("journal");
    expect((await place.send(["1"], { ...job({ journal }), words: { firstRun: true } })).code).toBe(0);
    await place.sandbox.call("POST", "/sandbox/faults", {
      faults: [{ fault: "status", status: 403, method: "GET", path: "/api/purchase-invoices" }],
    });
    const came = await place.send(["2"], job({ journal }));
    expect(came.code).toBe(4);
    expect(came.words).toContain("Nothing was sent: in CI selfbill first asks the service");
    expect(await place.created()).toBe(1);
  });

  test("without lists the mark is needed, and a person makes the first one", async () => {
    const place = await behindTunnel();
    const job = jobs(place);
    const kept = { journal: place.folderOf("journal"), mark: join(place.folder, "mark") };
    const env = { SELFBILL_BASE_URL: "", SELFBILL_PROFILE: "acme" };
    const withoutLists = (at: At): At => {
      const home = at.home ?? "";
      const settings = openSettings({ SELFBILL_HOME: home }, unwrap(foldersFor({ SELFBILL_HOME: home })));
      if (settings.ok) saveProfile(settings.value, "acme", { base_url: place.tunnel.baseUrl, extras: false });
      return { ...at, env };
    };
    for (const words of [{}, { firstRun: true }]) {
      const came = await place.send(["1"], { ...withoutLists(job(kept)), words });
      expect(refusal(came)).toEqual([2, "mark-missing"]);
      expect(came.words).toMatch(/has no lists to ask.*selfbill journal accept/s);
    }
    expect((await place.accept(withoutLists(job(kept)), { yes: true, head: "empty" })).code).toBe(0);
    expect((await place.send(["1"], withoutLists(job(kept)))).code).toBe(0);
    expect((await place.send(["2"], withoutLists(job(kept)))).code).toBe(0);
    rmSync(kept.mark);
    expect(refusal(await place.send(["3"], withoutLists(job(kept))))).toEqual([2, "mark-missing"]);
    expect(await place.created()).toBe(2);
  });

  test("a service that answers 404 for its lists has none", async () => {
    const place = await behindTunnel();
    const job = jobs(place);
    const at = { ...job({ journal: place.folderOf("journal") }), words: { firstRun: true } };
    const faults = [{ fault: "status", status: 404, method: "GET" }];
    await place.sandbox.call("POST", "/sandbox/faults", { faults });
    expect(refusal(await place.send(["1"], at))).toEqual([2, "mark-missing"]);
    expect(await place.created()).toBe(0);
  });
});
