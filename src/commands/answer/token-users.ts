import { type Settings, sharersOf } from "../../settings/index.ts";

/** Which profiles use a token: `owner` alone, or those of its address that have none of their own. */
export function usersOf(settings: Settings, origin: string, owner: string | undefined): string {
  if (owner !== undefined) return `the profile ${owner} alone`;
  const names = sharersOf(settings, origin);
  return names.length === 0 ? "every profile of this address" : `every profile of this address: ${names.join(", ")}`;
}
