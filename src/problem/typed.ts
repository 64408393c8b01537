/**
 * A word of a user's own (a file, number or name) as it is typed in a command that is suggested: in quotes where a shell would take it
 * apart. PowerShell and cmd agree on double quotes only.
 */
export function typed(word: string, platform: NodeJS.Platform = process.platform): string {
  if (platform === "win32")
    return /^[\p{L}\p{N}\p{M}._/\\:+-]+$/u.test(word) ? word : `"${word.replaceAll('"', '\\"')}"`;
  return /^[\p{L}\p{N}\p{M}._/:@%+,-]+$/u.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** A file's name as one types it, so that it is not taken for an option or a list. */
export function typedFile(file: string, platform: NodeJS.Platform = process.platform): string {
  return typed(/^(?:-.|@)/.test(file) ? `./${file}` : file, platform);
}
