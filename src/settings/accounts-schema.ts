import * as z from "zod";

/** An account of the books as hledger and beancount write it: parts between colons, each begun by a capital letter or a digit. */
const accountPattern = /^[A-Z][\p{L}\p{N} -]*(?::[\p{Lu}\p{N}][\p{L}\p{N} -]*)+$/u;

const account = z.string().regex(accountPattern);

/** The accounts that documents are booked on. */
export const accountsSchema = z.strictObject({
  /** Net amounts. */
  expenses: account.optional(),
  /** VAT to recover. */
  input_vat: account.optional(),
  /** VAT due under the reverse charge. */
  output_vat: account.optional(),
  /** What suppliers are owed. */
  payable: account.optional(),
  /** Net amounts by VAT category, such as `E`. */
  categories: z.record(z.string(), account).optional(),
  /** Net amounts by the supplier's TRN or name; goes before the category. */
  suppliers: z.record(z.string(), account).optional(),
});

export type Accounts = Partial<z.infer<typeof accountsSchema>>;
