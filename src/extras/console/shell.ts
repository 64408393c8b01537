import { createHash } from "node:crypto";
import { gulfTime, Html, html } from "../../render/index.ts";
import type { Reply } from "../../sandbox/index.ts";
import { consoleScript } from "./script.ts";
import { consoleStyle } from "./style.ts";

const hashOf = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** Content security policy: allows only the console's own style and script. */
const policy = [
  "default-src 'none'",
  `style-src ${hashOf(consoleStyle)}`,
  `script-src ${hashOf(consoleScript)}`,
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join("; ");

/** Headers of every page. `Referrer-Policy` is not stricter, because the origin of a form would then be unknown. */
export const guards: Readonly<Record<string, string>> = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "same-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
};

export interface ConsolePage {
  readonly title: string;
  readonly at: "documents" | "requests" | "controls";
  /** Unix milliseconds according to the sandbox's clock. */
  readonly now: number;
  /** Whether parts of the page are refreshed. */
  readonly live: boolean;
  readonly body: Html;
}

const pages = [
  ["documents", "/console", "Documents"],
  ["requests", "/console/requests", "Requests"],
  ["controls", "/console/controls", "Faults and clock"],
] as const;

export function shown({ title, at, now, live, body }: ConsolePage): Reply {
  const links = pages.map(([name, path, says]) =>
    name === at ? html`<a href="${path}" aria-current="page">${says}</a>` : html`<a href="${path}">${says}</a>`,
  );
  const page = html`${head(title, true)}<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="top"><p class="brand">selfbill <b>sandbox</b></p><nav aria-label="Pages">${links}</nav>
<p class="clock" id="clock" data-live>${gulfTime(now).slice(0, 19)} <span>UAE time</span></p></header>
<p class="practice">For practice only. Nothing leaves this computer, and nothing here is a tax document.</p>
<main id="main" data-follow="${live ? "yes" : "no"}">
${body}
</main>
<p class="lost" id="lost" role="status" hidden>The sandbox does not answer any more. This page shows its last state.</p>
<script>${Html.of(consoleScript)}</script></body></html>
`;
  return { status: 200, type: "text/html; charset=utf-8", body: page.text, headers: { ...guards, ...framing } };
}

const framing = { "Content-Security-Policy": policy };

/** Returns a page for visitors without access, without menu and script. */
export function bare(status: number, title: string, body: Html, headers: Readonly<Record<string, string>> = {}): Reply {
  const page = html`${head(title, false)}<body class="bare"><main>${body}</main></body></html>
`;
  const all = { ...guards, ...framing, ...headers };
  return { status, type: "text/html; charset=utf-8", body: page.text, headers: all };
}

function head(title: string, withPractice: boolean): Html {
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${title}${withPractice ? " · selfbill sandbox" : ""}</title>
<style>${Html.of(consoleStyle)}</style></head>`;
}
