/**
 * Text from outside (server, files) as it may reach a terminal: control characters (C0, DEL, C1), bidi overrides and isolates,
 * zero-width signs and line separators become visible, so that nothing can move the cursor, retitle the window or swap digits.
 * Newlines and tabs become one blank. Letters of every script stay as they are.
 */
export function safe(text: string): string {
  return text.replace(/[\r\n\t\u2028\u2029]+/g, " ").replace(hidden, visible);
}

// Cc: C0, DEL and C1 controls. Cf: bidi controls, zero-width signs, byte order mark, soft hyphen.
const hidden = /[\p{Cc}\p{Cf}]/gu;

function visible(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  if (code < 0x20) return `^${String.fromCharCode(code + 0x40)}`;
  if (code === 0x7f) return "^?";
  return `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>`;
}
