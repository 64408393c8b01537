/** The rows of a file of data, without remarks (.ci/texts.mjs). */
declare module "*.txt" {
  const text: string;
  export default text;
}

/** The first word of each row, in order, with a blank between them. */
declare module "*.txt?codes" {
  const codes: string;
  export default codes;
}
