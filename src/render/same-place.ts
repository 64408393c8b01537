/** Commands that take --sandbox and --profile; `new` is led by its drafts, which know where they belong. */
export const placedCommands = [
  ...["create-invoice", "create-credit-note", "cancel", "validate", "preview"],
  ...["show", "status", "due", "list", "get", "download", "logs", "xml", "resolve", "resubmit", "correct", "reconcile"],
  ...[
    "history",
    "report",
    "export",
    "evidence",
    "archive",
    "numbers",
    "outage",
    "doctor",
    "rules",
    "policy",
    "request",
    "import",
    "items",
  ],
] as const;

/** Commands that take --sandbox, and no --profile. */
export const practisedCommands = [...placedCommands, "approve", "journal", "map", "new", "suppliers"];

/** `journal accept` is about a profile's account, and sandboxes have none. */
const ofProfiles = [...placedCommands, "journal accept"];
/** Practice puts no other journal in the place of the shared one. */
const ofPractice = [
  ...practisedCommands.filter((name) => name !== "journal"),
  ...["export", "verify", "backup"].map((action) => `journal ${action}`),
];

const namedIn = (commands: readonly string[]): RegExp => new RegExp(`selfbill (${commands.join("|")})(?![\\w-])`, "g");

/** A text whose commands lead to the same service: `selfbill status SB-1` becomes `selfbill status --sandbox SB-1`. */
export function inSamePlace(text: string, place: string): string {
  if (place === "") return text;
  return text.replace(namedIn(place.startsWith(" --profile") ? ofProfiles : ofPractice), (command, _, at: number) => {
    // A line that was wrapped goes on, indented, in the next one.
    const own = /^selfbill \S+(?:(?!selfbill ).)*(?:\n[ \t]+(?:(?!selfbill ).)*)?/.exec(text.slice(at))?.[0] ?? "";
    return / --(?:sandbox|profile)\b/.test(own) ? command : command + place;
  });
}
