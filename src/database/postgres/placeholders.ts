/** The same statement with $1, $2, … for each `?` outside quotes. */
export function numbered(sql: string): string {
  let count = 0;
  return sql.replace(/'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\?/g, (found) => (found === "?" ? `$${++count}` : found));
}
