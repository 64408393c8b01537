import * as z from "zod";

/** In the form of hledger and beancount: parts separated by colons, each beginning with a capital letter or a digit. */
const accountPattern = /^[A-Z][\p{L}\p{N} -]*(?::[\p{Lu}\p{N}][\p{L}\p{N} -]*)+$/u;

const account = z.string().regex(accountPattern);

export const accountsSchema = z.strictObject({
  /** Net amounts. */
  expenses: account.optional(),
  /** Recoverable VAT. */
  input_vat: account.optional(),
  /** VAT due under the reverse charge. */
  output_vat: account.optional(),
  /** Owed to suppliers. */
  payable: account.optional(),
  /** Net amounts by VAT category, such as `E`. */
  categories: z.record(z.string(), account).optional(),
  /** Net amounts by the supplier's TRN or name; takes precedence over `categories`. */
  suppliers: z.record(z.string(), account).optional(),
});

export type Accounts = Partial<z.infer<typeof accountsSchema>>;
