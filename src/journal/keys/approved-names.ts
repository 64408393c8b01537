import { countedPeople } from "../../approval/index.ts";
import { businessProfileName } from "../../document/index.ts";
import type { Intent } from "../store/records.ts";

/** Names under which an intent is indexed for the daily limits of the people involved. */
export function approvedNames({
  businessProfileId,
  approval,
  ...rest
}: Intent): readonly (readonly [account: string, value: string])[] {
  if (approval === undefined) return [];
  const people = countedPeople(approval).map((key) => dayName(approval.day, key));
  // Daily limits use only records made in this journal; imported records were counted in their own journal.
  const names = "origin" in rest ? people : [...people, newestName];
  return names.map((value) => [businessProfileName(businessProfileId), value] as const);
}

/** Returns index names for a document whose day, according to the service's clock, differs from the recorded one. */
export function serviceDayNames(
  { businessProfileId, approval }: Intent,
  serviceDay: string,
): readonly (readonly [account: string, value: string])[] {
  const people = approval === undefined ? [] : countedPeople(approval);
  return people.map((key) => [businessProfileName(businessProfileId), dayName(serviceDay, key)] as const);
}

/** The name under which all records of this journal that count towards a day are found, in order. */
export const newestName = "";

/** Index name for the records of a person on a day. `key` is the person's public key. */
export const dayName = (day: string, key: string): string => `${day} ${key}`;
