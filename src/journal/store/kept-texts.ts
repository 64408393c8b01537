import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { Database } from "../../database/index.ts";
import { sha256 } from "../keys/intent-key.ts";
import { type Chain, chainOf } from "./chain.ts";
import { spellingOf } from "./spelling.ts";

/** Maximum number of compressed bytes that `findMany` reads at once. */
const atOnce = 4_000_000;

/** Maximum number of rows per page, and the number of compressed bytes after which a page ends. */
const [page, pageSize] = [500, 1_000_000];

export interface KeptText {
  /** SHA-256 of the text, hex; records refer to the text by this hash. */
  readonly hash: string;
  readonly text: string;
}

export function keptTexts(database: Database, chain: Pick<Chain, "append"> = chainOf(database)) {
  return {
    /** Stores a text. Call it in the transaction that adds the record that refers to the text. */
    keep(text: string): void {
      const hash = sha256(text);
      const sql = "INSERT INTO kept (hash, content) VALUES (?, ?) ON CONFLICT DO NOTHING RETURNING number";
      const added = database.get(sql, hash, deflateRawSync(text));
      const nothing = { at: "", account: "", key: "", attempt: "" };
      if (added) chain.append("text", Number(added.number), { ...nothing, type: "text", data: hash });
    },
    /** Like `keep`, but for long content that is often already stored. */
    keepOnce(text: string): void {
      if (database.get("SELECT 1 FROM kept WHERE hash = ?", sha256(text)) === undefined) this.keep(text);
    },
    /**
     * Returns the text with this hash; undefined if it was never stored or was purged. Throws if the text does not
     * match its hash.
     */
    find(hash: string): string | undefined {
      const row = database.get("SELECT number, hash, content FROM kept WHERE hash = ? AND length(content) > 0", hash);
      return row && textOf(row).text;
    },
    /**
     * Looks up several hashes; returns content for only the first of them if the total is too long, to limit memory
     * use.
     */
    findMany(hashes: readonly string[]): (string | undefined)[] {
      const { texts } = spellingOf(database).among;
      const where = `WHERE hash ${texts} AND length(content) > 0`;
      const sizes = new Map(
        database
          .all(`SELECT hash, length(content) AS size FROM kept ${where}`, JSON.stringify(hashes))
          .map(({ hash, size }) => [String(hash), Number(size)]),
      );
      let room = atOnce;
      const end = hashes.findIndex((hash, at) => {
        room -= sizes.get(hash) ?? 0;
        return at > 0 && room < 0;
      });
      const first = end < 0 ? hashes : hashes.slice(0, end);
      const rows = database.all(`SELECT number, hash, content FROM kept ${where}`, JSON.stringify(first));
      const found = new Map(rows.map((row) => [String(row.hash), textOf(row).text]));
      return first.map((hash) => found.get(hash));
    },
    /**
     * Returns the next page of content, in the order in which it was stored, without purged content. After the end,
     * the page is empty. Throws like `find`.
     */
    after(number: number): Array<KeptText & { readonly number: number }> {
      const next = "SELECT number, content FROM kept WHERE number > ? AND length(content) > 0 ORDER BY number LIMIT ?";
      const sized = `SELECT number, sum(length(content)) OVER (ORDER BY number) - length(content) AS earlier FROM (${next}) AS next`;
      const some = `SELECT number FROM (${sized}) AS sized WHERE earlier < ?`;
      return database
        .all(`SELECT number, hash, content FROM kept WHERE number IN (${some}) ORDER BY number`, number, page, pageSize)
        .map((row) => ({ number: Number(row.number), ...textOf(row) }));
    },
  };
}

/**
 * Sizes the buffer to the text: with the default of 16 kB for content of about 1 kB, buffers took up most of the
 * memory that a list used.
 */
const roomFor = ({ length }: Uint8Array) => ({ chunkSize: Math.min(Math.max(8 * length, 1_024), 65_536) });

function textOf({ hash, content }: Record<string, unknown>): KeptText {
  const text = content instanceof Uint8Array ? inflateRawSync(content, roomFor(content)).toString("utf8") : "";
  if (sha256(text) !== hash) throw new Error(`the text kept as ${hash} is another one now`);
  return { hash, text };
}
