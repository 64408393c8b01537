import { rulesInForce } from "../../check/index.ts";
import type { Look } from "../../commands/command.ts";
import { glossary } from "../../commands/explain/glossary.ts";
import { readTemplates } from "../../commands/new/template-folder.ts";
import type { Desk } from "../../desk/index.ts";
import { codes, documentName, editionInForce, editions, gulfDay } from "../../document/index.ts";
import { problemTable } from "../../problem/index.ts";
import { listProfiles } from "../../settings/index.ts";
import type { PastState } from "../../states/index.ts";

type Found = ReadonlyArray<readonly [value: string, says: string]>;

const most = 100;

/** Does not create anything or query a service; skips what cannot be read. */
export async function lookUp(what: Look | undefined, desk: Desk): Promise<Found> {
  switch (what) {
    case "number":
      return documents(undefined, desk);
    case "doubt":
      return documents(["in-doubt"], desk);
    case "profile": {
      const settings = await desk.settings();
      return settings.ok ? listProfiles(settings.value).map((each) => [each.name, each.base_url]) : [];
    }
    case "supplier": {
      const book = await desk.suppliers();
      return book.ok ? book.value.suppliers.map(({ supplier }) => [supplier, ""]) : [];
    }
    case "template": {
      const found = await readTemplates(desk.files);
      return found.ok
        ? [
            ...found.value.map(({ name, title }) => [name, title] as const),
            ["sheet", ""],
            ["credit-note-sheet", ""],
            ["supplier-sheet", ""],
          ]
        : [];
    }
    case "rule":
      return [
        ...rulesInForce(editionInForce(gulfDay(desk.now()))).rules.map(({ id, says }) => [id, says] as const),
        ...Object.entries(problemTable).map(([code, { means }]) => [code, means] as const),
        ...glossary.map(({ word, says }) => [word, says] as const),
      ];
    case "reason":
      return Object.entries(codes.discrepancyReasons);
    case "edition":
      return [
        ...editions.map(({ id, from }) => [id, `in force from ${from}`] as const),
        ["by-date", "by each issue date"],
      ];
    default:
      return [];
  }
}

/**
 * Without `states`, offers the numbers of created documents, or their ids if they have no number; otherwise the names
 * of attempts, which `resolve` takes.
 */
async function documents(states: readonly PastState[] | undefined, desk: Desk): Promise<Found> {
  const place = await desk.journalPlace();
  // Opening the journal would create it; a server may be unreachable, and a keychain may show a prompt.
  if (!place.ok || !place.value.exists || place.value.onServer) return [];
  const journal = await desk.journal();
  if (!journal.ok) return [];
  const page = await journal.value.tries.page(
    { states: states ?? ["created"] },
    { before: Number.MAX_SAFE_INTEGER },
    most,
  );
  if (!page.ok) return [];
  return page.value.map(({ attempt, id, documentNumber, intent }) => [
    states === undefined ? documentName({ documentNumber, id, attempt }) : attempt,
    `${intent.supplier.name}, ${intent.issueDate}`,
  ]);
}
