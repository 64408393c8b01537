import type { Route } from "./route.ts";
import type { Exchange, Hooks, WireRequest } from "./wire.ts";

/** Like `exchange`. All of HTTP is loaded only when something is sent over a network. */
export async function overNetwork(request: WireRequest, route: Route, hooks?: Hooks): Promise<Exchange> {
  const { exchange } = await import("./exchange.ts");
  return exchange(request, route, hooks);
}
