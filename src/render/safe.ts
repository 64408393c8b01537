/**
 * Text from outside (server, files) as it may reach a terminal: control characters (C0, DEL, C1), bidi overrides and isolates,
 * zero-width signs and line separators become visible, and so does the first sign of a text that begins like a command in the log of a
 * CI system (`::`, `##`), so that nothing can move the cursor, retitle the window or swap digits.
 * Newlines and tabs become one blank. Letters of every script stay as they are.
 */
export function safe(text: string): string {
  return text
    .replace(/[\r\n\t\u2028\u2029]+/g, " ")
    .replace(hidden, visible)
    .replace(commandSigns, showFirst);
}

/** A word that came to stand at the beginning of a line: what a CI system would take for a command is shown as for a whole text. */
export function atLineStart(word: string): string {
  return word.replace(commandSigns, showFirst);
}

const commandSigns = /^\s*(?:::|##)/;
const showFirst = (signs: string): string => signs.replace(/[:#]/, shown);

// Cc: C0, DEL and C1 controls. Cf: bidi controls, zero-width signs, byte order mark, soft hyphen.
const hidden = /[\p{Cc}\p{Cf}]/gu;

/**
 * JSON text with the same signs as \uXXXX: the value stays what it is, and a terminal sees nothing but letters. JSON may hold them
 * inside its texts only, so the escape is always allowed there; its own line breaks stay.
 */
export function escapeHidden(json: string): string {
  return json.replace(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (sign) =>
    Array.from({ length: sign.length }, (_, at) => `\\u${sign.charCodeAt(at).toString(16).padStart(4, "0")}`).join(""),
  );
}

/** XML with the same signs as references: it means what it meant, and a terminal sees nothing but letters. */
export function referHidden(xml: string): string {
  return xml.replace(/(?![\t\n])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (sign) => `&#${sign.codePointAt(0)};`);
}

/** A text of several lines, made safe: line feeds stay, and so do leading blanks. */
export function safeLines(text: string): string {
  return text
    .split("\n")
    .map((line) => safe(line.replace(/\r$/, "")))
    .join("\n");
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the codes of colours begin with one
const ownSigns = /\u001b\[[0-9;]*m|(?![\n\t])[\p{Cc}\p{Cf}]/gu;

/**
 * What selfbill says to a person, its own colours included: every other sign that could control a terminal is visible, also where a name or
 * number of somebody else got into a sentence as it was.
 */
export function safeTalk(text: string): string {
  return text.replace(ownSigns, (sign) => (sign.startsWith("\u001b[") ? sign : visible(sign)));
}

/** Paths, a line each: one that was named so cannot command a terminal or the log of a CI system. JSON has them as they are. */
export function pathLines(paths: readonly string[]): string {
  return paths.map((path) => `${safe(path)}\n`).join("");
}

function visible(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  if (code < 0x20) return `^${String.fromCharCode(code + 0x40)}`;
  if (code === 0x7f) return "^?";
  return shown(sign);
}

function shown(sign: string): string {
  return `<U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}>`;
}
