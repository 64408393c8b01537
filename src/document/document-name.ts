/**
 * What a document is called everywhere: its number, else its id, else the attempt that may have created it (Decision
 * 171). Never empty: a name of blanks alone is put in quotes.
 */
export function documentName(document: {
  readonly documentNumber?: string | undefined;
  readonly id?: string | undefined;
  readonly attempt?: string | undefined;
}): string {
  const { documentNumber, id, attempt } = document;
  const name = [documentNumber, id, attempt].find((each) => each !== undefined && each.trim() !== "");
  return name ?? (id === undefined ? "a document without a number" : JSON.stringify(id));
}
