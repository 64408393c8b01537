/**
 * The possible failures at each step of a send, and the required outcome. The names of the tests for a row are built by
 * `row`; a test in test/house fails if a row has no tests. Exit codes: 20 invalid, 21 refused, 22 not sent, 23 in
 * doubt, 24 sent before, 27 settings or journal unusable.
 */
export const failureMatrix = {
  "1 read":
    "a file that is missing, unreadable, no file, too big or of another encoding: 20 with its path; others go on",
  "2 parse":
    "broken syntax, equal keys, depth, aliases, wrong types: 20, all at once by line; an unknown field is a warning",
  "3 rules": "fields, totals, dates, currencies or flags break a rule: 20; a warning blocks nothing",
  "4 size": "a body above the limit: 20 with the biggest attachment; near it a warning",
  "5 duplicate": "sent before: answered by the journal; its number taken, or a near-twin: 24 unless a person wants it",
  "6 lock": "another process is at it: waited for with a word, 27 after 30 seconds; one that is dead is succeeded",
  "7 limit": "the account's minute is used up: waited for with a countdown, or 22",
  "8 intent": "the intent cannot be recorded: 27, and nothing connects",
  "9 connect": "no name, no answer, no way, no proxy: tried again at most three times, then 22",
  "9 TLS": "a certificate or handshake that is wrong: 22 before a byte of the request; no hint weakens the check",
  "10 armed": "the record before the first byte cannot be made: the connection is closed, 27",
  "11 send": "the connection breaks while the request is written: 23",
  "12 wait": "closed, reset or silent instead of an answer: 23, never sent again",
  "12 stop":
    "asked to stop: before the first byte nothing is sent, after it the answer is waited for; a second time 23",
  "13 status 201": "recorded, then told",
  "13 another success": "another 2xx, or no id that can be used: 23, the body is kept",
  "13 not HTTP": "an interim answer alone, or garbage: 23",
  "13 status 301, 307, 308": "moved: 21, never followed, the host is named",
  "13 status 300, 302, 303, 304": "a redirect that may follow a success: 23",
  "13 status 400, 413, 422": "refused: 21, each field at its line",
  "13 status 401, 403": "no access: 4, the run stops, the rest stays to be sent",
  "13 status 404, 405, 415": "not there: 21, with a hint at the settings",
  "13 status 409": "a conflict: 23, or 24 when it names the number",
  "13 status 429": "put off: waited for as long as asked and allowed, then 22",
  "13 status 408, 425": "given up by the service: 23",
  "13 status 5xx": "a fault of the service: 23",
  "14 cut": "the body of a 201 breaks off: 23, it probably exists, what came is kept",
  "14 looks complete": "the body of a 201 ends as announced and is broken: the same",
  "14 odd": "a 201 too long, of another type, or with other totals: created, with a loud warning",
  "15 result": "what came back cannot be recorded: kept in reserved room, else in a file with the id told and 27",
  "16 print": "nobody reads the result, or the terminal is gone: it is recorded all the same, and told again",
  "16 crash": "ended before the result was told: the same command tells it",
  "any kill": "killed at any moment: the last record decides, nothing or an intent is free, armed is in doubt",
  batch: "killed within a run: the same command goes on; done is done, doubt is doubt, the rest is sent",
  status: "a status cannot be asked: asked again, at most five times, then 22; a create is not judged by it",
  time: "a clock that is off, or an issue date to come: told, and nothing more",
  resolve: "a doubt is told by every command until it is settled: by the service, or by a person's word that is kept",
} as const;

/** The name of a test that covers a row. */
export function row(of: keyof typeof failureMatrix, shows: string): string {
  return `row ${of}: ${shows}`;
}
