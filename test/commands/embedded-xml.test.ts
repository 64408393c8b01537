import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { status } from "../../src/commands/status.ts";
import { embeddedBytes, statusSnapshotOf } from "../../src/contract/index.ts";
import { evidence } from "../../src/extras/archive/evidence/command.ts";
import { isJsonObject, parseJson } from "../../src/json/index.ts";
import { renderJson } from "../../src/render/index.ts";
import { creditNote } from "../support/documents.ts";
import { runCommand } from "../support/run-command.ts";
import { ask, create, screen } from "../support/shop.ts";
import { isSnapshot, sixEndpoints } from "../support/six-endpoints.ts";

const xml = '<?xml version="1.0"?>\n<CreditNote xmlns="urn:x"><ID schemeID="A&amp;B">Größe 1</ID></CreditNote>';
const base64 = Buffer.from(xml).toString("base64");

/** A credit note at a service of six calls that writes the documents of its status in this form. */
async function written(form: unknown) {
  const { desk, clock } = await sixEndpoints({
    change: (passing) => {
      if (!isSnapshot(passing)) return;
      passing.body.documentXML = form;
      passing.body.toC3.documentXml = form;
      passing.body.toC5.documentXml = form;
    },
  });
  await create(desk, creditNote({ document_number: "SBC-7" }));
  clock.advance(10);
  return desk;
}

describe("a document inside of a status is read in whatever form the service writes it", () => {
  test.each([
    ["XML as it is", xml],
    ["XML with a byte order mark and blanks before it", `\uFEFF\n ${xml}`],
    ["Base64", base64],
    ["Base64 in lines", base64.replace(/.{20}/g, "$&\r\n")],
    ["URL-safe Base64", base64.replaceAll("+", "-").replaceAll("/", "_")],
    ["an address with data", `data:application/xml;base64,${base64}`],
    ["an object around XML", { mediaType: "application/xml", content: xml }],
    ["an object around Base64", { encoding: "base64", data: base64 }],
    ["an object of elements", { CreditNote: { "@xmlns": "urn:x", ID: { "@schemeID": "A&B", "#text": "Größe 1" } } }],
    [
      "an object of elements in lists",
      { CreditNote: [{ $: { xmlns: "urn:x" }, ID: [{ _: "Größe 1", schemeID: "A&B" }] }] },
    ],
  ])("%s", async (_, form) => {
    const desk = await written(form);
    const element = '<ID schemeID="A&amp;B">Größe 1</ID>';
    for (const which of ["document", "c3", "c5"] as const) {
      const report = await runCommand(status, desk, ["SBC-7"], { xml: which });
      expect(report.problems).toEqual([]);
      expect(screen(report, "pipe")).toContain(element);
      expect(renderJson(report).xml).toContain(element);
    }
    const report = await runCommand(status, desk, ["SBC-7"], { save: join(desk.folder, "out") });
    expect(screen(report)).not.toMatch(/Also told|xmlns/);
    for (const which of ["document", "c3", "c5"])
      expect(readFileSync(savedPath(report, which), "utf8")).toContain(element);
    await runCommand(evidence, desk, ["SBC-7"], { out: join(desk.folder, "audit") });
    for (const each of ["document.xml", "receiver.xml", "tdd.xml"])
      expect(readFileSync(join(desk.folder, "audit", each), "utf8")).toContain(element);
  });

  test("an object that cannot be written as XML is written as JSON, and none of it is lost", async () => {
    const desk = await written({ ID: "1", IssueDate: "2026-06-20", "odd name": 10.5 });
    const report = await runCommand(status, desk, ["SBC-7"], { xml: "c3" });
    expect(JSON.parse(String(renderJson(report).xml))).toEqual({ ID: "1", IssueDate: "2026-06-20", "odd name": 10.5 });
    await runCommand(evidence, desk, ["SBC-7"], { out: join(desk.folder, "audit") });
    expect(existsSync(join(desk.folder, "audit", "receiver.json"))).toBe(true);
    expect(existsSync(join(desk.folder, "audit", "receiver.xml"))).toBe(false);
  });

  test("a text of no known form is said to be none", async () => {
    const report = await runCommand(status, await written("see attachment!"), ["SBC-7"], { xml: "c3" });
    expect(report.problems).toMatchObject([{ code: "read-failed" }]);
  });

  test("a status without documents is as before", async () => {
    const report = await ask(await written(null), ["SBC-7"]);
    expect(report.view).toMatchObject({ view: "statuses" });
  });
});

function savedPath(report: Awaited<ReturnType<typeof ask>>, which: string): string {
  if (report.view.view !== "statuses") throw new Error(JSON.stringify(report));
  const path = report.view.results[0]?.saved.find((each) => each.endsWith(`-${which}.xml`));
  if (path === undefined) throw new Error(`no ${which} was saved`);
  return path;
}

test("numbers, empty elements and repeated ones keep their texts", () => {
  const parsed = parseJson(
    '{"toC3":{"documentXml":{"cbc:A":{"cbc:N":1.50,"cbc:E":null,"cbc:L":["a",{"@x":true,"$":"b<"}]}}}}',
  );
  if (!parsed.ok || !isJsonObject(parsed.value)) throw new Error("the sample is not JSON");
  const found = embeddedBytes(statusSnapshotOf(parsed.value).toC3?.documentXml ?? "");
  expect(new TextDecoder().decode(found?.bytes)).toBe(
    '<cbc:A><cbc:N>1.50</cbc:N><cbc:E></cbc:E><cbc:L>a</cbc:L><cbc:L x="true">b&lt;</cbc:L></cbc:A>',
  );
});
