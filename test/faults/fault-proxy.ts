import { connect, createServer, type Server, type Socket } from "node:net";
import { createServer as createSecureServer } from "node:tls";
import type { Identity } from "../support/certificate.ts";
import type { How, WireFault } from "./wire-faults.ts";

/**
 * A proxy between selfbill and the sandbox that applies the planned fault to each connection. With TLS it sees only
 * encrypted bytes, like a router; behind it the connection is decrypted and forwarded to the sandbox.
 */
export class FaultProxy {
  readonly port: number;
  readonly #servers: readonly Server[];
  readonly #open = new Set<Socket>();
  readonly #sandbox: number;
  readonly #upstream: number;
  readonly #random: () => number;
  #fault: WireFault | undefined;
  #times = 1;
  #onlyCreates = false;
  #met = false;
  #onRequest: (() => void) | undefined;
  /** Byte counts of the last forwarded connection, and of each side's first message. */
  travelled = { request: 0, response: 0, hello: 0, flight: 0 };
  connections = 0;
  /** Create requests of which at least one byte arrived. */
  creates = 0;
  /** 429 answers from the sandbox itself. */
  overLimit = 0;

  private constructor(
    port: number,
    servers: readonly Server[],
    { sandbox, upstream }: { readonly sandbox: number; readonly upstream: number },
    random: () => number,
  ) {
    this.port = port;
    this.#servers = servers;
    this.#sandbox = sandbox;
    this.#upstream = upstream;
    this.#random = random;
  }

  /** `random` returns a byte. With an identity the connection uses TLS. */
  static async start(sandboxPort: number, random: () => number, identity?: Identity): Promise<FaultProxy> {
    const box: { proxy?: FaultProxy } = {};
    const servers: Server[] = [];
    let upstream = sandboxPort;
    if (identity) {
      const decrypt = createSecureServer({ ...identity }, (socket) => box.proxy?.pass(socket, sandboxPort));
      decrypt.on("tlsClientError", () => undefined);
      upstream = await listen(decrypt);
      servers.push(decrypt);
    }
    const server = createServer({ allowHalfOpen: true }, (socket) => box.proxy?.accept(socket));
    servers.push(server);
    box.proxy = new FaultProxy(await listen(server), servers, { sandbox: sandboxPort, upstream }, random);
    return box.proxy;
  }

  /** Plans the fault for the next `times` connections; calls `onRequest` at the first byte of a request. */
  plan(fault: WireFault | undefined, times = 1, onRequest?: () => void): void {
    this.#onlyCreates = false;
    this.#fault = fault;
    this.#times = times;
    this.#met = false;
    this.#onRequest = onRequest;
    this.connections = 0;
  }

  /**
   * Exempts read-only connections from faults and counts: the program asks whether a sandbox answers, and reads the
   * invoice of a credit note. A create request gets its fault once its first bytes arrive. With TLS the two cannot be
   * distinguished.
   */
  spareReads(): void {
    this.#onlyCreates = true;
  }

  /** Whether the fault was applied; false if it was placed after the last byte. */
  get met(): boolean {
    return this.#met;
  }

