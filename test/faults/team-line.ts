import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";

/** The connection of one computer to the team's server: a local port with injected faults. */
export interface TeamLine {
  readonly port: number;
  /** Sets the folder of the server's socket for all new connections. */
  lead(to: string): void;
  /**
   * Lets `after` commits pass and cuts the connection at the next: before the server receives it, or between receipt
   * and answer. Only commits of transactions whose statements contain `of` count.
   */
  cutAtCommit(cut: Cut): void;
  /** No connection succeeds until `up`. */
  down(): void;
  /** Holds back all bytes of both sides until `up`, but keeps all connections open, as if a cable were pulled. */
  hush(): void;
  up(): void;
  /** Whether a cut is still pending. */
  readonly isDue: boolean;
  close(): void;
}

interface Cut {
  readonly after: number;
  readonly when: "before" | "after";
  readonly of: "" | "armed";
}

/** `to`: folder of the server's socket. */
export async function startLine(to: string): Promise<TeamLine> {
  const line = new Line(to);
  const server = createServer((client) => line.take(client));
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return line.over(server);
}

class Line {
  #to: string;
  #is: "up" | "down" | "hushed" = "up";
  #cut: Cut | undefined;
  readonly #ends = new Set<() => void>();

  constructor(to: string) {
    this.#to = to;
  }

  over(server: Server): TeamLine {
    const line = this;
    return {
      port: (server.address() as AddressInfo).port,
      lead: (to) => {
        this.#to = to;
      },
      cutAtCommit: (cut) => {
        this.#cut = cut;
      },
      down: () => {
        this.#is = "down";
        this.#endAll();
      },
      hush: () => {
        this.#is = "hushed";
      },
      up: () => {
        // Held-back bytes are lost with their connections.
        if (this.#is === "hushed") this.#endAll();
        this.#is = "up";
        this.#cut = undefined;
      },
      get isDue() {
        return line.#cut !== undefined;
      },
      close: () => {
        this.#endAll();
        server.close();
      },
    };
  }

  take(client: Socket): void {
    if (this.#is === "down") return void client.destroy();
    const server = connect(join(this.#to, ".s.PGSQL.5432"));
    let isLast = false;
    let said = "";
    const end = (): void => {
      client.destroy();
      server.destroy();
      this.#ends.delete(end);
    };
    this.#ends.add(end);
    client.on("data", (bytes) => {
      if (this.#is === "hushed") return;
      const text = bytes.toString("latin1");
      // A simple query: Q, four bytes of length, the text.
      const when = /^Q.{4}COMMIT/s.test(text) ? this.#atCommit(said) : undefined;
      said = /^Q.{4}(?:BEGIN|COMMIT)/s.test(text) ? "" : said + text;
      if (when === "before") return end();
      isLast ||= when === "after";
      server.write(bytes);
    });
    server.on("data", (bytes) => {
      if (this.#is === "hushed") return;
      if (isLast) end();
      else client.write(bytes);
    });
    for (const socket of [client, server]) socket.on("error", end).on("close", end);
  }

  /** Whether to cut the line at the commit of a transaction with these statements. */
  #atCommit(said: string): "before" | "after" | undefined {
    if (this.#cut === undefined || !said.includes(this.#cut.of)) return undefined;
    const { after, when } = this.#cut;
    this.#cut = after > 0 ? { ...this.#cut, after: after - 1 } : undefined;
    return after > 0 ? undefined : when;
  }

  #endAll(): void {
    for (const end of [...this.#ends]) end();
  }
}
