/** Normalises an id for policy lookup, where the case of an address is ignored. */
export function businessProfileName(id: string): string {
  return id.trim().toLowerCase();
}
