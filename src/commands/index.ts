/**
 * One file per command, named by the words typed. The list is light, so that help needs no command's code; main loads the one typed.
 */
import type { Command, Options } from "./command.ts";

/** A command as help lists it, and how to get it. */
export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<Command<Options>>;
}

const entry = <O extends Options>(name: string, summary: string, load: () => Promise<Command<O>>): CommandEntry => ({
  name,
  summary,
  load: load as unknown as CommandEntry["load"],
});

export const commands: readonly CommandEntry[] = [
  entry(
    "new",
    "write an invoice or credit note by answering questions",
    async () => (await import("./new.ts")).newCommand,
  ),
  entry(
    "create-invoice",
    "check self-billed invoices and create them at the service",
    async () => (await import("./create-invoice.ts")).createInvoice,
  ),
  entry(
    "create-credit-note",
    "check self-billed credit notes and create them at the service",
    async () => (await import("./create-credit-note.ts")).createCreditNote,
  ),
  entry(
    "resolve",
    "what may or may not have been sent: list it, look it up, settle it",
    async () => (await import("./resolve.ts")).resolve,
  ),
  entry(
    "reconcile",
    "hold the service's documents against the journal, both ways",
    async () => (await import("./reconcile.ts")).reconcile,
  ),
  entry(
    "status",
    "what became of documents: verdict, both legs, findings",
    async () => (await import("./status.ts")).status,
  ),
  entry("logs", "the events of a document's way, oldest first", async () => (await import("./logs.ts")).logs),
  entry(
    "history",
    "what was sent from this computer, when, and what became of it",
    async () => (await import("./history.ts")).history,
  ),
  entry(
    "report",
    "totals of a period: net, VAT, gross, by supplier, VAT category, day; the annex to the VAT return",
    async () => (await import("./report.ts")).report,
  ),
  entry(
    "export",
    "write the documents of a period as entries for your books",
    async () => (await import("./export.ts")).exportBooks,
  ),
  entry(
    "due",
    "what has to be seen to: in doubt, failed, rejected, pending too long, not issued in time",
    async () => (await import("./due.ts")).due,
  ),
  entry(
    "archive",
    "write the audit files of a period into one folder, or verify such a folder",
    async () => (await import("./archive.ts")).archive,
  ),
  entry(
    "evidence",
    "write the pack of a document for an auditor: body, answer, UBL, TDD, hashes",
    async () => (await import("./evidence.ts")).evidence,
  ),
  entry(
    "journal",
    "the record of everything sent: write all of it out, check, copy, restore, move or merge it",
    async () => (await import("./journal.ts")).journal,
  ),
  entry(
    "numbers",
    "what the number series of a profile handed out, and its gaps",
    async () => (await import("./numbers.ts")).numbers,
  ),
  entry("get", "a document as the service has it", async () => (await import("./get.ts")).get),
  entry("list", "the documents that the service has", async () => (await import("./list.ts")).list),
  entry(
    "resubmit",
    "send a corrected document again after VALIDATION_FAILED",
    async () => (await import("./resubmit.ts")).resubmit,
  ),
  entry("download", "fetch a document's attachments and XML", async () => (await import("./download.ts")).download),
  entry(
    "validate",
    "check documents and UBL XML files on this computer; nothing is sent",
    async () => (await import("./validate.ts")).validate,
  ),
  entry(
    "explain",
    "what a rule, a problem code or an exit code means, why, and what passes and fails",
    async () => (await import("./explain.ts")).explain,
  ),
  entry(
    "codes",
    "search the code lists: currency, country, unit, HS and others, in English and Arabic",
    async () => (await import("./codes.ts")).codesCommand,
  ),
  entry(
    "rules",
    "the editions of the Peppol rules, what changed, and your documents under another edition",
    async () => (await import("./rules.ts")).rules,
  ),
  entry(
    "import",
    "turn a spreadsheet into documents, and tell what is wrong in which cell",
    async () => (await import("./import.ts")).importSheet,
  ),
  entry(
    "preview",
    "show a document as the paper shows it, or write it as a page to print",
    async () => (await import("./preview.ts")).preview,
  ),
  entry(
    "templates",
    "documents to start from: list them, show one, copy one into your folder",
    async () => (await import("./templates.ts")).templates,
  ),
  entry(
    "schema",
    "print the JSON Schema of a document, for editors that complete and check",
    async () => (await import("./schema.ts")).schema,
  ),
  entry(
    "xml",
    "write the UBL XML of documents, to look at or to judge with other tools",
    async () => (await import("./xml.ts")).xml,
  ),
  entry(
    "convert",
    "turn a self-billed UBL XML file into a YAML document",
    async () => (await import("./convert.ts")).convert,
  ),
  entry(
    "sandbox",
    "run the whole service on this computer, for trying things out",
    async () => (await import("./sandbox.ts")).sandbox,
  ),
  entry(
    "certify",
    "lead a client of your own through faults of the wire and name what it does wrong",
    async () => (await import("./certify.ts")).certifyClient,
  ),
  entry(
    "suppliers",
    "your supplier book: party, TRN, agreement and account of each supplier",
    async () => (await import("./suppliers.ts")).suppliers,
  ),
  entry(
    "doctor",
    "check this computer, the settings, the journal and the way to the service",
    async () => (await import("./doctor.ts")).doctor,
  ),
  entry("help", "the manual by topic, or the help of a command", async () => (await import("./help.ts")).help),
  entry("login", "store the token of a service", async () => (await import("./login.ts")).login),
  entry("logout", "forget the stored token of a service", async () => (await import("./logout.ts")).logout),
  entry("auth", "login, logout, or where the token is kept", async () => (await import("./auth.ts")).auth),
  entry(
    "profile",
    "services you speak to: list, show, set, use, fetch the buyer",
    async () => (await import("./profile.ts")).profile,
  ),
];

export type { Command, Input, Option, Options } from "./command.ts";
export { byGroup } from "./groups.ts";
