/**
 * Makes text from outside (server, files) safe for a terminal: control characters (C0, DEL, C1), bidi overrides and isolates,
 * zero-width characters and line separators become visible, and so does the first character of a text that looks like a command in the log of a
 * CI system (`::`, `##`), so that nothing can move the cursor, change the window title or swap digits.
 * Newlines and tabs become one blank. Letters of every script stay as they are.
 */
export function safe(text: string): string {
  return text
    .replace(/[\r\n\t\u2028\u2029]+/g, " ")
    .replace(hidden, visible)
    .replace(commandSigns, showFirst);
}

/** Returns a word at the beginning of a line: anything that a CI system would read as a command is escaped as in a whole text. */
export function atLineStart(word: string): string {
  return word.replace(commandSigns, showFirst);
}

const commandSigns = /^\s*(?:::|##)/;
const showFirst = (signs: string): string => signs.replace(/[:#]/, shown);

// Cc: C0, DEL and C1 controls. Cf: bidi controls, zero-width characters, byte order mark, soft hyphen.
const hidden = /[\p{Cc}\p{Cf}]/gu;

/**
 * Writes the characters that `safe` makes visible as \uXXXX in a JSON text: the value is unchanged, and a terminal only
 * sees letters. In JSON they can only be inside texts, so the escape is always allowed there; its own line breaks stay.
 */
export function escapeHidden(json: string): string {
  return json.replace(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (sign) =>
    Array.from({ length: sign.length }, (_, at) => `\\u${sign.charCodeAt(at).toString(16).padStart(4, "0")}`).join(""),
  );
}

/** Writes the characters that `safe` makes visible as references in XML: the meaning is unchanged, and a terminal only sees letters. */
export function referHidden(xml: string): string {
  return xml.replace(/(?![\t\n])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (sign) => `&#${sign.codePointAt(0)};`);
}

/** Returns a text of several lines, made safe: line feeds and leading blanks stay. */
export function safeLines(text: string): string {
  return text
    .split("\n")
    .map((line) => safe(line.replace(/\r$/, "")))
    .join("\n");
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the codes of colours begin with one
const ownSigns = /\u001b\[[0-9;]*m|(?![\n\t])[\p{Cc}\p{Cf}]/gu;

/**
 * Makes selfbill's own messages safe, keeping colours: every other character that could control a terminal becomes
 * visible, even within another party's name or number.
 */
export function safeTalk(text: string): string {
  return text.replace(ownSigns, (sign) => (sign.startsWith("\u001b[") ? sign : visible(sign)));
}

/** Renders paths, one per line: a malicious name cannot control a terminal or the log of a CI system. JSON contains them unchanged. */
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
