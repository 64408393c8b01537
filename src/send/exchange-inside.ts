import type { ServiceInside } from "./access.ts";
import type { Exchange, Hooks, WireFailure, WireRequest } from "./wire.ts";

/**
 * Like `exchange`, but with a service inside this process: the same hook runs before the service is called, and from
 * then on the outcome may be in doubt. Until then, the signal stops the request; afterwards, the answer is awaited.
 * Never throws.
 */
export async function exchangeInside(
  request: WireRequest,
  service: ServiceInside,
  { beforeFirstByte, signal }: Hooks = {},
): Promise<Exchange> {
  const before = signal?.aborted ? undefined : await asked(beforeFirstByte);
  const failure: WireFailure | undefined = signal?.aborted
    ? { kind: "stopped", code: "STOPPED", message: "it was stopped" }
    : before;
  if (failure) return { armed: false, headers: {}, body: new Uint8Array(), complete: false, failure };
  try {
    return { armed: true, complete: true, ...(await service(request)) };
  } catch (error) {
    return { armed: true, headers: {}, body: new Uint8Array(), complete: false, failure: broken(error) };
  }
}

async function asked(hook: Hooks["beforeFirstByte"]): Promise<WireFailure | undefined> {
  try {
    const said = await hook?.();
    return said && { kind: "hook", code: "HOOK", message: said.message, problem: said };
  } catch (error) {
    return broken(error);
  }
}

function broken(error: unknown): WireFailure {
  return { kind: "broken", code: "INSIDE", message: error instanceof Error ? error.message : String(error) };
}
