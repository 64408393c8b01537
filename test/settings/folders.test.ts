import { expect, test } from "vitest";
import type { Environment } from "../../src/environment/index.ts";
import { foldersFor } from "../../src/settings/index.ts";
import { problemsOf, unwrap } from "../support/settings.ts";

const linux = { platform: "linux", homeOfUser: () => "/home/amina" } as const;
const mac = { platform: "darwin", homeOfUser: () => "/Users/amina" } as const;
const windows = { platform: "win32", homeOfUser: () => "C:\\Users\\amina" } as const;

test.each([
  [linux, { HOME: "/h" }, ["/h/.config/selfbill", "/h/.local/share/selfbill", "/h/.local/state/selfbill"]],
  [
    linux,
    { HOME: "/h", XDG_CONFIG_HOME: "/c", XDG_DATA_HOME: "/d", XDG_STATE_HOME: "/s" },
    ["/c/selfbill", "/d/selfbill", "/s/selfbill"],
  ],
  [linux, { HOME: "/h", SELFBILL_HOME: " /srv/books " }, ["/srv/books/config", "/srv/books/data", "/srv/books/log"]],
  [
    mac,
    { HOME: "/h", XDG_CONFIG_HOME: "not used here" },
    ["/h/Library/Preferences/selfbill", "/h/Library/Application Support/selfbill", "/h/Library/Logs/selfbill"],
  ],
  [
    windows,
    { USERPROFILE: "C:\\h", HOME: "not used here" },
    [
      "C:\\h\\AppData\\Roaming\\selfbill\\Config",
      "C:\\h\\AppData\\Local\\selfbill\\Data",
      "C:\\h\\AppData\\Local\\selfbill\\Log",
    ],
  ],
  [
    windows,
    { APPDATA: "D:/r", LOCALAPPDATA: "\\\\files\\amina" },
    ["D:\\r\\selfbill\\Config", "\\\\files\\amina\\selfbill\\Data", "\\\\files\\amina\\selfbill\\Log"],
  ],
] as const)("the folders of a user on %o with %o", (system, env: Environment, [config, data, log]) => {
  const home = "USERPROFILE" in env ? env.USERPROFILE : "C:\\Users\\amina";
  const marks = system.platform === "win32" ? `${home}\\AppData\\Local\\selfbill\\Marks` : config;
  const isWindows = system.platform === "win32";
  const secrets = isWindows ? data.replace(/Data$/, "Secrets") : config;
  const secretsArePrivate = !isWindows || data.startsWith("C:\\h");
  expect(unwrap(foldersFor(env, system))).toEqual({ config, secrets, secretsArePrivate, marks, data, log });
});

test.each([
  [{ USERPROFILE: "C:\\Users\\amina", SELFBILL_HOME: "C:\\selfbill" }, false],
  [{ USERPROFILE: "C:\\Users\\amina", SELFBILL_HOME: "C:\\Users\\amina2" }, false],
  [{ USERPROFILE: "C:\\Users\\amina", SELFBILL_HOME: "c:/users/AMINA/books" }, true],
  [{ USERPROFILE: "C:\\Users\\amina", SELFBILL_HOME: "C:\\Users\\amina\\..\\omar" }, false],
  [{ USERPROFILE: "C:\\Users\\amina", LOCALAPPDATA: "D:\\local" }, false],
  [{ USERPROFILE: "C:\\Users\\amina" }, true],
])("on Windows a folder is called private inside of the profile folder alone: %j", (env, isPrivate) => {
  expect(unwrap(foldersFor(env, windows)).secretsArePrivate).toBe(isPrivate);
});

test.each([
  [linux, ["HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "SELFBILL_HOME"], "/home/amina/.config"],
  [mac, ["HOME", "SELFBILL_HOME"], "/Users/amina/Library"],
  [windows, ["USERPROFILE", "APPDATA", "LOCALAPPDATA", "SELFBILL_HOME"], "C:\\Users\\amina\\AppData"],
] as const)(
  "an empty variable counts as one that is not set, and the user's own home is used: %o",
  (system, names, at) => {
    for (const empty of ["", " \t"])
      expect(unwrap(foldersFor(Object.fromEntries(names.map((name) => [name, empty])), system)).config).toContain(at);
    expect(unwrap(foldersFor({}, system)).config).toContain(at);
  },
);

test.each([
  [linux, "SELFBILL_HOME", ["home", "./home", "../home", ".", "~/books", "C:\\books"]],
  [linux, "HOME", ["home", "."]],
  [linux, "XDG_CONFIG_HOME", [".config"]],
  [linux, "XDG_DATA_HOME", ["share"]],
  [linux, "XDG_STATE_HOME", ["state"]],
  [mac, "HOME", ["home"]],
  [windows, "SELFBILL_HOME", ["home", "\\home", "C:home", "/srv/books"]],
  [windows, "APPDATA", ["Roaming", "\\Roaming", "C:Roaming"]],
  [windows, "LOCALAPPDATA", ["Local"]],
  [windows, "USERPROFILE", ["home"]],
] as const)("a home that is not absolute is refused by the variable's name: %o %s", (system, name, values) => {
  for (const value of values) {
    const [found, ...more] = problemsOf(foldersFor({ [name]: value }, system));
    expect(found).toMatchObject({ code: "home-unusable", outcome: "local_state" });
    expect(found?.message).toContain(`${name} is ${JSON.stringify(value)}`);
    expect(found?.hint).toContain(name);
    expect(more).toEqual([]);
  }
});

test("a variable that is not needed is not asked for", () => {
  expect(foldersFor({ SELFBILL_HOME: "/srv/books", HOME: "home", XDG_CONFIG_HOME: "config" }, linux).ok).toBe(true);
  const nobody = {
    platform: "linux",
    homeOfUser: () => {
      throw new Error("no entry");
    },
  } as const;
  expect(foldersFor({ XDG_CONFIG_HOME: "/c", XDG_DATA_HOME: "/d", XDG_STATE_HOME: "/s" }, nobody).ok).toBe(true);
  expect(problemsOf(foldersFor({}, nobody))[0]).toMatchObject({ code: "home-unusable" });
  expect(problemsOf(foldersFor({}, { ...nobody, homeOfUser: () => "" }))[0]).toMatchObject({ code: "home-unusable" });
});
