/**
 * What was created: one durable record a document, which later commands (status, logs, credit notes) need. The storage stands behind
 * the Journal interface. This room talks to no service.
 */
export type { CreatedDocument, CreatedLine, CreditedInvoices, Journal } from "./journal.ts";
export { openJournal } from "./sqlite-journal.ts";
