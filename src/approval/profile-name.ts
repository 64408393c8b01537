/** Returns the form in which policies are looked up, which ignores the case of an address. */
export function businessProfileName(id: string): string {
  return id.trim().toLowerCase();
}
