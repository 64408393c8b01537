/** Replaces each `?` outside quotes with $1, $2, … */
export function numbered(sql: string): string {
  let count = 0;
  return sql.replace(/'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\?/g, (found) => (found === "?" ? `$${++count}` : found));
}
