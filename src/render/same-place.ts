/** Commands that take --sandbox and --profile; `new` is not among them, because its drafts know where they belong. */
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

/** Commands that take --sandbox; of `suppliers` only some actions take --profile. */
export const practisedCommands = [...placedCommands, "approve", "journal", "map", "new", "suppliers"];

/** Actions that take --profile. `journal accept` is about a profile's account, and sandboxes have none. */
const ofProfiles = [
  ...placedCommands,
  "journal accept",
  ...["accept", "object", "acceptance-list"].map((action) => `suppliers ${action}`),
];
/** Practice uses the shared journal. */
const ofPractice = [
  ...practisedCommands.filter((name) => name !== "journal"),
  ...["export", "verify", "backup"].map((action) => `journal ${action}`),
];

const namedIn = (commands: readonly string[]): RegExp => new RegExp(`selfbill (${commands.join("|")})(?![\\w-])`, "g");

/** A text with its commands directed at the same service: `selfbill status SB-1` becomes `selfbill status --sandbox SB-1`. */
export function inSamePlace(text: string, place: string): string {
  if (place === "") return text;
  return text.replace(namedIn(place.startsWith(" --profile") ? ofProfiles : ofPractice), (command, _, at: number) => {
    // A wrapped line continues, indented, in the next one.
    const own = /^selfbill \S+(?:(?!selfbill ).)*(?:\n[ \t]+(?:(?!selfbill ).)*)?/.exec(text.slice(at))?.[0] ?? "";
    return / --(?:sandbox|profile)\b/.test(own) ? command : command + place;
  });
}
