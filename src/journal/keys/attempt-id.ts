import { randomInt } from "node:crypto";

/** Leaves out easily confused letters and digits. */
const letters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/** Short enough to type. */
export function newAttemptId(): string {
  return Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join("");
}