  /** Resolves when no request is under way: from then on the ledger does not change. */
  async settled(): Promise<void> {
    while (this.#open.size > 0) {
      await new Promise<void>((done) => {
        for (const socket of this.#open) socket.once("close", () => done());
      });
    }
  }

  async close(): Promise<void> {
    for (const socket of this.#open) socket.destroy();
    await Promise.all(this.#servers.map((server) => new Promise<void>((done) => server.close(() => done()))));
  }

  private track(socket: Socket): Socket {
    this.#open.add(socket);
    socket.on("error", () => undefined).on("close", () => this.#open.delete(socket));
    return socket;
  }

  /** Forwards one side of a connection to the other, unchanged. */
  private pass(socket: Socket, port: number): void {
    this.track(socket);
    const there = this.track(connect(port, "127.0.0.1"));
    // The rest of an answer is read even if the client has stopped reading.
    socket.on("close", () => there.resume().end());
    there.on("close", () => socket.end());
    let first = true;
    socket.on("data", (chunk: Buffer) => {
      if (first && beginsCreate(chunk)) this.creates += 1;
      there.write(first ? this.readdressed(chunk) : chunk);
      first = false;
    });
    socket.on("end", () => there.end());
    there.pipe(socket);
  }

  /**
   * The sandbox accepts only its own address. Local ports always have five digits here, so the length does not change.
   */
  private readdressed(head: Buffer): Buffer {
    const ours = `127.0.0.1:${this.port}`;
    const at = head.indexOf(ours);
    if (at < 0) return head;
    const theirs = Buffer.from(head);
    theirs.write(`127.0.0.1:${this.#sandbox}`, at);
    return theirs;
  }

  private accept(socket: Socket): void {
    if (!this.#onlyCreates) {
      this.meet(socket);
      return;
    }
    const leave = (): void => void socket.destroy();
    this.track(socket)
      .once("end", leave)
      .once("data", (first: Buffer) => {
        socket.off("end", leave).pause().unshift(first);
        if (beginsCreate(first)) this.meet(socket);
        else this.pass(socket, this.#upstream);
        socket.resume();
      });
  }

  private meet(socket: Socket): void {
    this.track(socket);
    this.connections += 1;
    const fault = this.connections > this.#times ? undefined : this.#fault;
    if (fault?.at === "greeting") {
      this.#met = true;
      socket.resume().once("end", () => socket.destroy());
      socket.end(fault.bytes);
    } else if (fault?.at === "request" && fault.offset === 0) this.end(socket, fault.how);
    else if (fault?.at === "answer") this.answer(socket, fault);
    else this.forward(socket, fault);
  }

  /**
   * Ends the client's connection in the given way, and the sandbox's connection too (on a stall, once the client
   * closes).
   */
  private end(socket: Socket, how: How, there?: Socket): void {
    this.#met = true;
    if (how === "stall") {
      socket.removeAllListeners("data").resume();
      socket.once("end", () => socket.destroy()).once("close", () => there?.destroy());
      if (socket.readableEnded) socket.destroy();
      return;
    }
    // The sandbox still handles a request that it has received in full, and never gets the rest of a partial one.
    there?.end();
    if (how === "reset") socket.resetAndDestroy();
    else socket.end(() => socket.destroy());
  }

  private forward(socket: Socket, fault: WireFault | undefined): void {
    const there = this.track(connect(this.#upstream, "127.0.0.1"));
    let [sent, came, over] = [0, 0, false];
    const travelled = { request: 0, response: 0, hello: 0, flight: 0 };
    this.travelled = travelled;
    socket.on("data", (piece: Buffer) => {
      if (over) return;
      const chunk = sent === 0 ? this.readdressed(piece) : piece;
      if (sent === 0 && beginsCreate(piece)) this.creates += 1;
      if (sent === 0) travelled.hello = chunk.length;
      else travelled.flight ||= came;
      travelled.request += chunk.length;
      this.#onRequest?.();
      this.#onRequest = undefined;
      if (fault?.at !== "request" || sent + chunk.length < fault.offset) {
        sent += chunk.length;
        there.write(chunk);
        return;
      }
      over = true;
      const part = chunk.subarray(0, fault.offset - sent);
      there.write(part, () => this.end(socket, fault.how, there));
    });
    there.on("data", (chunk: Buffer) => {
      if (came === 0 && /^HTTP\/1\.1 429/.test(chunk.subarray(0, 12).toString("latin1"))) this.overLimit += 1;
      const from = came;
      came += chunk.length;
      travelled.response = came;
      if (over) return;
      if (fault?.at !== "response" || came < fault.offset) {
        socket.write(chunk);
        return;
      }
      over = this.spoil(socket, there, fault, chunk, Math.max(0, fault.offset - from));
    });
    socket.on("end", () => there.end()).on("close", () => there.end());
    there.on("end", () => over || socket.end()).on("close", () => over || socket.end());
  }

  /** Applies the fault from this offset in the chunk; returns true if nothing more may follow. */
  private spoil(
    socket: Socket,
    there: Socket,
    fault: Extract<WireFault, { at: "response" }>,
    chunk: Buffer,
    place: number,
  ): boolean {
    const rest = chunk.subarray(place);
    switch (fault.how) {
      case "cut":
      case "reset":
      case "stall":
        socket.write(chunk.subarray(0, place), () => this.end(socket, fault.how as How, there));
        return true;
      case "garbage":
        this.#met = true;
        socket.write(chunk.subarray(0, place));
        socket.end(
          Uint8Array.from(rest, () => this.#random()),
          () => socket.destroy(),
        );
        there.end();
        return true;
      case "twice": {
        const first = !this.#met;
        this.#met = true;
        socket.write(chunk.subarray(0, place));
        if (first) socket.write(rest.subarray(0, 1 + (this.#random() % 64)));
        socket.write(rest);
        return false;
      }
      case "drip":
        this.#met = true;
        socket.setNoDelay(true);
        for (const byte of chunk) socket.write(Buffer.of(byte));
        return false;
    }
  }

  /** Sends the fault's answer, after forwarding the request to the sandbox if the fault requires that. */
  private answer(socket: Socket, fault: Extract<WireFault, { at: "answer" }>): void {
    let [received, real, whole] = [Buffer.alloc(0), Buffer.alloc(0), false];
    const reply = (): void => {
      this.#met = true;
      socket.write(fault.bytes(real), () => this.end(socket, fault.ends));
    };
    socket.on("end", () => whole || socket.destroy());
    socket.on("data", (chunk: Buffer) => {
      if (received.length === 0 && beginsCreate(chunk)) this.creates += 1;
      received = Buffer.concat([received, chunk]);
      if (whole || !isWhole(received)) return;
      whole = true;
      this.#onRequest?.();
      if (!fault.processed) return reply();
      const there = this.track(connect(this.#upstream, "127.0.0.1"));
      there.on("close", reply);
      there.on("data", (piece: Buffer) => {
        real = Buffer.concat([real, piece]);
        if (isWhole(real)) there.destroy();
      });
      there.write(this.readdressed(received));
    });
  }
}

const beginsCreate = (chunk: Buffer): boolean => chunk.subarray(0, 5).toString("latin1") === "POST ";

function isWhole(received: Buffer): boolean {
  const end = received.indexOf("\r\n\r\n");
  if (end < 0) return false;
  const head = received.subarray(0, end).toString("latin1");
  const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
  return received.length - end - 4 >= length;
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return (server.address() as { port: number }).port;
}
