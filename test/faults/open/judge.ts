import type { Shown } from "./ask.ts";
import { token } from "./ask.ts";
import type { OpenContract, Part, Served, Truth } from "./draw.ts";
import type { Plant, Seen } from "./plants.ts";
import type { Asked } from "./server.ts";

export type Command = "status" | "logs" | "get" | "list";

/** Where a value must appear. */
type Place = "screen" | "json" | "named" | "nowhere";

/**
 * Where each command shows each value, according to its help. Findings and legs belong to `status`; what `get` and
 * `list` do not show on the screen is in --json.
 */
const places: Readonly<Record<Command, Partial<Record<Seen, Place>>>> = {
  status: { said: "screen", unknown: "screen", number: "screen", finding: "screen", leg: "screen", verbose: "json" },
  logs: { said: "screen", entry: "screen", "entry-json": "json" },
  get: {
    ...{ said: "screen", unknown: "screen", number: "screen", supplier: "screen", fact: "screen" },
    ...{ kept: "json", finding: "json", verbose: "json" },
  },
  list: { said: "screen", unknown: "named", number: "screen", supplier: "screen", kept: "json" },
};

/** The answers that each command reports; the command reads the others only to find these. */
const about: Readonly<Record<Command, readonly Part[]>> = {
  status: ["document", "status"],
  logs: ["logs"],
  get: ["document"],
  list: ["list"],
};

/** The result of judging an output, for the tally. */
export interface Judged {
  /** Required values, by the place where they were found. */
  readonly found: Readonly<Record<"screen" | "json" | "named" | "counted", number>>;
  readonly hidden: readonly string[];
  readonly denied: readonly string[];
  readonly claimed: readonly string[];
  readonly needless: readonly string[];
  readonly broken: readonly string[];
}

/** Compares the output of a read-only command with the answers it received. */
export function judgeRead(command: Command, shown: Shown, asked: readonly Asked[], contract: OpenContract): Judged {
  const found = { screen: 0, json: 0, named: 0, counted: 0 };
  const hidden: string[] = [];
  for (const served of toBeShown(command, asked)) {
    for (const plant of served.plants.filter(({ marker }) => served.body.includes(marker))) {
      const place = placeOf(command, plant, served, shown);
      const where = place === "nowhere" ? undefined : seenAt(place, plant, shown);
      if (place === "nowhere") continue;
      if (where === undefined) hidden.push(`${plant.seen} ${plant.name} ${plant.marker} is not on the ${place}`);
      else found[where] += 1;
    }
  }
  return {
    found,
    hidden,
    denied: deniedBy(command, shown, asked, contract),
    claimed: command === "status" ? claimedBy(shown, asked, contract) : [],
    needless: command === "status" ? needlessIn(shown, asked, contract) : [],
    broken: brokenIn(shown),
  };
}

/**
 * Returns the answers that must be shown in full: those that the command reports or, if it received none of them, the
 * refusals that it received instead.
 */
function toBeShown(command: Command, asked: readonly Asked[]): Served[] {
  const mine = asked.filter(({ part }) => about[command].includes(part));
  const answered = mine.filter(({ served }) => served.status === 200);
  const legsMissing = command === "status" ? mine.filter(({ served }) => served.status !== 200) : [];
  if (answered.length > 0) return unique([...answered, ...legsMissing]);
  // A document that the service does not have as one kind may be of the other kind.
  const isNowhere = mine.every(({ served }) => [400, 404, 410, 422].includes(served.status));
  const others = asked.filter(({ part }) => part === "other" && isNowhere);
  if (mine.length + others.length > 0) return unique([...mine, ...others]);
  return unique(asked.slice(-1));
}

const unique = (asked: readonly Asked[]): Served[] => [...new Set(asked.map(({ served }) => served))];

