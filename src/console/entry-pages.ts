import { html } from "../render/index.ts";
import type { Reply } from "../sandbox/index.ts";
import { bare } from "./shell.ts";

/**
 * The answer to a code that worked: it sets the cookie and leads on. A redirect would lose the cookie where the address was clicked
 * in another page, because the browser counts the way as one that the other page began.
 */
export function entryPage(cookie: string): Reply {
  const body = html`<h1>The console is open</h1><p><a href="/console">Go to the documents</a></p>`;
  return bare(200, "selfbill sandbox", body, { "Set-Cookie": cookie, Refresh: "0; url=/console" });
}

/** A page of a title and sentences. */
export function plainPage(status: number, title: string, ...sentences: readonly string[]): Reply {
  const back = status === 403 ? undefined : html`<p><a href="/console">Back to the documents</a></p>`;
  return bare(status, title, html`<h1>${title}</h1>${sentences.map((each) => html`<p>${each}</p>`)}${back}`);
}
