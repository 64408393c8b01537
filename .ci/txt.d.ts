/** The rows of a data file, without comments (see .ci/texts.mjs). */
declare module "*.txt" {
  const text: string;
  export default text;
}

/** The first word of each row, in order, separated by blanks. */
declare module "*.txt?codes" {
  const codes: string;
  export default codes;
}

/** Each row that is not indented: its words, and those of the indented rows below it. */
declare module "*.txt?lists" {
  const lists: [heads: string[], words: string[]][];
  export default lists;
}
