import { onTestFinished } from "vitest";
import { type Passing, passOn } from "./passing.ts";
import type { TestSandbox } from "./start-sandbox.ts";

export type { Passing };

/**
 * Starts a proxy that lets `change` modify the sandbox's answers; returns the sandbox's settings with the proxy's
 * address.
 */
export async function changingService(
  sandbox: TestSandbox,
  change: (passing: Passing) => void | Promise<void>,
): Promise<TestSandbox> {
  const { port, baseUrl, close } = await passOn(sandbox.baseUrl, change);
  onTestFinished(close);
  return { ...sandbox, port, baseUrl, call: sandbox.call };
}
