interface Group {
  readonly heading: string;
  /** Commands of every day: `selfbill --help` shows these alone. */
  readonly everyday: readonly string[];
  /** What `selfbill help all` shows beside them. */
  readonly more: readonly string[];
}

/** The groups of the commands, by what people want to do. */
export const groups: readonly Group[] = [
  { heading: "Write:", everyday: ["new", "import", "suppliers"], more: ["items", "templates", "preview", "map"] },
  {
    heading: "Check and send:",
    everyday: ["validate", "create-invoice", "create-credit-note"],
    more: ["cancel", "resubmit", "resolve", "request", "approve", "numbers", "explain", "codes"],
  },
  {
    heading: "What is open:",
    everyday: ["due", "status", "logs", "correct"],
    more: ["show", "get", "download", "outage"],
  },
  {
    heading: "The month:",
    everyday: ["list", "report"],
    more: ["history", "export", "evidence", "archive", "reconcile"],
  },
  { heading: "Set up:", everyday: [], more: ["profile", "login", "logout", "auth", "doctor", "handover", "help"] },
  { heading: "For administrators:", everyday: [], more: ["policy", "journal", "completion"] },
  {
    heading: "For programs and integrators:",
    everyday: [],
    more: ["schema", "rules", "xml", "convert", "sandbox", "certify"],
  },
];

/** Commands in the order of the groups; one that no group names comes last. */
export function byGroup<T extends { readonly name: string }>(
  entries: readonly T[],
): { entry: T; heading: string; isEveryday: boolean }[] {
  const found = (names: readonly string[], heading: string, isEveryday: boolean) =>
    names.flatMap((name) =>
      entries.filter((each) => each.name === name).map((entry) => ({ entry, heading, isEveryday })),
    );
  const named = groups.flatMap(({ heading, everyday, more }) => [
    ...found(everyday, heading, true),
    ...found(more, heading, false),
  ]);
  const rest = entries.filter((entry) => !named.some((each) => each.entry === entry));
  return [...named, ...rest.map((entry) => ({ entry, heading: "More:", isEveryday: false }))];
}
