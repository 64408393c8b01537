import { isWrongPassword, serverDatabases } from "../../database/index.ts";
import type { ServerAddress } from "./address.ts";

/** What a server says to a password; `not-tried` if it was not reached, or refuses the user for another reason. */
export type TriedPassword =
  | { readonly is: "accepted" }
  | { readonly is: "refused" }
  | { readonly is: "not-tried"; readonly why: string; readonly hint: string };

/** Signs in with this password, whatever the environment names, and signs out. */
export async function tryPassword({ server, schema }: ServerAddress, text: string): Promise<TriedPassword> {
  const { openServer } = await serverDatabases();
  const password = text.replace(/\r?\n$/, "");
  const opened = openServer({ ...server, password, passwordFrom: undefined }, schema, { standby: true });
  if (opened.ok) {
    opened.value.close();
    return { is: "accepted" };
  }
  const [{ cause, message, hint }] = opened.problems;
  if (isWrongPassword(cause)) return { is: "refused" };
  return { is: "not-tried", why: cause instanceof Error ? cause.message : message, hint };
}
