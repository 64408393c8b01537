import type { IncomingMessage, ServerResponse } from "node:http";
import { deliver } from "./deliver.ts";
import type { Reply } from "./reply.ts";
import type { Visit } from "./visit.ts";

/** Applies a fault to the delivery of the answer. Returns false if the answer still has to be delivered as usual. */
export async function disturb(
  { fault, quota }: Visit,
  request: IncomingMessage,
  response: ServerResponse,
  reply: Reply,
): Promise<boolean> {
  switch (fault?.fault) {
    case "close":
    case "created-but-lost":
      response.destroy();
      return true;
    case "reset":
      request.socket.resetAndDestroy();
      return true;
    case "garbage":
      request.socket.end("\u0016\u0003\u0001\r\nthis is not HTTP\r\n\r\n");
      return true;
    case "stall":
      if (fault.milliseconds === undefined) return true;
      await later(fault.milliseconds, response);
      return false;
    case "latency":
      await later(fault.milliseconds ?? 1000, response);
      return false;
    case "cut":
      await deliver(request, response, reply, quota, { cutAfter: fault.bytes ?? Math.floor(reply.body.length / 2) });
      return true;
    case "drip": {
      const piece = Math.max(1, fault.bytes ?? 1);
      const pause = () => later(fault.milliseconds ?? 10, response);
      await deliver(request, response, reply, quota, { piece, pause });
      return true;
    }
    default:
      return false;
  }
}

/** Ends early if the client disconnects. */
function later(milliseconds: number, response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, milliseconds);
    timer.unref();
    function done(): void {
      clearTimeout(timer);
      response.off("close", done);
      resolve();
    }
    response.on("close", done);
  });
}
