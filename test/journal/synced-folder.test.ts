import { expect, test } from "vitest";
import { syncedFolder } from "../../src/journal/places/synced-folder.ts";

test.each([
  ["C:\\Users\\amina\\OneDrive\\books", {}, "OneDrive"],
  ["C:\\Users\\amina\\OneDrive - Palm Traders LLC\\books", {}, "OneDrive"],
  ["C:\\Users\\amina\\Cloud\\books", { OneDriveCommercial: "C:\\Users\\Amina\\Cloud\\" }, "OneDrive"],
  ["C:\\Users\\amina\\Clouds\\books", { OneDriveCommercial: "C:\\Users\\amina\\Cloud" }, undefined],
  ["/home/amina/books", { OneDrive: "" }, undefined],
  ["/home/amina/Dropbox/books", {}, "Dropbox"],
  ["/home/amina/Dropbox (Palm Traders)/books", {}, "Dropbox"],
  ["/Users/amina/Library/CloudStorage/OneDrive-PalmTraders/books", {}, "OneDrive"],
  ["/Users/amina/Library/CloudStorage/GoogleDrive-amina@palm.example/My Drive", {}, "Google Drive"],
  ["/Users/amina/Library/Mobile Documents/com~apple~CloudDocs/books", {}, "iCloud Drive"],
  ["C:\\Users\\amina\\iCloudDrive\\books", {}, "iCloud Drive"],
  ["G:\\My Drive\\books", {}, "Google Drive"],
  ["C:\\Users\\amina\\Google Drive\\books", {}, "Google Drive"],
  ["/home/amina/dropboxes/onedriver", {}, undefined],
  ["/home/amina/.local/share/selfbill", {}, undefined],
] as const)("%s with %j: %s", (folder, environment, is) => {
  expect(syncedFolder(folder, environment)).toBe(is);
});
