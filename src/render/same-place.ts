import { listedCommands } from "../manual/index.ts";

const listed = Object.values(listedCommands);
const ofProfiles = listed.flatMap(({ profile }) => profile);
const ofPractice = listed.flatMap(({ sandbox }) => sandbox);

const namedIn = (commands: readonly string[]): RegExp => new RegExp(`selfbill (${commands.join("|")})(?![\\w-])`, "g");

/** Turns `selfbill status SB-1` into `selfbill status --sandbox SB-1`. */
export function inSamePlace(text: string, place: string): string {
  if (place === "") return text;
  return text.replace(namedIn(place.startsWith(" --profile") ? ofProfiles : ofPractice), (command, _, at: number) => {
    // A wrapped command continues on an indented line.
    const own = /^selfbill \S+(?:(?!selfbill ).)*(?:\n[ \t]+(?:(?!selfbill ).)*)?/.exec(text.slice(at))?.[0] ?? "";
    return / --(?:sandbox|profile)\b/.test(own) ? command : command + place;
  });
}
