import { businessProfileName, countedPeople } from "../../approval/index.ts";
import type { Intent } from "../store/records.ts";

/** Returns the names under which an intent is indexed for the daily limits of the people involved. */
export function approvedNames({
  businessProfileId,
  approval,
  ...rest
}: Intent): readonly (readonly [account: string, value: string])[] {
  if (approval === undefined) return [];
  const people = countedPeople(approval).map((key) => dayName(approval.day, key));
  // Daily limits continue in the records of this journal; records imported from another journal have their own days.
  const names = "origin" in rest ? people : [...people, newestName];
  return names.map((value) => [businessProfileName(businessProfileId), value] as const);
}

/** Returns the additional name if the service's clock said that the document counts towards another day. */
export function serviceDayNames(
  { businessProfileId, approval }: Intent,
  serviceDay: string,
): readonly (readonly [account: string, value: string])[] {
  const people = approval === undefined ? [] : countedPeople(approval);
  return people.map((key) => [businessProfileName(businessProfileId), dayName(serviceDay, key)] as const);
}

/** The name that finds all records of this journal that count towards a day, in order. */
export const newestName = "";

/** Returns the name for a person's day, by public key. */
export const dayName = (day: string, key: string): string => `${day} ${key}`;
