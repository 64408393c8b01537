import { readFileSync } from "node:fs";

/**
 * An operation of a traced process on a file, a connection or standard output. Paths are absolute, and data is
 * complete.
 */
export type Act =
  | { readonly do: "make-folder" | "remove" | "sync"; readonly path: string }
  | { readonly do: "open"; readonly path: string; readonly creates: boolean; readonly truncates: boolean }
  | { readonly do: "rename" | "link"; readonly path: string; readonly to: string }
  | { readonly do: "write"; readonly path: string; readonly at: number; readonly data: Buffer }
  | { readonly do: "resize"; readonly path: string; readonly size: number }
  /** Bytes on a connection, identified by `line`. */
  | { readonly do: "sends" | "receives"; readonly line: string; readonly data: Buffer }
  /** Bytes on standard output. */
  | { readonly do: "tells"; readonly data: Buffer };

const traced = [
  ...["openat", "mkdir", "rename", "link", "unlink", "rmdir", "lseek"],
  ...["write", "pwrite64", "writev", "pwritev", "sendto", "sendmsg", "ftruncate", "fallocate"],
  ...["fsync", "fdatasync", "read", "recvfrom", "recvmsg"],
];

/**
 * Records the actions of a command, with all their data, in `log`; the `fails`-th write to a database fails with EIO.
 */
export function recording(log: string, fails?: number): string[] {
  const inject = fails === undefined ? [] : ["-e", `inject=pwrite64:error=EIO:when=${fails}`];
  return ["strace", "-yy", "-xx", "-s", "100000000", "-o", log, "-e", `trace=${traced.join()}`, ...inject];
}

/** Returns the operations in order; failed calls had no effect and are left out. */
export function actsIn(log: string): Act[] {
  const places = new Map<string, number>();
  return readFileSync(log, "utf8")
    .split("\n")
    .flatMap((line): Act[] => {
      const [, call = "", words = "", result = ""] = /^(\w+)\((.*)\)\s+= (-?\d+)/.exec(line) ?? [];
      const value = Number(result);
      if (call === "" || value < 0) return [];
      const [, handle = "", name = ""] = /^(\d+)<(TCP[^,]*|[^>]*)>/.exec(words) ?? [];
      if (name.startsWith("TCP")) return onLine(call, handle, textsIn(words), value);
      return onFile(call, words, value, { handle, path: unhex(name).toString(), places });
    });
}

function onLine(call: string, line: string, texts: readonly Buffer[], length: number): Act[] {
  const data = Buffer.concat(texts).subarray(0, length);
  if (/^(?:write|writev|sendto|sendmsg)$/.test(call)) return [{ do: "sends", line, data }];
  return /^(?:read|recvfrom|recvmsg)$/.test(call) && length > 0 ? [{ do: "receives", line, data }] : [];
}

/** `places`: the offset of the next plain write of each open file. */
interface Opened {
  readonly handle: string;
  readonly path: string;
  readonly places: Map<string, number>;
}

function onFile(call: string, words: string, value: number, { handle, path, places }: Opened): Act[] {
  const texts = textsIn(words);
  const [first = Buffer.alloc(0), second = Buffer.alloc(0)] = texts;
  const numbers = words.split(", ");
  switch (call) {
    case "openat":
      places.set(String(value), 0);
      return [{ do: "open", path: first.toString(), creates: /O_CREAT/.test(words), truncates: /O_TRUNC/.test(words) }];
    case "mkdir":
      return [{ do: "make-folder", path: first.toString() }];
    case "unlink":
    case "rmdir":
      return [{ do: "remove", path: first.toString() }];
    case "rename":
    case "link":
      return [{ do: call, path: first.toString(), to: second.toString() }];
    case "lseek":
      places.set(handle, value);
      return [];
    case "fsync":
    case "fdatasync":
      return [{ do: "sync", path }];
    case "ftruncate":
      return [{ do: "resize", path, size: Number(numbers[1]) }];
    case "pwrite64":
      return [{ do: "write", path, at: Number(numbers.at(-1)), data: first.subarray(0, value) }];
    case "write": {
      if (handle === "1") return [{ do: "tells", data: first }];
      const at = places.get(handle) ?? 0;
      places.set(handle, at + value);
      return [{ do: "write", path, at, data: first.subarray(0, value) }];
    }
    case "writev":
    case "pwritev":
    case "fallocate":
      if (path.startsWith("/")) throw new Error(`the recorder does not know ${call} to a file: ${path}`);
      return [];
    default:
      return [];
  }
}

/** Each byte is written as \xNN. */
const textsIn = (words: string): Buffer[] =>
  [...words.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map(([, text = ""]) => unhex(text));

const unhex = (text: string): Buffer => Buffer.from(text.replaceAll("\\x", ""), "hex");
