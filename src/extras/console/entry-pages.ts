import { html } from "../../render/index.ts";
import type { Reply } from "../../sandbox/index.ts";
import { bare } from "./shell.ts";

/**
 * Returns a page that sets the cookie. A redirect would lose it after a click on another site, because the browser
 * treats the request as cross-site.
 */
export function entryPage(cookie: string): Reply {
  const body = html`<h1>The console is open</h1><p><a href="/console">Go to the documents</a></p>`;
  return bare(200, "selfbill sandbox", body, { "Set-Cookie": cookie, Refresh: "0; url=/console" });
}

export function plainPage(status: number, title: string, ...sentences: readonly string[]): Reply {
  const back = status === 403 ? undefined : html`<p><a href="/console">Back to the documents</a></p>`;
  return bare(status, title, html`<h1>${title}</h1>${sentences.map((each) => html`<p>${each}</p>`)}${back}`);
}
