import { businessProfileName } from "../../approval/index.ts";
import type { Intent } from "../store/records.ts";

/** By what an intent is found that counts to a person's day. */
export function approvedNames({
  businessProfileId,
  approval,
  ...rest
}: Intent): readonly (readonly [account: string, value: string])[] {
  if (approval === undefined) return [];
  const people = [approval.requested, ...approval.approved].map(({ key }) => dayName(approval.day, key));
  // Days go on in the records of this journal; what was taken in from another one has days of its own.
  const names = "origin" in rest ? people : [...people, newestName];
  return names.map((value) => [businessProfileName(businessProfileId), value] as const);
}

/** By what it is found besides, once the service's clock told that it counts to another day. */
export function serviceDayNames(
  { businessProfileId, approval }: Intent,
  serviceDay: string,
): readonly (readonly [account: string, value: string])[] {
  const people = approval === undefined ? [] : [approval.requested, ...approval.approved];
  return people.map(({ key }) => [businessProfileName(businessProfileId), dayName(serviceDay, key)] as const);
}

/** All records of this journal that count to a day, in order. */
export const newestName = "";

/** Of a person, by the public key. */
export const dayName = (day: string, key: string): string => `${day} ${key}`;
