import { join } from "node:path";
import { limits } from "../../contract/index.ts";
import type { Result } from "../../problem/index.ts";
import type { RunningSandbox } from "../../sandbox/index.ts";

/** Starts the service inside this process on a free port, with the limit of a real one; its data is below the folder of the user's data. */
export async function practiceSandbox(data: string): Promise<Result<RunningSandbox>> {
  const { openSandbox } = await import("../../sandbox/index.ts");
  return openSandbox({ folder: join(data, "sandbox"), rate: limits.requestsPerMinute });
}
