/** The text without the token, in any form it could come back in, and without anything that looks like a signed token. */
export function redacted(text: string, token: string): string {
  const base64 = Buffer.from(token).toString("base64");
  let clean = text;
  for (const form of new Set([token, encodeURIComponent(token), base64, base64.replace(/=+$/, "")])) {
    clean = clean.split(form).join("[token]");
  }
  return clean.replace(/eyJ[\w-]{8,}\.[\w-]{4,}\.[\w-]*/g, "[token]");
}
