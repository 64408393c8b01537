import { isWrongPassword, serverDatabases } from "../../database/index.ts";
import type { ServerAddress } from "./address.ts";

/**
 * How a server responds to a password; `not-tried` if it could not be reached or rejected the user for another
 * reason.
 */
export type TriedPassword =
  | { readonly is: "accepted" }
  | { readonly is: "refused" }
  | { readonly is: "not-tried"; readonly why: string; readonly hint: string };

/** Signs in with this password, ignoring the environment, and signs out again. */
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
