import type { Choice, Desk } from "../../desk/index.ts";
import { ok, type Result, typed } from "../../problem/index.ts";
import { safe } from "../../render/index.ts";
import { whichDocument } from "../find/which-document.ts";
import { lookAround } from "./look.ts";
import { type HomeEntry, type HomeGroup, menu, setUp } from "./menu.ts";

export interface HomeCommand {
  readonly name: string;
  /** The command, or those of its actions, to which --sandbox is added in practice mode. */
  readonly sandbox: readonly string[];
}

export interface HomeState {
  readonly practice: boolean;
  /** Whether the terminal session is in practice mode, which cannot be changed here. */
  readonly fixed: boolean;
}

export type HomeChoice =
  | { readonly is: "run"; readonly words: readonly string[] }
  | { readonly is: "practice"; readonly practice: boolean }
  | { readonly is: "leave" };

/** Shows the home screen until the user makes a choice. Problem: `interrupted`. */
export async function homeScreen(
  state: HomeState,
  commands: readonly HomeCommand[],
  desk: Desk,
): Promise<Result<HomeChoice>> {
  const look = await lookAround(state.practice, desk);
  const title = state.practice ? desk.talkStyle.warn("selfbill — PRACTICE") : desk.talkStyle.strong("selfbill");
  desk.say([title, ...look.lines.map(safe)].join("\n"));
  const groups = [...(look.isSetUp ? [] : [setUp]), ...menu];
  for (;;) {
    const first = await chosen(
      `What do you want to ${state.practice ? "practise" : "do"}?`,
      firstChoices(groups, { ...state, isNew: !look.isSetUp }, commands, desk),
      desk,
    );
    if (!first.ok) return first;
    if (first.value === undefined || first.value === "leave") return ok({ is: "leave" });
    if (first.value === "practice") return ok({ is: "practice", practice: !state.practice });
    const group = groups[Number(first.value)];
    const words = group && (await wordsOf(group, state, commands, desk));
    if (words && !words.ok) return words;
    if (words?.value) return ok({ is: "run", words: words.value });
  }
}

function firstChoices(
  groups: readonly HomeGroup[],
  { practice, fixed, isNew }: HomeState & { readonly isNew: boolean },
  commands: readonly HomeCommand[],
  desk: Desk,
): Choice[] {
  const rows = groups.map(({ says, entries }, at): Choice => {
    const [entry] = entriesOf(entries, commands);
    return row(String(at), says, entry === undefined ? "" : commandOf(entry, practice, commands), desk);
  });
  const on = fixed ? "on for this terminal session" : practice ? "switch it off" : "switch it on, until you leave";
  const practise = fixed ? [] : [row("practice", "Practice", on, desk)];
  return [
    // Until a service is set up, practice is offered first.
    ...(isNew ? [...practise, ...rows] : [...rows, ...practise]),
    { value: "leave", name: "Leave", short: "Leave" },
  ];
}

async function wordsOf(
  { says, entries }: HomeGroup,
  { practice }: HomeState,
  commands: readonly HomeCommand[],
  desk: Desk,
): Promise<Result<readonly string[] | undefined>> {
  const shown = entriesOf(entries, commands);
  // Fit the column to its longest label, so that no command is truncated.
  const width = Math.max(...shown.map((each) => each.says.length)) + 2;
  const rows = shown.map((each, at) => row(String(at), each.says, commandOf(each, practice, commands), desk, width));
  const picked = shown.length === 1 ? ok("0") : await chosen(`${says}:`, rows, desk);
  if (!picked.ok || picked.value === undefined) return picked as Result<undefined>;
  const entry = shown[Number(picked.value)];
  if (entry === undefined) return ok(undefined);
  const own = [...entry.words, ...practised(entry, practice, commands)];
  if (entry.asks === undefined) return ok(own);
  const { question } = entry.asks;
  const reply = await desk.ask.question({
    form: "text",
    message: question,
    help: "Esc goes back.",
    explains: `It is written behind ${commandOf(entry, practice, commands)}`,
    usual: "",
    check: async (text) => (text.trim() === "" ? "Type something, or go back with Esc." : undefined),
  });
  if (!reply.ok) return reply;
  if (reply.value.is === "back") return ok(undefined);
  const text = String(reply.value.value).trim();
  const place = practised(entry, practice, commands);
  if (entry.asks.isDocument === undefined) return ok([...entry.words, ...typedWords(text), ...place]);
  const meant = await whichDocument(typedWords(text).join(" "), { sandbox: practice, profile: undefined }, desk);
  return meant.ok ? ok(meant.value === undefined ? undefined : [...entry.words, meant.value, ...place]) : meant;
}

/** Treats quoted text as one word. */
function typedWords(text: string): string[] {
  return (text.match(/"[^"]*"|'[^']*'|\S+/g) ?? []).map((word) => word.replace(/^(["'])(.*)\1$/, "$2"));
}

const entriesOf = (entries: readonly HomeEntry[], commands: readonly HomeCommand[]): readonly HomeEntry[] =>
  entries.filter(({ words: [name] }) => commands.some((each) => each.name === name));

function practised({ words: [name] }: HomeEntry, practice: boolean, commands: readonly HomeCommand[]): string[] {
  return practice && commands.some((each) => each.name === name && each.sandbox.length > 0) ? ["--sandbox"] : [];
}

function commandOf(entry: HomeEntry, practice: boolean, commands: readonly HomeCommand[]): string {
  const asked = entry.asks === undefined ? [] : [entry.asks.called];
  return ["selfbill", ...entry.words, ...asked, ...practised(entry, practice, commands)].join(" ");
}

export function shownCommand(words: readonly string[]): string {
  return `selfbill ${words.map((word) => typed(word)).join(" ")}`;
}

function row(value: string, says: string, command: string, { talkStyle }: Desk, width = 22): Choice {
  const name = talkStyle.isPlain ? `${says}: ${command}` : `${says.padEnd(width)}${command}`;
  return { value, name: name.slice(0, Math.max(20, talkStyle.width - 3)), short: says };
}

async function chosen(message: string, choices: readonly Choice[], desk: Desk): Promise<Result<string | undefined>> {
  const explains = "Each line shows the command that it runs; you can type it yourself.";
  const reply = await desk.ask.question({ form: "choose", message, help: "", explains, usual: undefined, choices });
  if (!reply.ok) return reply;
  return ok(reply.value.is === "back" ? undefined : String(reply.value.value));
}
