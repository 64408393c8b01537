import { describe, expect, test } from "vitest";
import { type Body, creditNoteBody, invoiceBody } from "../../contract/bodies.ts";
import { absentPrograms, type Browser, startBrowser } from "../../support/browser.ts";
import { hostileStrings } from "../../support/hostile-strings.ts";
import { leavesOut } from "../../support/left-out.ts";
import type { TestSandbox } from "../../support/start-sandbox.ts";
import { startWithConsole } from "./console-support.ts";

const skip = leavesOut(absentPrograms(["chromium"]));

const views = [400, 900, 1440].flatMap((width) => [false, true].map((dark) => ({ width, dark })));
const quiet = { requests: [], dialogs: [], complaints: [] };

/** Elements that extend beyond the window, except in frames that scroll. */
const beyond = `[...document.querySelectorAll("body *")].filter((each) => {
  const box = each.getBoundingClientRect();
  return box.width > 1 && box.right > innerWidth + 1 && !each.closest(".code, .skip");
}).map((each) => each.tagName + "." + each.className).concat(document.documentElement.scrollWidth > innerWidth ? ["scrolls"] : [])`;

/** Puts this text in every free-text field; the service must still store the document. */
function spoiled(body: Body, text: string): Body {
  const { accounting_supplier_party: supplier, document_lines: lines } = body;
  return {
    ...body,
    document_number: text.slice(0, 200),
    note: text,
    accounting_supplier_party: { ...supplier, name: text, party_name: text },
    document_lines: lines.map((line: Body) => ({ ...line, name: text, description: text })),
  };
}

async function entered() {
  const { sandbox, entry } = await startWithConsole();
  const browser = await startBrowser();
  expect(await browser.visit(sandbox.baseUrl + entry, "1")).toMatchObject(quiet);
  // The page redirects automatically; a query fails while the browser is leaving a page.
  const place = () => browser.ask("location.pathname + document.readyState").catch(() => "");
  while ((await place()) !== "/consolecomplete");
  return { sandbox, browser };
}

async function create(sandbox: TestSandbox, body: Body): Promise<string | undefined> {
  const { status, body: answer } = await sandbox.call(
    "POST",
    `/api/purchase-invoices/${sandbox.businessProfileId}`,
    body,
  );
  return status === 201 ? answer.id : undefined;
}

/** Waits for text that a script adds to the open page. */
async function appears(browser: Browser, text: string): Promise<boolean> {
  for (;;) {
    try {
      return await browser.ask(`new Promise((done) => {
        const look = () => document.body?.innerText.includes(${JSON.stringify(text)}) ? done(true) : requestAnimationFrame(look);
        look();
      })`);
    } catch (error) {
      // The queried page was replaced, so the next one is queried.
      if (!/navigated|context/i.test(String(error))) throw error;
    }
  }
}

describe.skipIf(skip)("in a real browser", () => {
  test("hostile texts everywhere, at three widths, light and dark: nothing asked elsewhere, no dialog, nothing beyond the window", {
    timeout: 900_000,
  }, async () => {
    const { sandbox, browser } = await entered();
    const sent = await Promise.all(hostileStrings.map((text) => create(sandbox, spoiled(invoiceBody(), text))));
    const ids = sent.filter((id) => id !== undefined);
    expect(ids.length).toBeGreaterThan(30);
    await sandbox.call("POST", "/sandbox/faults", {
      faults: hostileStrings.slice(0, 20).map((path) => ({ fault: "close", path, supplier: path, number: path })),
    });
    await sandbox.call(
      "GET",
      `/api/purchase-invoices?billed_by_name=${encodeURIComponent(hostileStrings[0] ?? "")}`,
      undefined,
      {
        "user-agent": "<script>alert(1)</script>",
      },
    );
    const refused = `/console/requests/${sent.indexOf(undefined) + 1}`;
    const paths = ["/console", `/console/documents/${ids[0]}`, "/console/requests", refused, "/console/controls"];
    for (const view of views)
      for (const path of paths) {
        const seen = await browser.visit(sandbox.baseUrl + path, beyond, view);
        expect({ path, view, ...seen }).toEqual({ path, view, ...quiet, value: [] });
      }
    const strange = `[...document.querySelectorAll("img, svg, object, embed, link, base, video, textarea, meta[http-equiv], [style], [srcdoc]")]
      .map((each) => each.outerHTML)
      .concat([...document.querySelectorAll("*")].flatMap((each) => [...each.attributes]).flatMap(({ name }) => name.startsWith("on") ? [name] : []))`;
    const lists = Array.from({ length: Math.ceil(ids.length / 25) }, (_, at) => `/console?from=${at * 25}`);
    for (const path of [...lists, ...ids.slice(1, 9).map((id) => `/console/documents/${id}`)]) {
      const seen = await browser.visit(sandbox.baseUrl + path, strange);
      expect({ path, ...seen }).toEqual({ path, ...quiet, value: [] });
    }
  });

  test("a document comes, and changes its status, while somebody looks; a click switches a fault on", async () => {
    const { sandbox, browser } = await entered();
    await browser.visit(`${sandbox.baseUrl}/console`, "1");
    const id = await create(sandbox, invoiceBody());
    expect(await appears(browser, "SB-2026-0001")).toBe(true);
    await browser.visit(`${sandbox.baseUrl}/console/documents/${id}`, "1");
    sandbox.clock.advance(3);
    expect(await appears(browser, "Peppol delivered it, and it was reported to the tax authority")).toBe(true);
    await browser.visit(
      `${sandbox.baseUrl}/console/controls`,
      `void setTimeout(() => document.querySelector("button[value=once]").click())`,
    );
    expect(await appears(browser, "on for 1 request")).toBe(true);
    await sandbox
      .call("POST", `/api/purchase-credit-notes/${sandbox.businessProfileId}`, creditNoteBody())
      .catch(() => undefined);
    expect(sandbox.controls.faults.size).toBe(0);
    const later = await browser.visit(`${sandbox.baseUrl}/console/requests`, "document.body.innerText");
    expect(later).toMatchObject({ ...quiet, value: expect.stringContaining("met the fault created-but-lost") });
  });

  test("it prints without switches, and its printed page stands in a frame that runs nothing", async () => {
    const { sandbox, browser } = await entered();
    const id = await create(sandbox, invoiceBody());
    const page = `/console/documents/${id}`;
    const frame = `[document.querySelector("iframe").getAttribute("sandbox"), document.querySelector("iframe").src]`;
    const { value } = await browser.visit(sandbox.baseUrl + page, frame, { width: 1440 });
    expect(value).toEqual(["", `${sandbox.baseUrl}${page}/page`]);
    expect((await browser.print()).length).toBeGreaterThan(5000);
    const alone = await browser.visit(`${sandbox.baseUrl}${page}/page`, "document.querySelector('h1').innerText");
    expect(alone).toMatchObject({ value: "Tax Invoice", ...quiet });
  });
});
