/**
 * Which tests ran on each system. Keys are Node's names for the system and processor; RELIABILITY.md is generated from
 * these strings.
 */
export const tests: Readonly<Record<string, string>> = {
  "linux x64": "all tests run on it (Debian)",
  "linux arm64": "the tests run a day's story on it, under an emulator",
  "win32 x64": "the tests run stories and cases on it under Wine, none on a real Windows",
};

export function testsOn(platform: string, arch: string): string {
  return tests[`${platform} ${arch}`] ?? "not tested by us";
}
