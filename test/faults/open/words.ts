import type { Random } from "../random.ts";

export const some = <T>(random: Random, all: readonly T[], plain: T, often = 3): T =>
  random.oneIn(often) ? plain : (all[random.below(all.length)] ?? plain);

export const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
export const drawn = (random: Random, from: string, length: number): string =>
  Array.from({ length }, () => from[random.below(from.length)]).join("");

export const overallWords = [
  "APPROVED",
  "PENDING",
  "REJECTED",
  "VALIDATION_FAILED",
  "approved",
  "Approved ",
  "CLEARED",
  "OK",
  "SUCCESS",
] as const;
export const sideWords = [
  "APPROVED",
  "REJECTED",
  "PENDING",
  "ACCEPTED",
  "accepted",
  "rejected",
  "DELIVERED",
  null,
] as const;
export const legWords = [
  "ACCEPTED",
  "REJECTED",
  "SUBMITTED",
  "PENDING",
  "MLS_C3_TRANSMISSION_ERROR",
  "rejected",
  "X",
  null,
] as const;
export const mlsWords = ["AP", "AB", "RE", "ap", "??", null] as const;
export const places = ["described", "another name", "the root", "a text", "an object", "missing", "null"] as const;
export const errorCodes = [400, 403, 404, 404, 409, 410, 422, 500, 501, 503] as const;
export const headerForms = ["none", "X-RateLimit-", "RateLimit-", "X-Rate-Limit-", "X-Quota-"] as const;

export type Words = { readonly c3: readonly string[]; readonly c5: readonly string[] };
export const told = (...words: readonly (string | null | undefined)[]): string[] =>
  words.filter((each) => typeof each === "string");
