import type { Desk } from "../../desk/index.ts";
import { amount, isDecimalText, money } from "../../document/index.ts";
import type { Journal } from "../../journal/index.ts";
import { ok, type Result } from "../../problem/index.ts";
import { safe } from "../../render/index.ts";
import { stageWord } from "../../states/index.ts";
import { everyDay } from "../answer/period.ts";
import { nothingTyped } from "../command.ts";
import { type DocumentRow, listedDocuments } from "../list/documents.ts";
import { listWish } from "../list/wish.ts";
import { listOptions } from "../list/words.ts";

interface Place {
  readonly sandbox: boolean;
  readonly profile: string | undefined;
}

/** Maximum number of choices, newest first. */
const most = 40;

/**
 * Searches by supplier, item or amount. Returns the text itself if it is a number or nothing matches; undefined if the
 * user goes back. Problem: `interrupted`.
 */
export async function whichDocument(text: string, place: Place, desk: Desk): Promise<Result<string | undefined>> {
  const found = await documentsWith(text, place, desk);
  const [only, another] = found;
  if (only === undefined) return ok(text);
  if (another === undefined) {
    desk.say(`"${safe(text)}" is ${says(only)}`);
    return ok(only.called);
  }
  const reply = await desk.ask.question({
    form: "choose",
    message: "Which one?",
    help: found.length > most ? `The latest ${most} of ${found.length}. More words find fewer.` : "",
    explains: "The documents of your journal that have these words.",
    usual: undefined,
    choices: found.slice(0, most).map((each) => ({
      value: each.called,
      name: says(each).slice(0, Math.max(20, desk.talkStyle.width - 3)),
      short: each.called,
    })),
  });
  if (!reply.ok) return reply;
  return ok(reply.value.is === "back" ? undefined : String(reply.value.value));
}

/** Recognises `last` and `the last one`, which mean the document sent last. */
const isLast = (words: readonly string[]): boolean =>
  words.some((word) => /^(?:last|latest|newest)$/i.test(word)) &&
  words.every((word) => /^(?:the|my|last|latest|newest|one|invoice|document|bill)$/i.test(word));

/**
 * Returns the matching documents, newest first; none if a document has this text as its name, or if the journal cannot
 * be read.
 */
async function documentsWith(text: string, place: Place, desk: Desk): Promise<readonly DocumentRow[]> {
  const isNew = await desk.journalIsNew();
  if (!isNew.ok || isNew.value || isFile(text)) return [];
  const journal = await desk.journal();
  const profile = await desk.profile({ ...place, businessProfile: undefined, serviceVersion: undefined });
  const account = profile.ok ? await desk.account(profile.value) : undefined;
  if (!journal.ok || account === undefined) return [];
  const words = text.split(/\s+/);
  for (const word of new Set([text, ...words])) {
    const named = await journal.value.tries.called(word);
    if (!named.ok || named.value.length > 0) return [];
  }
  if (isLast(words)) return sentLast(journal.value, account, desk);
  const wish = listWish(words, { ...nothingTyped(listOptions), all: true });
  const all = await listedDocuments(journal.value, everyDay, account, desk);
  return all.ok && wish.ok ? all.value.filter(wish.value.isMeant).toReversed() : [];
}

async function sentLast(journal: Journal, account: string, desk: Desk): Promise<readonly DocumentRow[]> {
  const last = await journal.tries.page({ account, states: ["created"] }, { before: Number.MAX_SAFE_INTEGER }, 1);
  const id = last.ok ? last.value[0]?.id : undefined;
  const all = await listedDocuments(journal, everyDay, account, desk);
  return all.ok && id !== undefined ? all.value.filter((each) => each.id === id) : [];
}

const isFile = (text: string): boolean => /[\\/]|\.[a-z]{2,5}$/i.test(text);

function says({ called, supplier, date, total = "", currency, kind, stage }: DocumentRow): string {
  const people = isDecimalText(total) ? money.forPeople(amount(total)) : total;
  const [minus, what] = kind === "invoice" ? ["", ""] : ["-", "credit note, "];
  return safe(`${called}  ${date}  ${minus}${people} ${currency}  ${what}${stageWord(stage)}  ${supplier.name}`);
}
