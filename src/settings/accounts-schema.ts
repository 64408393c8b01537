import * as z from "zod";

/**
 * The format that hledger and beancount use: parts separated by colons, each beginning with a capital letter or a
 * digit.
 */
const accountPattern = /^[A-Z][\p{L}\p{N} -]*(?::[\p{Lu}\p{N}][\p{L}\p{N} -]*)+$/u;

const account = z.string().regex(accountPattern);

export const accountsSchema = z.strictObject({
  /** Account for net amounts. */
  expenses: account.optional(),
  /** Account for recoverable VAT. */
  input_vat: account.optional(),
  /** Account for VAT due under the reverse charge. */
  output_vat: account.optional(),
  /** Account for amounts owed to suppliers. */
  payable: account.optional(),
  /** Accounts for net amounts by VAT category, such as `E`. */
  categories: z.record(z.string(), account).optional(),
  /** Accounts for net amounts by the supplier's TRN or name; these take precedence over `categories`. */
  suppliers: z.record(z.string(), account).optional(),
});

export type Accounts = Partial<z.infer<typeof accountsSchema>>;
