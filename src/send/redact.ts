/**
 * Removes a token from text sent by a service, in every form in which it could be returned. If a service or
 * gateway echoes the request, the token must not appear on the screen, in a log or in the journal.
 */

const mark = "[token]";
/** Minimum length in characters: removing anything shorter, which could be any word, would damage the answer. */
const shortest = 8;

/** Removes the token, and anything that looks like a signed token. */
export function redacted(text: string, token: string): string {
  return withoutSigned(withoutToken(text, token));
}

/** Like `redacted`, for the text of an answer, whose members must keep their names. */
export function redactedBody(text: string, token: string): string {
  return token.length < shortest ? withoutSigned(text) : redacted(text, token);
}

/** Like `redacted`, for bytes of any kind. `signed` also removes everything that looks like a signed token. */
export function redactedBytes(bytes: Uint8Array, token: string, { signed }: { readonly signed: boolean }): Uint8Array {
  if (token.length < shortest) return bytes;
  // Latin-1 round-trips every byte unchanged, and a token is always ASCII.
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
  const clean = signed ? redacted(text, token) : withoutToken(text, token);
  return clean === text ? bytes : Buffer.from(clean, "latin1");
}

/**
 * Removes the token from a whole file in Base64: a token that is encoded again inside it is found only by decoding.
 * Text that is not Base64 is returned unchanged.
 */
export function redactedFile(base64: string, token: string): string {
  const packed = base64.replace(/\s+/g, "");
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(packed)) return base64;
  const bytes = Buffer.from(packed, "base64");
  const clean = redactedBytes(bytes, token, { signed: false });
  return clean === bytes ? base64 : Buffer.from(clean).toString("base64");
}

function withoutToken(text: string, token: string): string {
  const alone = Buffer.from(token).toString("base64").replace(/=+$/, "");
  let clean = withoutSpelled(text, token);
  if (clean.includes(alone)) clean = clean.replace(whole(alone), mark);
  for (const [form, stars] of inBase64(token)) if (clean.includes(form)) clean = clean.split(form).join(stars);
  return clean;
}

/**
 * Removes the token, including its escaped and encoded forms. Every such form contains a backslash, a percent sign or
 * an ampersand, so these are tested first: the pattern for all forms is slow to build, and hardly any answer needs it.
 */
function withoutSpelled(text: string, token: string): string {
  if (!/[\\%&]/.test(text)) return text.replaceAll(token, mark);
  return text.search(spelled(token.slice(0, few))) < 0 ? text : text.replace(spelled(token), mark);
}

/**
 * Removes signed tokens: two parts in URL-safe Base64, beginning with `eyJ` and separated by a dot, and whatever
 * follows a second dot. This is not a regex, because an answer may be one string of several megabytes, on which
 * backtracking would take hours or overflow the stack.
 */
function withoutSigned(text: string): string {
  let clean = "";
  let kept = 0;
  for (let at = text.indexOf("eyJ"); at >= 0; ) {
    const first = endOfRun(text, at);
    const second = text[first] === "." ? endOfRun(text, first + 1) : first;
    const isSigned = first - at >= 11 && second - first > 4 && text[second] === ".";
    if (isSigned) {
      clean += text.slice(kept, at) + mark;
      kept = endOfRun(text, second + 1);
    }
    // A later `eyJ` within the same run of characters would lead to the same end.
    at = text.indexOf("eyJ", isSigned ? kept : first);
  }
  return clean + text.slice(kept);
}

/** Returns the end of the run of letters, digits, `-` and `_`. */
function endOfRun(text: string, from: number): number {
  let at = from;
  while (at < text.length && isOfRun(text.charCodeAt(at))) at += 1;
  return at;
}

function isOfRun(code: number): boolean {
  return (
    (code >= 48 && code <= 57) ||
    (code >= 65 && code <= 90) ||
    (code >= 97 && code <= 122) ||
    code === 45 ||
    code === 95
  );
}

/**
 * Number of leading characters of the token that are searched for first: building the pattern for the whole token is
 * slow, and hardly any answer contains even these.
 */
const few = 8;

const spellings = new Map<string, RegExp>();

/** Matches the token with each character either plain or escaped as in JSON, a URL, HTML or XML. */
function spelled(token: string): RegExp {
  const known = spellings.get(token);
  if (known !== undefined) return known;
  const pattern = new RegExp([...token].map(anySpelling).join(""), "g");
  spellings.set(token, pattern);
  return pattern;
}

function anySpelling(character: string): string {
  const code = character.charCodeAt(0);
  const hex = code
    .toString(16)
    .padStart(2, "0")
    .replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
  // At most four backslashes: otherwise, in an answer full of them, each would start a search to the end.
  const plain = `\\\\{0,4}${character.replace(/[\\^$.*+?()[\]{}|/-]/, "\\$&")}`;
  return `(?:${plain}|\\\\{1,4}u00${hex}|%(?:25){0,4}${hex}|&#(?:[xX]0{0,6}${hex}|0{0,6}${code});${character === "&" ? "|&amp;" : ""})`;
}

/** Matches the text only if it is not part of longer Base64 text. */
function whole(base64: string): RegExp {
  return new RegExp(`(?<![A-Za-z0-9+/])${base64.replaceAll("+", "\\+")}=*(?![A-Za-z0-9+/=])`, "g");
}

type Form = readonly [form: string, stars: string];

const forms = new Map<string, readonly Form[]>();

/**
 * Returns the Base64 forms of the token inside longer data; leaves out the first and last characters if they also
 * depend on the bytes before or after the token. Each form comes with a replacement of the same length, asterisks in
 * Base64, so that the surrounding text, for instance a document, stays readable.
 */
function inBase64(token: string): readonly Form[] {
  const known = forms.get(token);
  if (known !== undefined) return known;
  const made = [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), Buffer.from(token)]).toString("base64");
    const begin = Math.ceil((8 * before) / 6);
    const form = text.slice(begin, Math.floor((8 * (before + token.length)) / 6));
    if (form.length < shortest) return [];
    const stars = Array.from(form, (_, at) => "Kioq"[(begin + at) % 4]).join("");
    return [[form, stars] as const, [form.replaceAll("+", "-").replaceAll("/", "_"), stars] as const];
  });
  forms.set(token, made);
  return made;
}
