/**
 * Problem codes without a screen of their own, and why. A code that gets its folder leaves this list; a new code comes with its folder.
 */
export const withoutScreen: Readonly<Record<string, string>> = {
  "keychain-missing": "where there is a keychain, the step would write into that of the person who runs it",
  "row-not-joined": "needs a workbook of two sheets and a map that joins them; test/sheet has it",
  "token-ending": "a line of the table of doctor, which shows no codes",
  "node-unsupported": "a line of the table of doctor, which shows no codes",
  "package-missing": "a line of the table of doctor, which shows no codes",
  "disk-low": "a line of the table of doctor, which shows no codes",
  "locale-odd": "a line of the table of doctor, which shows no codes",
  "certificate-ending": "a line of the table of doctor, which shows no codes",
  "rate-unknown": "needs a document taken over from a service that leaves out the exchange rate",
  "answer-too-long": "needs an answer of megabytes; test/send/create.test.ts has it",
  "result-set-aside": "needs a disk that fills up between two records; test/journal/kept.test.ts has it",
  "journal-server-changed": "needs a server that another one replaced; test/commands/server-changed.test.ts has it",
  "correction-held": "needs an answer that is lost between two documents; test/commands/correct.test.ts has it",
  "folder-gone": "the folder of a step stays; test/commands/odd-places.test.ts has it",
  "former-address": "needs a service with two https addresses; test/stories/another-address.test.ts has it",
  "former-address-open": "needs a service with two https addresses; test/stories/another-address.test.ts has it",
  "clock-ahead": "needs a clock that is days ahead of the service's; test/commands/approvals.test.ts has it",
  "sent-unapproved": "needs another program that wrote to the journal; test/journal/unapproved.test.ts has it",
  "server-rules-old": "needs a server; test/journal/server-approvals.test.ts has it",
  "being-sent": "is told after half a minute of waiting for the other process",
  "characters-missing": "needs the optional packages of a PDF; test/paper/press.test.ts has it",
  "series-shared": "needs two companies that used one series; test/stories/all-companies.test.ts has it",
  "vat-return-in-part": "needs two companies of one TRN; test/stories/vat-returns.test.ts has it",
  fault: "a fault of our own; nothing brings it about",
};
