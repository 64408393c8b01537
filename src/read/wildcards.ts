/**
 * Whether a word contains a wildcard. Brackets and braces are ordinary characters, because file names may contain
 * them.
 */
export function hasWildcard(word: string, platform: NodeJS.Platform = process.platform): boolean {
  return /[*?]/.test(platform === "win32" ? word.replace(/^[\\/]{2}\?[\\/]/, "") : word);
}

/**
 * Matches a drive, `//server/share/` (without the server, the share would be a folder on the current drive), or the
 * long form of either, which begins with `//?/`.
 */
const rootsOfWindows =
  /^(?:\/\/[?.]\/(?:UNC\/[^/]+\/(?:[^/*?]+\/)?|[A-Za-z]:\/)|\/\/[^/?.][^/]*\/(?:[^/*?]+\/)?|(?:[A-Za-z]:)?\/)/i;

/** Splits a pattern into the folder where it starts ("" for the current one) and the names below it. */
export function segmentsOf(
  pattern: string,
  platform: NodeJS.Platform = process.platform,
): { readonly start: string; readonly segments: readonly string[] } {
  const isWindows = platform === "win32";
  const slashed = isWindows ? pattern.replaceAll("\\", "/") : pattern;
  const start = (isWindows ? rootsOfWindows : /^\//).exec(slashed)?.[0] ?? "";
  return {
    start,
    segments: slashed
      .slice(start.length)
      .split("/")
      .filter((segment) => segment !== ""),
  };
}

/**
 * Whether a name matches a segment. Case matters except on Windows; hidden names only match segments with a leading
 * dot.
 */
export function fits(segment: string, name: string, platform: NodeJS.Platform = process.platform): boolean {
  if (name.startsWith(".") && !segment.startsWith(".")) return false;
  if (segment === "**") return true;
  return platform === "win32" ? matches(segment.toLowerCase(), name.toLowerCase()) : matches(segment, name);
}

/**
 * Matches `*` as any run of characters, possibly empty, and `?` as one character. Never backtracks beyond the last
 * `*`.
 */
function matches(segment: string, name: string): boolean {
  const wanted = [...segment];
  const signs = [...name];
  let at = 0;
  let star = -1;
  let retry = 0;
  for (let sign = 0; sign < signs.length; ) {
    if (wanted[at] === "*") {
      star = at++;
      retry = sign;
    } else if (at < wanted.length && (wanted[at] === "?" || wanted[at] === signs[sign])) {
      at += 1;
      sign += 1;
    } else if (star >= 0) {
      at = star + 1;
      sign = ++retry;
    } else return false;
  }
  while (wanted[at] === "*") at += 1;
  return at === wanted.length;
}
