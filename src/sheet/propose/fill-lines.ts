/** A field that every document needs but no column contains. */
export interface MissingField {
  /** Without indexes: `document_lines.unit_code`. */
  readonly path: string;
  readonly description: string;
}

/** Lists the fields to fill in: item name and description as one, and no item type if an HS code is to be filled in. */
export function toFill(missing: readonly MissingField[]): MissingField[] {
  const has = (path: string): boolean => missing.some((each) => each.path === path);
  const [name, text, kind, code] = [
    "document_lines.name",
    "document_lines.description",
    "document_lines.commodity_classification.commodity_code",
    "document_lines.commodity_classification.item_classification_code",
  ] as const;
  return missing.flatMap((each) => {
    if (each.path === name && has(text)) return [{ path: `${name}, ${text}`, description: each.description }];
    return (each.path === text && has(name)) || (each.path === kind && has(code)) ? [] : [each];
  });
}

/**
 * Returns map lines for the missing fields: under `defaults` if the field has a column with empty cells, otherwise
 * under `constants`.
 */
export function fillLines(
  constants: readonly string[],
  missing: readonly MissingField[],
  columnOf: ReadonlyMap<string, string>,
): string[] {
  const isHere = ({ path }: MissingField): boolean => columnOf.has(path);
  const remark = ({ path, description }: MissingField): string => `  # ${path}: ""   # ${description}`;
  const all = toFill(missing);
  const cells = all.filter(isHere).map((each) => `${remark(each)}; ${columnOf.get(each.path)} is empty`);
  const rest = all.filter((each) => !isHere(each)).map(remark);
  const about =
    "# Every document needs what begins with # below: remove the # and write the value, or map a column to it.";
  return [
    ...(cells.length === 0
      ? []
      : ["# Every document needs what begins with # below, and cells of its column are empty.", ...cells]),
    ...(constants.length + rest.length === 0
      ? []
      : ["", ...(rest.length === 0 ? [] : [about]), "constants:", ...constants, ...rest]),
  ];
}