/** Returns where a value must appear; refusals and unreadable answers must appear in full on the screen. */
function placeOf(command: Command, plant: Plant, served: Served, shown: Shown): Place {
  if (served.status !== 200) return "screen";
  const what = { status: "Peppol status|self-billed", logs: "status log", get: "self-billed", list: "list" }[command];
  if (new RegExp(`The answer about the (?:${what}) .{1,600}? cannot be used`).test(lineOf(shown))) return "screen";
  return places[command][plant.seen] ?? "nowhere";
}

const lineOf = ({ screen }: Shown): string => screen.replace(/[\s│]+/g, " ");

function seenAt(place: Place, { marker, name }: Plant, { screen, json }: Shown) {
  if (screen.includes(marker)) return "screen";
  const isInJson = json.includes(marker);
  if (place === "json" && isInJson) return "json";
  if (place === "named" && isInJson && bare(screen).includes(bare(name))) return "named";
  // Values that do not fit on a screen are counted there, or their length is shown.
  if (/\d+ more|\(\d+ characters\)/.test(screen.replace(/[\s│]+/g, " "))) return "counted";
  return undefined;
}

/** Lowercases the text and removes white space, underscores and hyphens, so that all spellings of a name are equal. */
const bare = (text: string): string => text.replace(/[\s_-]/g, "").toLowerCase();

/** Statements that something does not exist although it was not requested or does exist. */
function deniedBy(command: Command, shown: Shown, asked: readonly Asked[], contract: OpenContract): string[] {
  const text = shown.screen.replace(/[\s│]+/g, " ");
  const denied: string[] = [];
  const last = asked.at(-1)?.served;
  if (/no events yet/i.test(text) && !(command === "logs" && last?.status === 200 && last.body === "[]"))
    denied.push(`no events yet, of ${last?.body.slice(0, 200)}`);
  const none = /"content":\[\]/.test(last?.body ?? "");
  if (/No document matches/.test(text) && !(command === "list" && none)) denied.push("no document matches");
  const segment = `/${encodeURIComponent(contract.id)}`;
  const isAbout = asked.filter(({ path }) => path.includes(segment));
  const saysUnknown =
    /journal does not know|has neither|has no (?:log|Peppol status|self-billed)|shows no document/.test(text);
  if (saysUnknown && isAbout.length === 0) denied.push("it is not known, and was not asked for");
  if (saysUnknown && isAbout.some(({ part, served }) => part !== "status" && part !== "logs" && served.status === 200))
    denied.push("it is not known, and the service told of it");
  if (
    command !== "list" &&
    isAbout.length === 0 &&
    !asked.some(({ part, served }) => part === "list" && served.status !== 200)
  )
    denied.push(`${contract.id} was not asked for (exit code ${shown.code})`);
  const status = asked.find(({ part, served }) => part === "status" && served.status === 200);
  if (command === "status" && /NO STATUS YET/.test(text) && /STATUS NOT|state|status_text/.test(textOfPlaces(contract)))
    denied.push("no status yet, of a status in another place");
  if (
    status &&
    /nothing known yet nothing known yet/.test(text) &&
    contract.truth.c3.length + contract.truth.c5.length > 0
  ) {
    const legs = status.served.plants.filter(({ seen }) => seen === "leg");
    if (legs.length > 0) denied.push("nothing known of legs that were told");
  }
  return denied;
}

const textOfPlaces = ({ draws }: OpenContract): string =>
  draws.includes("status in: another name") || draws.includes("status in: the root") ? "state" : "";

const isYes = (word: string): boolean => /^(?:APPROVED|ACCEPTED|AP)$/i.test(word);
const isNo = (word: string): boolean => /^(?:REJECTED|RE)$/i.test(word);

