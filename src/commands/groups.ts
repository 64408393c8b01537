/** The groups in which `selfbill --help` lists the commands: the four of daily use first, then by what one wants to do. */
export const groups: ReadonlyArray<{ readonly heading: string; readonly names: readonly string[] }> = [
  { heading: "Every day:", names: ["new", "create-invoice", "status", "due"] },
  { heading: "Write:", names: ["suppliers", "import", "map", "templates", "preview", "convert", "schema"] },
  { heading: "Check:", names: ["validate", "explain", "codes", "rules", "xml"] },
  {
    heading: "Send:",
    names: ["create-credit-note", "cancel", "resubmit", "correct", "resolve", "numbers", "request", "approve"],
  },
  { heading: "Follow:", names: ["show", "logs", "list", "get", "download"] },
  {
    heading: "Records:",
    names: ["history", "report", "export", "evidence", "archive", "reconcile", "outage", "journal"],
  },
  {
    heading: "Set up:",
    names: ["profile", "login", "logout", "auth", "policy", "doctor", "completion", "sandbox", "certify", "help"],
  },
];

/** Commands in the order of the groups; one that no group names comes last. */
export function byGroup<T extends { readonly name: string }>(entries: readonly T[]): { entry: T; heading: string }[] {
  const named = groups.flatMap(({ heading, names }) =>
    names.flatMap((name) => entries.filter((each) => each.name === name).map((entry) => ({ entry, heading }))),
  );
  const rest = entries.filter((entry) => !named.some((each) => each.entry === entry));
  return [...named, ...rest.map((entry) => ({ entry, heading: "More:" }))];
}
