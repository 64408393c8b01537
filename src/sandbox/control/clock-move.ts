import * as z from "zod";
import { fail, ok, problem, type Result } from "../../problem/index.ts";
import { valueWords } from "../options.ts";

const years = "the years 1970 to 9998";
/**
 * Years in documents and rules have four digits. The clock stops before the last such year, so that later dates, such
 * as deadlines, can still be written.
 */
const end = Date.parse("9999-01-01T00:00:00Z");

export const clockSchema = z.union(
  [z.strictObject({ advance_seconds: z.number().min(0) }), z.strictObject({ now: z.int().min(0) })],
  { error: `write advance_seconds, a number from 0, or now, Unix milliseconds in ${years}` },
);
export type ClockMove = z.infer<typeof clockSchema>;

/** Returns the new time in Unix milliseconds. Problem: `bad-usage`. */
export function clockAfter(move: ClockMove, now: number): Result<number> {
  const isRead = clockSchema.safeParse(move).success;
  const then = "now" in move ? move.now : now + Math.round(move.advance_seconds * 1000);
  if (isRead && then < end) return ok(then);
  const message =
    "now" in move
      ? `The clock cannot be set to ${valueWords(move.now)}.`
      : `The clock cannot be advanced by ${valueWords(move.advance_seconds)} seconds.`;
  const hint = "now" in move ? `Write Unix milliseconds in ${years}.` : `Write a number from 0 that stays in ${years}.`;
  return fail(problem("bad-usage", message, hint));
}
