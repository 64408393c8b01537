import { join, resolve } from "node:path";
import envPaths from "env-paths";

/** The environment variables of this run, as main hands them over. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The user's folders for selfbill, absolute; they may not exist yet. */
export interface Folders {
  /** Settings and token files. */
  readonly config: string;
  /** Journal and the sandbox's data: what must not be lost. */
  readonly data: string;
  /** Debug logs. */
  readonly log: string;
}

/** Where this user's files live on this system; `SELFBILL_HOME` puts all of them under one folder. */
export function foldersFor(env: Environment): Folders {
  const home = env.SELFBILL_HOME?.trim();
  if (home)
    return {
      config: join(resolve(home), "config"),
      data: join(resolve(home), "data"),
      log: join(resolve(home), "log"),
    };
  const { config, data, log } = envPaths("selfbill", { suffix: "" });
  return { config, data, log };
}
