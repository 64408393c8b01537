export interface HomeEntry {
  readonly says: string;
  readonly words: readonly string[];
  /** The question that asks for the missing words, and their placeholder. */
  readonly asks?: {
    readonly called: string;
    readonly question: string;
    /** Whether the answer names a single document, by its number or in words. */
    readonly isDocument?: true;
  };
}

export interface HomeGroup {
  readonly says: string;
  readonly entries: readonly HomeEntry[];
}

const file = { called: "FILE", question: "Which file?" };
const number = {
  called: "NUMBER",
  question: "Number, or words: a supplier, an item, an amount?",
  isDocument: true,
} as const;

/** The groups of the home screen. An entry is hidden if its command does not exist. */
export const menu: readonly HomeGroup[] = [
  {
    says: "Write",
    entries: [
      { says: "An invoice, by answering questions", words: ["new", "invoice"] },
      { says: "A credit note, by answering questions", words: ["new", "credit-note"] },
      { says: "Documents out of a spreadsheet", words: ["import"], asks: file },
    ],
  },
  {
    says: "Check and send",
    entries: [
      { says: "Check a file; nothing is sent", words: ["validate"], asks: file },
      { says: "Send invoices", words: ["create-invoice"], asks: file },
      {
        says: "Send a spreadsheet",
        words: ["create-invoice"],
        asks: { called: "FILE.csv", question: "Which spreadsheet?" },
      },
      { says: "Send credit notes", words: ["create-credit-note"], asks: file },
    ],
  },
  {
    says: "What is open",
    entries: [
      { says: "Everything that needs action", words: ["due"] },
      { says: "What may or may not have been sent", words: ["resolve"] },
      { says: "Status of a document", words: ["status"], asks: number },
      { says: "Correct a document", words: ["correct"], asks: number },
      { says: "Cancel an invoice", words: ["cancel"], asks: number },
    ],
  },
  {
    says: "The month",
    entries: [
      { says: "Totals for the VAT return", words: ["report"] },
      { says: "The documents", words: ["list"] },
      { says: "Who did not accept yet", words: ["suppliers", "acceptance-list"] },
      {
        says: "A backup",
        words: ["journal", "backup", "--out"],
        asks: { called: "FILE", question: "Which new file?" },
      },
    ],
  },
  {
    says: "Suppliers and items",
    entries: [
      { says: "Suppliers", words: ["suppliers", "list"] },
      { says: "What suppliers lack", words: ["suppliers", "missing"] },
      { says: "Items", words: ["items", "list"] },
    ],
  },
  {
    says: "Find a document",
    entries: [
      {
        says: "By supplier, item, amount",
        words: ["list"],
        asks: { called: "WORDS", question: "Words of it, such as a supplier or an amount?" },
      },
      { says: "Everything about one", words: ["show"], asks: number },
      { says: "Its page, to read or print", words: ["preview", "--html", "--open"], asks: number },
    ],
  },
  {
    says: "Help",
    entries: [
      { says: "Questions and answers", words: ["help", "questions"] },
      { says: "The manual by topic", words: ["help"] },
      { says: "Search", words: ["help"], asks: { called: "WORDS", question: "What do you look for?" } },
    ],
  },
];

/** Offered before a service is set up. */
export const setUp: HomeGroup = {
  says: "Log in",
  entries: [
    {
      says: "Makes a profile and keeps the token",
      words: ["login", "--base-url"],
      asks: { called: "URL", question: "Address of the service?" },
    },
  ],
};
