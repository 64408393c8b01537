import type { Desk } from "../../desk/index.ts";
import type { DocumentKind } from "../../document/index.ts";
import { pathLines } from "../../render/index.ts";
import type { Report } from "../../report/index.ts";
import { stoppedBy, succeeded } from "../answer/stopped-by.ts";

export interface SheetTemplate {
  readonly name: string;
  readonly kind: DocumentKind;
  readonly title: string;
}

export const sheetTemplates: readonly SheetTemplate[] = [
  {
    name: "sheet",
    kind: "invoice",
    title: "Many invoices in a spreadsheet (Excel and CSV), with the map of its columns",
  },
  {
    name: "credit-note-sheet",
    kind: "credit-note",
    title: "Many credit notes in a spreadsheet (Excel and CSV), with the map of its columns",
  },
];

/** The template for suppliers. It has no map, because `suppliers import` reads its headings. */
export const supplierSheet = {
  name: "supplier-sheet",
  title: "A list of suppliers, in Excel and CSV, for selfbill suppliers import",
};

export function isSupplierSheet(name: string | undefined): boolean {
  return name?.replace(/\.(?:xlsx|csv)$/, "") === supplierSheet.name;
}

/** Writes a workbook and a CSV file; does not overwrite anything. */
export async function copySupplierSheet(out: string, desk: Desk): Promise<Report> {
  const room = await import("../../sheet/index.ts");
  return written(
    [
      [`${supplierSheet.name}.xlsx`, await room.supplierWorkbook()],
      [`${supplierSheet.name}.csv`, room.supplierCsv()],
    ],
    out,
    desk,
  );
}

/** Prints the template for suppliers as CSV, because a workbook cannot be printed. */
export async function showSupplierSheet(): Promise<Report> {
  const text = (await import("../../sheet/index.ts")).supplierCsv();
  const data = { name: supplierSheet.name, text };
  return succeeded({ view: "raw", text, data });
}

export function sheetNamed(name: string | undefined): SheetTemplate | undefined {
  const plain = name?.replace(/\.(?:xlsx|csv)$/, "");
  return sheetTemplates.find((each) => each.name === plain);
}

/** Writes the workbook, the CSV file and the map; does not overwrite anything. */
export async function copySheet(
  { name, kind }: SheetTemplate,
  { options: { out = "." } }: { readonly options: { readonly out: string | undefined } },
  desk: Desk,
): Promise<Report> {
  const room = await import("../../sheet/index.ts");
  const contents: [string, string | Uint8Array][] = [
    [`${name}.xlsx`, await room.templateWorkbook(kind)],
    [`${name}.csv`, room.templateCsv(kind)],
    [`${name}.map.yaml`, room.mapText(kind)],
  ];
  return written(contents, out, desk);
}

async function written(contents: readonly [string, string | Uint8Array][], out: string, desk: Desk): Promise<Report> {
  const files: string[] = [];
  for (const [file, content] of contents) {
    const made = await desk.output.write(out, file, content);
    if (!made.ok) return stoppedBy(made.problems);
    files.push(made.value);
  }
  const text = pathLines(files);
  return succeeded({ view: "raw", text, data: { files } });
}

/** Prints the map of a template, because a workbook cannot be printed. */
export async function showMap({ name, kind }: SheetTemplate): Promise<Report> {
  const text = (await import("../../sheet/index.ts")).mapText(kind);
  return succeeded({ view: "raw", text, data: { name, text } });
}
