import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { pathToFileURL } from "node:url";
import { onTestFinished } from "vitest";

/** The programs in the list that are not installed. */
export function absentPrograms(programs: readonly string[]): string[] {
  return programs.filter((program) => spawnSync("sh", ["-c", `command -v ${program}`]).status !== 0);
}

/** What a page did while it was open. */
export interface Seen {
  /** Requests to addresses other than its own. */
  readonly requests: readonly string[];
  readonly dialogs: readonly string[];
  /** The browser's messages about the page, such as one about a blocked resource. */
  readonly complaints: readonly string[];
}

/** Width in CSS pixels, and the preferred colour scheme. */
export interface View {
  readonly width: number;
  readonly dark?: boolean;
}

export interface Browser {
  /** Loads a page from its own file and evaluates `ask` in it, an expression whose value is plain data. */
  look<T>(page: string, ask: string): Promise<Seen & { readonly value: T }>;
  /** Like `look`, for the page at an address; `requests` are those to any other server. */
  visit<T>(address: string, ask: string, view?: View): Promise<Seen & { readonly value: T }>;
  /** Evaluates an expression in the open page. */
  ask<T>(expression: string): Promise<T>;
  picture(): Promise<Buffer>;
  print(): Promise<Buffer>;
}

type Json = Record<string, unknown>;
type Message = { id?: number; method?: string; params?: Json; result?: unknown; error?: unknown };

/** Starts a headless browser that is driven over a pipe and ends with the test. The viewport is as wide as A4. */
export async function startBrowser(): Promise<Browser> {
  const folder = mkdtempSync(join(tmpdir(), "selfbill-browser-"));
  const words = ["--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--remote-debugging-pipe"];
  // A separate process for each page, and a spare one, would take more time than the pages themselves.
  words.push("--disable-site-isolation-trials", "--disable-features=SpareRendererForSitePerProcess,RenderDocument");
  const child = spawn("chromium", [...words, `--user-data-dir=${join(folder, "profile")}`, "about:blank"], {
    stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
  });
  const line = new DebugLine(child);
  onTestFinished(async () => {
    await line.end();
    // Browser processes may run a moment longer and still write files.
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  });
  const { targetInfos } = await line.send<{ targetInfos: { type: string; targetId: string }[] }>("Target.getTargets");
  const targetId = targetInfos.find(({ type }) => type === "page")?.targetId;
  const { sessionId } = await line.send<{ sessionId: string }>("Target.attachToTarget", { targetId, flatten: true });
  const send = <T>(method: string, params: object = {}): Promise<T> => line.send<T>(method, params, sessionId);
  for (const domain of ["Page", "Network", "Runtime", "Log"]) await send(`${domain}.enable`);
  const setView = async ({ width, dark = false }: View): Promise<void> => {
    await send("Emulation.setDeviceMetricsOverride", { width, height: 1270, deviceScaleFactor: 1, mobile: false });
    const features = [{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }];
    await send("Emulation.setEmulatedMedia", { features });
  };
  await setView({ width: 900 });
  let pages = 0;
  const ask = async <T>(expression: string): Promise<T> => {
    const how = { expression, returnByValue: true, awaitPromise: true };
    return (await send<{ result: { value: T } }>("Runtime.evaluate", how)).result.value;
  };
  const open = async <T>(url: string, isOwn: (asked: string) => boolean, question: string) => {
    const from = line.heard.length;
    const loaded = line.next("Page.loadEventFired");
    await send("Page.navigate", { url });
    await loaded;
    const value = await ask<T>(question);
    const during = line.heard.slice(from);
    const of = (name: string) => during.flatMap(({ method, params }) => (method === name && params ? [params] : []));
    const asked = of("Network.requestWillBeSent").map(({ request }) => String((request as Json | undefined)?.url));
    return {
      value,
      requests: asked.filter((each) => !isOwn(each)),
      dialogs: of("Page.javascriptDialogOpening").map(({ message }) => String(message)),
      complaints: of("Log.entryAdded").map(({ entry }) => String((entry as Json | undefined)?.text)),
    };
  };
  return {
    look(page, question) {
      pages += 1;
      const file = join(folder, `page-${pages}.html`);
      writeFileSync(file, page);
      const url = pathToFileURL(file).href;
      return open(url, (asked) => asked === url, question);
    },
    async visit(address, question, view = { width: 900 }) {
      await setView(view);
      return open(address, (asked) => asked.startsWith(`${new URL(address).origin}/`), question);
    },
    ask,
    async picture() {
      const { data } = await send<{ data: string }>("Page.captureScreenshot", { captureBeyondViewport: true });
      return Buffer.from(data, "base64");
    },
    async print() {
      const { data } = await send<{ data: string }>("Page.printToPDF", {
        preferCSSPageSize: true,
        printBackground: true,
      });
      return Buffer.from(data, "base64");
    },
  };
}

/** The browser's debugging protocol over two pipes: JSON messages, each terminated by a zero byte. */
class DebugLine {
  readonly heard: Message[] = [];
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (message: Message) => void>();
  readonly #awaited = new Map<string, () => void>();
  #last = 0;
  #rest = "";

  constructor(child: ChildProcess) {
    this.#child = child;
    (child.stdio[4] as Readable).setEncoding("utf8").on("data", (text: string) => this.#hear(text));
  }

  send<T>(method: string, params: object = {}, sessionId?: string): Promise<T> {
    this.#last += 1;
    const id = this.#last;
    (this.#child.stdio[3] as Writable).write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, ({ result, error }) =>
        error ? reject(new Error(JSON.stringify(error))) : resolve(result as T),
      );
    });
  }

  /** Resolves with the next event of this name. */
  next(method: string): Promise<void> {
    return new Promise((resolve) => this.#awaited.set(method, resolve));
  }

  async end(): Promise<void> {
    const over = new Promise((resolve) => this.#child.once("close", resolve));
    await this.send("Browser.close");
    await over;
  }

  #hear(text: string): void {
    const messages = (this.#rest + text).split("\0");
    this.#rest = messages.pop() ?? "";
    for (const each of messages) {
      const message = JSON.parse(each) as Message & { sessionId?: string };
      this.heard.push(message);
      if (message.id !== undefined) this.#waiting.get(message.id)?.(message);
      if (message.method === "Page.javascriptDialogOpening")
        void this.send("Page.handleJavaScriptDialog", { accept: false }, message.sessionId);
      if (message.method !== undefined) this.#awaited.get(message.method)?.();
    }
  }
}
