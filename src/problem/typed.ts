/**
 * Quotes a file, number or name for a suggested command if a shell would split or interpret it. PowerShell and cmd
 * agree only on double quotes.
 */
export function typed(word: string, platform: NodeJS.Platform = globalThis.process?.platform): string {
  if (platform === "win32")
    return /^[\p{L}\p{N}\p{M}._/\\:+-]+$/u.test(word) ? word : `"${word.replaceAll('"', '\\"')}"`;
  return /^[\p{L}\p{N}\p{M}._/:@%+,-]+$/u.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** A file name as a word of a command: one that could be read as an option or a list begins with `./`. */
export const fileWord = (file: string): string => (/^(?:-.|@)/.test(file) ? `./${file}` : file);

/** Like `typed`, for the name of a file. */
export function typedFile(file: string, platform: NodeJS.Platform = globalThis.process?.platform): string {
  return typed(fileWord(file), platform);
}
