/**
 * Makes control characters (C0, DEL, C1), bidi overrides and isolates, zero-width characters and line separators in
 * text from outside (server, files) visible, so that nothing can move the cursor, change the window title or swap
 * digits. Also escapes the first character of a command in a CI log (`::`, `##`). Newlines and tabs become one space;
 * letters of every script are kept.
 */
export function safe(text: string): string {
  return text
    .replace(/[\r\n\t\u2028\u2029]+/g, " ")
    .replace(hidden, visible)
    .replace(commandSigns, showFirst);
}

/** Escapes a CI command (`::`, `##`) in a word at the start of a line, where a CI system looks for commands. */
export function atLineStart(word: string): string {
  return word.replace(commandSigns, showFirst);
}

const commandSigns = /^\s*(?:::|##)/;
const showFirst = (signs: string): string => signs.replace(/[:#]/, shown);

// Cc: C0, DEL and C1 controls. Cf: bidi controls, zero-width characters, byte order mark, soft hyphen.
const hidden = /[\p{Cc}\p{Cf}]/gu;

/**
 * Writes hidden characters as \uXXXX, without changing the value: in JSON, they can only occur inside strings. Keeps
 * line breaks between members.
 */
export function escapeHidden(json: string): string {
  return json.replace(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (sign) =>
    Array.from({ length: sign.length }, (_, at) => `\\u${sign.charCodeAt(at).toString(16).padStart(4, "0")}`).join(""),
  );
}

/** Writes hidden characters as XML character references, without changing the content. */
export function referHidden(xml: string): string {
  return xml.replace(/(?![\t\n])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (sign) => `&#${sign.codePointAt(0)};`);
}

/** Like `safe`, but keeps line feeds and leading spaces. */
export function safeLines(text: string): string {
  return text
    .split("\n")
    .map((line) => safe(line.replace(/\r$/, "")))
    .join("\n");
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the codes of colours begin with one
const ownSigns = /\u001b\[[0-9;]*m|(?![\n\t])[\p{Cc}\p{Cf}]/gu;

/** Makes control characters in our own messages visible, even within a name or number from outside; keeps colours. */
export function safeTalk(text: string): string {
  return text.replace(ownSigns, (sign) => (sign.startsWith("\u001b[") ? sign : visible(sign)));
}

/**
 * Writes one path per line. A malicious name cannot control the terminal or a CI log. In JSON output, the paths are
 * unchanged.
 */
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
