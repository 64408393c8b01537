import { randomInt } from "node:crypto";

/** Letters and digits, without those that are easily confused. */
const letters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/** Short enough to type. */
export function newAttemptId(): string {
  return Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join("");
}
