import { changingService } from "./changing-service.ts";
import { type ListHabits, rewriting, type Told } from "./rewriting.ts";
import type { TestSandbox } from "./start-sandbox.ts";

/** A service that rewrites what it stores, and whose lists have habits; its filters find what it shows. */
export function rewritingService(
  sandbox: TestSandbox,
  rewrite: (document: Told) => void = () => undefined,
  habits: ListHabits = {},
): Promise<TestSandbox> {
  return changingService(sandbox, rewriting(sandbox, rewrite, habits));
}
