/** Returns a business profile in the form used to find a policy: case does not matter in an address. */
export function businessProfileName(id: string): string {
  return id.trim().toLowerCase();
}