/** Words and codes that claim more than the service stated. */
function claimedBy(shown: Shown, asked: readonly Asked[], { truth, extras }: OpenContract): string[] {
  const text = shown.screen.replace(/[\s│]+/g, " ");
  const claimed: string[] = [];
  const isTold = asked.some(({ part, served }) => part === (extras ? "document" : "status") && served.status === 200);
  const says = { ...truth, overall: isTold ? truth.overall : undefined } satisfies Truth;
  const no = [...says.c3, ...says.c5].filter(isNo);
  if (shown.code === 0 && (says.overall !== "APPROVED" || no.length > 0))
    claimed.push(`exit code 0 of ${says.overall ?? "no status"} with ${no.join(", ") || "no refusal"}`);
  if (/✓/.test(text) && says.overall !== "APPROVED") claimed.push(`✓ of ${says.overall ?? "no status"}`);
  if (shown.code === 26 && !["REJECTED", "VALIDATION_FAILED"].includes(says.overall ?? "") && !says.isFatal)
    claimed.push(`exit code 26 of ${says.overall ?? "no status"}`);
  if (
    /Peppol delivered it, and it was reported to the tax authority/.test(text) &&
    !(says.c3.some(isYes) && says.c5.some(isYes) && no.length === 0)
  )
    claimed.push(`both sides accepted: ${says.c3.join()} / ${says.c5.join()}`);
  for (const [side, words] of [
    ["the supplier's side (C3)", says.c3],
    ["the tax authority (C5)", says.c5],
  ] as const) {
    const by = /Rejected by (.*?); this is final/.exec(text)?.[1] ?? "";
    if (by.includes(side) && (words.some(isYes) || !words.some(isNo)))
      claimed.push(`rejected by ${side}: ${words.join()}`);
  }
  if (/and was not delivered/.test(text) && [...says.c3, ...says.c5].some(isYes))
    claimed.push("not delivered, and accepted");
  return claimed;
}

/** Exit codes that ignore the content of a documented answer. */
function needlessIn(shown: Shown, asked: readonly Asked[], { truth, extras }: OpenContract): string[] {
  const isTold = asked.some(({ part, served }) => part === (extras ? "document" : "status") && served.status === 200);
  if (!isTold) return [];
  if (!extras)
    return truth.isFatal && shown.code !== 26 ? [`exit code ${shown.code} of a fatal finding, in place of 26`] : [];
  const no = [...truth.c3, ...truth.c5].some(isNo);
  const due = { APPROVED: no ? 8 : 0, REJECTED: 26, VALIDATION_FAILED: 26, PENDING: 8 }[truth.overall ?? ""];
  return due === undefined || due === shown.code
    ? []
    : [`exit code ${shown.code} of ${truth.overall}, in place of ${due}`];
}

/** Output that would harm a terminal or a program, or reveal a secret. */
export function brokenIn({ screen, pipe, json, misanswer }: Shown): string[] {
  const broken: string[] = [];
  for (const [what, text] of [
    ["screen", screen],
    ["pipe", pipe],
  ] as const) {
    const sign = /[^\P{Cc}\n\t]|\p{Cf}|\p{Zl}|\p{Zp}|^\s*::/mu.exec(text)?.[0];
    if (sign !== undefined) broken.push(`${JSON.stringify(sign)} reached the ${what}`);
    if (/\[object |\bundefined\b|\bNaN\b/.test(text)) broken.push(`a value of ours on the ${what}`);
  }
  if ([screen, pipe, json].some((text) => text.includes(token))) broken.push("the token was shown");
  if (misanswer !== undefined) broken.push(misanswer);
  return broken;
}

/**
 * The only correct result of a create request. According to the contract, it depends on the status and, for a complete
 * 201, on an id, which is any text or number, at the root or in a wrapper.
 */
export function createShouldBe({ create }: OpenContract): "created" | "refused" | "in doubt" {
  const { status, body } = create;
  if (status !== 201) return [400, 401, 403, 404, 405, 413, 415, 422].includes(status) ? "refused" : "in doubt";
  let answer: unknown;
  try {
    answer = JSON.parse(body);
  } catch {
    return "in doubt";
  }
  return hasId(answer) || (isObject(answer) && hasId(answer.data)) ? "created" : "in doubt";
}

function hasId(value: unknown): boolean {
  const [, id] = (isObject(value) && Object.entries(value).find(([name]) => /^id$/i.test(name))) || [];
  return typeof id === "number" || (typeof id === "string" && id !== "");
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
