/** The tests of every version, by Node's names for system and processor; RELIABILITY.md takes its text from here. */
export const tests: Readonly<Record<string, string>> = {
  "linux x64": "all tests run on it (Debian)",
  "linux arm64": "the tests run a day's story on it, under an emulator",
  "win32 x64": "the tests run stories and cases on it under Wine, none on a real Windows",
};

/** Says whether and how this system and processor were tested, for bug reports. */
export function testsOn(platform: string, arch: string): string {
  return tests[`${platform} ${arch}`] ?? "not tested by us";
}
