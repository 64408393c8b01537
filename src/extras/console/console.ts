import type { SandboxConsole } from "../../commands/sandbox/console.ts";
import type { OwnVisit, Reply, Watch } from "../../sandbox/index.ts";
import { act } from "./actions.ts";
import { controlsPage } from "./controls-page.ts";
import { documentPage, printedPage, rawOf } from "./document-page.ts";
import { documentsPage } from "./documents-page.ts";
import { entryPage, plainPage } from "./entry-pages.ts";
import { requestPage } from "./request-page.ts";
import { requestsPage } from "./requests-page.ts";
import { Sessions } from "./sessions.ts";
import { shown } from "./shell.ts";

/** The console's pages, and a path that grants access once. */
export const consoleOfSandbox: SandboxConsole = { open: async (onNewCode) => openConsole(onNewCode) };

function openConsole(onNewCode: (path: string) => void): Awaited<ReturnType<SandboxConsole["open"]>> {
  const sessions = new Sessions();
  const pathOf = (code: string): string => `/console/open?code=${code}`;
  const answer = (visit: OwnVisit, watch: Watch): Reply => {
    const host = String(visit.headers.host ?? "");
    if (visit.path === "/console/open" && visit.method === "GET") {
      const cookie = sessions.enter(visit.query.get("code") ?? "", host);
      if (cookie !== undefined) return entryPage(cookie);
    }
    if (sessions.knows(String(visit.headers.cookie ?? ""), host)) return pageOf(visit, watch);
    if (visit.method === "GET" && !sessions.isWaiting) onNewCode(pathOf(sessions.newCode()));
    return plainPage(
      403,
      "Open the console from the terminal",
      "An address of the console works once, in one browser. The terminal in which selfbill sandbox runs shows an address that was not used yet.",
      "If you did not open the last one yourself, somebody else on this computer did: stop the sandbox with Ctrl-C.",
    );
  };
  return {
    entry: pathOf(sessions.newCode()),
    paths: (watch) => ({ below: "/console", browser: true, answer: (visit) => answer(visit, watch) }),
  };
}

function pageOf({ method, path, query, body }: OwnVisit, watch: Watch): Reply {
  const [kind = "", id, part] = path.split("/").slice(2);
  if (method === "POST") return act(path, new URLSearchParams(body), watch) ?? notFound();
  if (method !== "GET") return plainPage(405, "This is not possible here", "The console reads and switches only.");
  const live = query.has("live");
  const from = numberOf(query.get("from"));
  if (kind === "" || (kind === "open" && id === undefined)) return shown(documentsPage(watch, from));
  if (kind === "documents" && id !== undefined) {
    const found = watch.document(id);
    if (found === undefined) return notFound();
    if (part === undefined) return shown(documentPage(found, watch, live));
    return (part === "page" ? printedPage(found, watch) : rawOf(part, found, watch)) ?? notFound();
  }
  if (kind === "requests" && part === undefined) {
    if (id === undefined) return shown(requestsPage(watch, from));
    const page = requestPage(numberOf(id), watch);
    return page === undefined ? notFound() : shown(page);
  }
  return kind === "controls" && id === undefined ? shown(controlsPage(watch)) : notFound();
}

function numberOf(text: string | null): number {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : 0;
}

function notFound(): Reply {
  return plainPage(404, "There is nothing here", "It may have been removed, or the sandbox was emptied since.");
}
