import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import type { Environment } from "../../environment/index.ts";

const byPart: readonly (readonly [RegExp, string])[] = [
  [/^OneDrive(?:$| - |-)/i, "OneDrive"],
  [/^Dropbox(?:$| \(|-)/i, "Dropbox"],
  [/^(?:iCloudDrive|iCloud Drive|com~apple~CloudDocs|Mobile Documents)$/i, "iCloud Drive"],
  [/^(?:Google ?Drive(?:$| \(|-)|My Drive$|DriveFS$)/i, "Google Drive"],
];
/** Environment variables with the path of a synchronised folder. */
const byVariable = ["OneDrive", "OneDriveConsumer", "OneDriveCommercial"] as const;

/** Returns the program that copies the folder to other computers, if the path or the environment reveals it. */
export function syncedFolder(folder: string, environment: Environment): string | undefined {
  return [folder, realOf(folder)].map((each) => programOf(each, environment)).find((each) => each !== undefined);
}

function programOf(folder: string, environment: Environment): string | undefined {
  const isBelow = (above: string | undefined): boolean => {
    const [one, other] = [folded(folder), folded(above?.trim() ?? "")];
    return other !== "" && (one === other || one.startsWith(`${other}/`));
  };
  if (byVariable.some((name) => isBelow(environment[name]))) return "OneDrive";
  const parts = folder.split(/[\\/]/);
  return byPart.find(([part]) => parts.some((each) => part.test(each)))?.[1];
}

function folded(path: string): string {
  return path.replace(/\\/g, "/").replace(/\/+$/, "").toLowerCase();
}

function realOf(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return resolve(folder);
  }
}
