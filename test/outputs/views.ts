/** A command as typed, and its options, keyed by their names in the code. */
export type View = readonly [words: string, options?: Readonly<Record<string, unknown>>];

const june = { month: "2026-06" };

/**
 * Tables and blocks with everything that occurs in a month: foreign currencies, rejections, a doubt, long names,
 * hashes.
 */
export const ofTheMonth: readonly View[] = [
  ...["supplier", "category", "rate", "day", "status", "acceptance"].map((by): View => ["report", { ...june, by }]),
  ["report", { ...june, compare: "2026-05" }],
  ...["", "SH-004", "SH-001"].map((id): View => [`status ${id}`.trim()]),
  ...[["status", { all: true, ...june }], ["history"], ["history", { verbose: true }], ["due"], ["resolve"]].map(
    ([words, options]) => [words, options] as View,
  ),
  ...[
    ["list", june],
    ["list", { all: true }],
  ].map(([words, options]) => [words, options] as View),
  ...[["list invoices"], ["list credit-notes"], ["logs SH-004"], ["get SH-001"], ["outage"], ["reconcile"]].map(
    ([words = ""]): View => [words],
  ),
  ["suppliers acceptance-list", june],
  ["journal verify"],
  ["preview SH-002"],
];

/** Views that need no documents. */
export const ofItself: readonly View[] = [
  "codes unit box",
  "templates list",
  "rules list",
  "rules diff 1.0.3 1.0.4",
  "help",
]
  .map((words): View => [words])
  .concat([
    ["sandbox", { gaps: true }],
    ["certify", { list: true }],
    ["explain IBR-138-AE"],
    ["explain IBR-138-AE", { verbose: true }],
    ["explain 23"],
  ]);
