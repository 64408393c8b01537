import { join } from "node:path";
import { limits } from "../../contract/index.ts";
import type { Result } from "../../problem/index.ts";
import type { SandboxInside } from "../../sandbox/index.ts";

/** Uses the real rate limit, and stores its data in the user's data folder. */
export async function practiceSandbox(data: string): Promise<Result<SandboxInside>> {
  const { openInside } = await import("../../sandbox/index.ts");
  return openInside({ folder: join(data, "sandbox"), rate: limits.requestsPerMinute });
}
