import { map } from "../../problem/index.ts";
import { profileSettings, type SettingName, type StoredProfile, settingNames } from "../../settings/index.ts";
import { type Option, text } from "../command.ts";
import { oneOf } from "../kinds.ts";

type SettingOptions = {
  readonly [K in SettingName]: Option<(NonNullable<StoredProfile[K]> extends boolean ? boolean : string) | undefined>;
};

export const settingOptions = Object.fromEntries(
  settingNames.map((name) => {
    const { flags, does, look } = profileSettings[name];
    return [name, flags.endsWith("<yes|no>") ? yesOrNo(flags, does) : text(flags, `set: ${does}`, look && { look })];
  }),
) as SettingOptions;

function yesOrNo(flags: string, does: string): Option<boolean | undefined> {
  const words = oneOf(flags, () => `set: ${does}`, ["yes", "no"]);
  return { ...words, read: (given) => map(words.read(given), (word) => word && word === "yes") };
}
