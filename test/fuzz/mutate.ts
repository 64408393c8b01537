import type { Random } from "../faults/random.ts";
import type { Reader } from "./reader.ts";

/** Bytes that readers treat specially. */
const odd = [
  0x00, 0x09, 0x0a, 0x0d, 0x1b, 0x20, 0x22, 0x27, 0x2c, 0x2d, 0x3a, 0x3c, 0x5b, 0x5c, 0x7b, 0x7f, 0x80, 0xbf, 0xc3,
];
/**
 * Maximum size, in bytes, of an ordinary case (unless its seed is larger) and of one with a piece repeated many times.
 */
const [usual, pumped] = [32 * 1024, 192 * 1024];

/** A valid input with one to five changes, concatenated pieces, or a piece repeated thousands of times. */
export function caseOf(reader: Reader, random: Random): Buffer {
  const seed = reader.seeds[random.below(reader.seeds.length)] ?? Buffer.alloc(0);
  if (random.oneIn(1500)) return pumpedUp(reader, seed, random);
  if (random.oneIn(12)) return joined(reader, random);
  let made = seed;
  const change = random.oneIn(2) ? changedInside : changed;
  for (let left = 1 + random.below(5); left > 0; left--) made = change(made, reader, random);
  const most = Math.max(usual, seed.length);
  return made.length > most ? made.subarray(0, most) : made;
}

function changed(from: Buffer, reader: Reader, random: Random): Buffer {
  const own = reader.change !== undefined && !random.oneIn(3) ? reader.change(from, random) : undefined;
  if (own) return own;
  const at = random.below(from.length + 1);
  const length = Math.min(random.oneIn(4) ? random.below(400) : random.below(12), from.length - at);
  switch (random.below(9)) {
    case 0:
      return put(from, at, Math.min(1, from.length - at), Buffer.of(random.below(256)));
    case 1:
      return put(from, at, Math.min(1, from.length - at), Buffer.of(odd[random.below(odd.length)] ?? 0));
    case 2:
      return put(from, at, length, Buffer.alloc(0));
    case 3:
      return put(from, at, 0, from.subarray(at, at + length));
    case 4:
      return put(from, at, 0, times(from.subarray(at, at + length), 2 + random.below(200)));
    case 5:
      return from.subarray(0, at);
    case 6:
      return spliced(from, at, reader, random);
    case 7:
      return valueReplaced(from, at, reader, random);
    default:
      return put(from, at, random.oneIn(2) ? length : 0, word(reader, random));
  }
}

/**
 * Changes a value, a digit or a whole line but keeps the format, so that the change gets past the outermost layer.
 */
function changedInside(from: Buffer, reader: Reader, random: Random): Buffer {
  const own = reader.change?.(from, random);
  if (own) return own;
  const anywhere = random.below(from.length + 1);
  // In XML, most positions are inside a name, and a changed name no longer matches its end tag.
  const at = from[0] === 0x3c ? from.indexOf(">", anywhere) + 1 : anywhere;
  const [start, end] = [from.lastIndexOf(10, at - 1) + 1, from.indexOf(10, at) + 1 || from.length];
  switch (random.below(8)) {
    case 0:
      return put(from, start, end - start, Buffer.alloc(0));
    case 1:
      return put(from, end, 0, from.subarray(start, end));
    case 2:
      return withOtherDigit(from, at, random);
    case 3:
      return valueReplaced(from, at, reader, random, from.subarray(...valueAt(from, random.below(from.length + 1))));
    default:
      return valueReplaced(from, at, reader, random, valueWord(reader, random));
  }
}

/** A word that can be a value in any format. */
function valueWord({ words }: Reader, random: Random): Buffer {
  const fit = [...common, ...words].filter((each) => /^[\p{L}\p{M}\p{N} .,:%()=+/_-]*$/u.test(each));
  return Buffer.from(fit[random.below(fit.length)] ?? "");
}

/** Replaces the first digit at or after this position. */
function withOtherDigit(from: Buffer, at: number, random: Random): Buffer {
  const digit = from.findIndex((byte, index) => index >= at && byte >= 0x30 && byte <= 0x39);
  return digit < 0 ? from : put(from, digit, 1, Buffer.from(String(random.below(10))));
}

function put(from: Buffer, at: number, instead: number, what: Buffer): Buffer {
  return Buffer.concat([from.subarray(0, at), what, from.subarray(at + instead)]);
}

function times(piece: Buffer, count: number): Buffer {
  return piece.length === 0 ? piece : Buffer.alloc(Math.min(piece.length * count, usual), piece);
}

function spliced(from: Buffer, at: number, { seeds }: Reader, random: Random): Buffer {
  const other = seeds[random.below(seeds.length)] ?? from;
  return Buffer.concat([from.subarray(0, at), other.subarray(random.below(other.length + 1))]);
}

/** Replaces the value at this position: in every format, most values are between separators. */
function valueReplaced(from: Buffer, at: number, reader: Reader, random: Random, by = word(reader, random)): Buffer {
  const [start, end] = valueAt(from, at);
  return put(from, start, end - start, by);
}

function valueAt(from: Buffer, at: number): [start: number, end: number] {
  let [start, end] = [at, at];
  while (start > 0 && !isSeparator(from[start - 1] ?? 0)) start--;
  while (end < from.length && !isSeparator(from[end] ?? 0)) end++;
  return [start, end];
}

const separators = new Set(Buffer.from("\n\r\t:;,\"'<>=[]{}|"));
const isSeparator = (byte: number): boolean => separators.has(byte);

/** Words for all readers: numbers at their limits, characters from other scripts, names found on prototypes. */
const common = [
  ...["0", "-1", "1e308", "1e-400", "9".repeat(40), "1,250.00", "0x1F", "NaN", "-0", ".5", "00010000", "\u0661\u0662"],
  ...["__proto__", "constructor", "toString", "hasOwnProperty", "null", "true", "~", "undefined", "[object Object]"],
  ...[
    "\ufeff",
    "\u202e",
    "\u2028",
    "\ud83d\ude00",
    "\u0000",
    "\u001b[2J",
    "\u0085",
    "\u00a0",
    "%s%n",
    "../../x",
    "é\u0301",
  ],
  ...["2026-02-30", "0000-00-00", "2026-06-15", "AED", "100000000000003", "  ", "\r", "\r\n\r\n", "::error::x", "=1+1"],
] as const;

function word({ words }: Reader, random: Random): Buffer {
  const from = random.oneIn(3) ? common : words;
  return Buffer.from(from[random.below(from.length)] ?? "");
}

function joined(reader: Reader, random: Random): Buffer {
  return Buffer.concat(Array.from({ length: 1 + random.below(60) }, () => word(reader, random)));
}

/** Repeats one piece: what is harmless once may take minutes when repeated ten thousand times. */
function pumpedUp(reader: Reader, seed: Buffer, random: Random): Buffer {
  const at = random.below(seed.length + 1);
  const own = seed.subarray(at, at + 1 + random.below(40));
  const piece = random.oneIn(2)
    ? own
    : Buffer.concat([word(reader, random), random.oneIn(2) ? word(reader, random) : own]);
  if (piece.length === 0) return seed;
  const many = Buffer.alloc(1024 * (1 + random.below(pumped / 1024)), piece);
  const end = random.oneIn(2) ? seed.subarray(at) : word(reader, random);
  return Buffer.concat([random.oneIn(3) ? Buffer.alloc(0) : seed.subarray(0, at), many, end]);
}
