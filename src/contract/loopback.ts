/** Whether a URL's host is a literal address of this computer: only there plain http is allowed (Decision 31). */
export function isLoopbackHost(hostname: string): boolean {
  return /^(?:127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}
