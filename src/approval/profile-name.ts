/** Normalises an id for looking up policies, which ignores the case of an address. */
export function businessProfileName(id: string): string {
  return id.trim().toLowerCase();
}
