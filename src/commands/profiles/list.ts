import type { Desk } from "../../desk/index.ts";
import { failAll, ok, type Problem, problem, type Result, type Spot, suggest } from "../../problem/index.ts";
import { readValues } from "../../read/index.ts";
import type { Row, Sheet } from "../../sheet/index.ts";
import { isSheetFile } from "../sheet/drafts.ts";
import { isSecret, type ProfileField, profileFieldOf, profileHeadings } from "./columns.ts";

export interface ListedProfileRow {
  readonly values: Readonly<Partial<Record<ProfileField, string>>>;
  /** Returns the position of the field, or else of the row. */
  readonly spot: (field: string) => Spot;
}

/** Number of rows in which headings are searched for, because a title may precede them. */
const rowsAbove = 10;

/**
 * Reads a list of profiles from a spreadsheet, YAML or JSON file. Problems: any file-reading problem, `no-heading`,
 * `wrong-value`, `empty-document`.
 */
export async function profilesIn(file: string, desk: Desk): Promise<Result<readonly ListedProfileRow[]>> {
  const bytes = await desk.files.read(file);
  if (!bytes.ok) return bytes;
  const found = isSheetFile(file) ? await ofSheet(bytes.value, file) : ofValues(bytes.value, file);
  if (!found.ok || found.value.length > 0) return found;
  const hint = "Write one profile in each row below the headings.";
  return failAll([problem("empty-document", "The list has no profile.", hint, { where: { file } })]);
}

async function ofSheet(bytes: Uint8Array, file: string): Promise<Result<readonly ListedProfileRow[]>> {
  const { cellSpot, openFittingSheet, shownText } = await import("../../sheet/index.ts");
  const fieldsIn = ({ cells }: Row) => cells.map((cell) => profileFieldOf(shownText(cell)));
  const headOf = ({ rows }: Sheet): Row | undefined =>
    rows.slice(0, rowsAbove).find((row) => fieldsIn(row).includes("name"));
  const sheet = openFittingSheet(bytes, file, undefined, (each) => (headOf(each) ? 1 : 0));
  if (!sheet.ok) return sheet;
  const head = headOf(sheet.value);
  if (head === undefined) return failAll([nameless({ file })]);
  const fields = fieldsIn(head);
  const strange = head.cells.flatMap((cell, column) => {
    const heading = shownText(cell).trim();
    const isTwice = fields[column] !== undefined && fields.indexOf(fields[column]) !== column;
    const found = heading === "" ? undefined : strangeHeading(heading, isTwice);
    return found ? [{ ...found, where: cellSpot(sheet.value, head.number, column, "Heading", cell) }] : [];
  });
  if (strange.length > 0) return failAll(strange);
  const rows = sheet.value.rows.filter(
    ({ number, cells }) => number > head.number && cells.some((cell) => shownText(cell).trim() !== ""),
  );
  return ok(
    rows.map((row) => ({
      values: Object.fromEntries(
        fields.flatMap((field, column) => {
          const text = shownText(row.cells[column]).trim();
          return field === undefined || text === "" ? [] : [[field, text]];
        }),
      ),
      spot: (field) => {
        const found = fields.findIndex((each) => each === field);
        const column = found < 0 ? fields.indexOf("name") : found;
        return cellSpot(sheet.value, row.number, column, shownText(head.cells[column]).trim(), row.cells[column]);
      },
    })),
  );
}

function ofValues(bytes: Uint8Array, file: string): Result<readonly ListedProfileRow[]> {
  const read = readValues(bytes, file);
  if (!read.ok) return read;
  const { values, spot } = read.value;
  const { profiles } = values;
  if (!Array.isArray(profiles)) {
    const hint = "Write profiles: and below it one group for each profile, each beginning with - name:.";
    return failAll([problem("empty-document", "The file describes no profile.", hint, { where: { file } })]);
  }
  const problems: Problem[] = [];
  const rows = profiles.map((each: unknown, at): ListedProfileRow => {
    const texts: Partial<Record<ProfileField, string>> = {};
    const keys = new Map<string, string>();
    for (const [key, value] of Object.entries(each ?? {})) {
      const field = profileFieldOf(key);
      const where = spot(`profiles[${at}].${key}`);
      const strange = strangeHeading(key, false);
      if (strange) problems.push({ ...strange, where });
      else if (field && typeof value === "string") {
        texts[field] = value.trim();
        keys.set(field, key);
      } else if (value !== undefined)
        problems.push(problem("wrong-value", `${key} must be a text.`, "Write one value.", { where }));
    }
    return { values: texts, spot: (field) => spot(`profiles[${at}].${keys.get(field) ?? keys.get("name") ?? "name"}`) };
  });
  return problems.length > 0 ? failAll(problems) : ok(rows);
}

/** Reports an unknown, repeated or forbidden heading. */
function strangeHeading(heading: string, isTwice: boolean): Problem | undefined {
  if (isSecret(heading)) {
    const message = `Nothing was imported: ${heading} does not belong in this file, which others may read.`;
    return problem("no-heading", message, `Remove it, and sign in afterwards: ${suggest`login --profile NAME`}`);
  }
  if (isTwice) return problem("no-heading", `The heading ${heading} appears twice.`, "Keep one of the two columns.");
  if (profileFieldOf(heading) !== undefined) return undefined;
  return problem("no-heading", `${heading} is not part of a profile.`, `A profile has: ${profileHeadings}.`);
}

function nameless(where: Spot): Problem {
  const hint = `Write name above the column of the profiles' names. A profile has: ${profileHeadings}.`;
  return problem("no-heading", "No row has a heading for the profile's name.", hint, { where });
}
