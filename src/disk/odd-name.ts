/**
 * On every system, rejects zero bytes and names that are devices or hidden streams on Windows, so that a path that
 * works on one computer works on all. Returns undefined if the path is acceptable.
 */
export function oddName(path: string): string | undefined {
  if (path.includes("\0")) return "The file name holds a zero byte.";
  const name = (path.split(/[\\/]/).at(-1) ?? "").replace(/^[A-Za-z]:/, "");
  if (/^(?:con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³])(?:\.|:|$)/i.test(name.trim()))
    return `${name} is the name of a device on Windows.`;
  if (name.includes(":")) return `${name} contains a colon, which Windows does not allow.`;
  return undefined;
}
