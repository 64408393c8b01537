import { fail, ok, type Problem, problem, type Result } from "../problem/index.ts";
import type { ServiceProfile } from "./resolve.ts";
import type { Settings } from "./settings.ts";
import { environmentMeansAnother, keptSecret, readNamedFile } from "./token.ts";
import { signInAt, tokenPlace } from "./token-place.ts";
import { parseClientId, parseClientSecret } from "./values.ts";

/** A client that fetches tokens with an id and a secret. */
export interface FoundClient {
  readonly id: string;
  readonly from: "SELFBILL_CLIENT_SECRET" | "SELFBILL_CLIENT_SECRET_FILE" | "keychain" | "file";
  /** Called only when a token must be fetched. Problems: `bad-token`, `no-token`, `keychain-missing`. */
  secret(): Promise<Result<string>>;
  readonly warnings: readonly Problem[];
}

/**
 * Returns the client in the environment, or the one stored for this exact origin; undefined if a ready-made token is
 * used. Problems: `bad-setting`, `bad-token`, `token-elsewhere`.
 */
export async function clientFor(settings: Settings, profile: ServiceProfile): Promise<Result<FoundClient | undefined>> {
  const { env, file } = settings;
  if (env.SELFBILL_TOKEN?.trim() || env.SELFBILL_TOKEN_FILE?.trim()) return ok(undefined);
  const fromEnvironment = environmentClient(settings);
  if (fromEnvironment) return environmentMeansAnother(settings, profile) ?? fromEnvironment;
  const signIn = signInAt(file, tokenPlace(settings, profile));
  if (signIn?.client_id === undefined) return ok(undefined);
  const secret = () => keptSecret(settings, profile, signIn.kept);
  return ok({ id: signIn.client_id, from: signIn.kept, secret, warnings: [] });
}

/** Reads the client from the environment; an id without a secret, or the reverse, is an error. */
function environmentClient({ env }: Settings): Result<FoundClient> | undefined {
  const [given, text, path] = [env.SELFBILL_CLIENT_ID, env.SELFBILL_CLIENT_SECRET, env.SELFBILL_CLIENT_SECRET_FILE];
  if (!given?.trim() && !text?.trim() && !path?.trim()) return undefined;
  if (!given?.trim())
    return fail(half("SELFBILL_CLIENT_SECRET is set, but no client id", "Set SELFBILL_CLIENT_ID too."));
  const id = parseClientId(given);
  if (!id.ok) return id;
  if (text?.trim()) return found(id.value, "SELFBILL_CLIENT_SECRET", text, []);
  if (!path?.trim())
    return fail(half("SELFBILL_CLIENT_ID is set, but no secret", "Set SELFBILL_CLIENT_SECRET_FILE too."));
  const read = readNamedFile(path.trim(), "SELFBILL_CLIENT_SECRET_FILE", "secret");
  return read.ok ? found(id.value, "SELFBILL_CLIENT_SECRET_FILE", read.value.text, read.value.warnings) : read;
}

function found(id: string, from: FoundClient["from"], text: string, warnings: readonly Problem[]): Result<FoundClient> {
  const secret = parseClientSecret(text);
  if (!secret.ok) return secret;
  return ok({ id, from, secret: async () => secret, warnings });
}

function half(what: string, hint: string): Problem {
  return problem("bad-setting", `${what} is.`, hint);
}
