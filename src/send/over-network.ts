import type { Route } from "./route.ts";
import type { Exchange, Hooks, WireRequest } from "./wire.ts";

/** Like `exchange`, but loads the HTTP code only when something is sent over a network. */
export async function overNetwork(request: WireRequest, route: Route, hooks?: Hooks): Promise<Exchange> {
  const { exchange } = await import("./exchange.ts");
  return exchange(request, route, hooks);
}
