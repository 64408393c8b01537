/** The form by which policies are found: ignores case in an address. */
export function businessProfileName(id: string): string {
  return id.trim().toLowerCase();
}
