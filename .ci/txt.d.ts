/** The rows of a data file, without comments (.ci/texts.mjs). */
declare module "*.txt" {
  const text: string;
  export default text;
}

/** The first word of each row, in order, separated by blanks. */
declare module "*.txt?codes" {
  const codes: string;
  export default codes;
}
