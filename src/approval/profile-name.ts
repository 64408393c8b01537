/** Normalises an id for policy lookup, which ignores case. */
export function businessProfileName(id: string): string {
  return id.trim().toLowerCase();
}
