import { join } from "node:path";
import { limits } from "../../contract/index.ts";
import type { Result } from "../../problem/index.ts";
import type { SandboxInside } from "../../sandbox/index.ts";

/**
 * Opens the sandbox of practice mode, with the real rate limit. Its data is in a folder inside `data`, the user's data
 * folder.
 */
export async function practiceSandbox(data: string): Promise<Result<SandboxInside>> {
  const { openInside } = await import("../../sandbox/index.ts");
  return openInside({ folder: join(data, "sandbox"), rate: limits.requestsPerMinute });
}
