/**
 * The user's settings: profiles, pinned version, and the token for each origin. Reads only the user's folders and the
 * given environment, never a project folder or `process.env`.
 */
export { accountOf } from "./account.ts";
export { type Accounts, accountsSchema } from "./accounts-schema.ts";
export { type BaseUrl, isLoopback, parseBaseUrl } from "./base-url.ts";
export { type ChangingFile, changePrivateFile } from "./change-file.ts";
export { clientFor, type FoundClient } from "./client.ts";
export { type CompanyProfile, companiesOf, companyOfProfile, companyProfiles, profileOfCompany } from "./companies.ts";
export { type FetchedToken, fetchedFor, keepFetched } from "./fetched.ts";
export { type Folders, foldersFor } from "./folders.ts";
export { addProfiles, type HandedProfiles, profilesText, readProfilesText } from "./handed-over.ts";
export {
  forgetPassword,
  type KeptPassword,
  keepPassword,
  passwordSource,
  passwordVariable,
  withKeptPassword,
} from "./journal-password.ts";
export { type Keychain, keychainFault, systemKeychain } from "./keychain.ts";
export { followJournal, isFolder, type Movers, practiceFolder, usersOfJournal } from "./moved-journal.ts";
export { notedNowhere, notePlace } from "./note-place.ts";
export { practiceSettings } from "./practice.ts";
export { readPrivateFile } from "./private-file.ts";
export {
  type AcceptanceSetting,
  nameInCode,
  profileSettings,
  type SettingName,
  type StoredProfile,
  settingNames,
  type TextSetting,
} from "./profile-settings.ts";
export {
  type ListedProfile,
  listProfiles,
  type ProfileChanges,
  removeProfile,
  saveProfile,
  saveProfiles,
  useProfile,
} from "./profiles.ts";
export {
  type ProfileFlags,
  resolveEmbedded,
  resolveJournal,
  resolveProfile,
  type ServiceProfile,
  type Source,
} from "./resolve.ts";
export { openSettings, type Settings } from "./settings.ts";
export { removeToken, type StoredToken, storeClient, storeToken } from "./sign-in.ts";
export { type FoundToken, tokenFor, tokenVariable } from "./token.ts";
export { tokenEnd, tokenSubject } from "./token-end.ts";
export { isOwnPlace, placeForNew, sharersOf, signInAt, tokenPlace } from "./token-place.ts";
export { userFilePath } from "./user-file.ts";
export type { SignIn, UserFile } from "./user-file-schema.ts";
export {
  defaultServiceVersion,
  defaultVersionHeader,
  isOnServer,
  isSandboxId,
  parseBusinessProfileId,
  parseClientId,
  parseProfileName,
  parseRulesEdition,
  parseServiceVersion,
  parseToken,
  parseVersionHeader,
  withoutPassword,
} from "./values.ts";
