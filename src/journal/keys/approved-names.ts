import { businessProfileName } from "../../approval/index.ts";
import type { Intent } from "../store/records.ts";

/** The names by which an intent that counts towards a person's day is found. */
export function approvedNames({
  businessProfileId,
  approval,
  ...rest
}: Intent): readonly (readonly [account: string, value: string])[] {
  if (approval === undefined) return [];
  const people = [approval.requested, ...approval.approved].map(({ key }) => dayName(approval.day, key));
  // Days continue in the records of this journal; records imported from another journal have their own days.
  const names = "origin" in rest ? people : [...people, newestName];
  return names.map((value) => [businessProfileName(businessProfileId), value] as const);
}

/** The further name by which it is found once the service's clock said that it counts towards another day. */
export function serviceDayNames(
  { businessProfileId, approval }: Intent,
  serviceDay: string,
): readonly (readonly [account: string, value: string])[] {
  const people = approval === undefined ? [] : [approval.requested, ...approval.approved];
  return people.map(({ key }) => [businessProfileName(businessProfileId), dayName(serviceDay, key)] as const);
}

/** All records of this journal that count towards a day, in order. */
export const newestName = "";

/** The name for a person's day, by the public key. */
export const dayName = (day: string, key: string): string => `${day} ${key}`;
