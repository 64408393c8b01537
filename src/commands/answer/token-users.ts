import { type Settings, sharersOf } from "../../settings/index.ts";

export function usersOf(settings: Settings, origin: string, owner: string | undefined): string {
  if (owner !== undefined) return `the profile ${owner} alone`;
  const names = sharersOf(settings, origin);
  return names.length === 0 ? "every profile of this address" : `every profile of this address: ${names.join(", ")}`;
}
