import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeYaml } from "../../src/read/index.ts";
import { creditNote, invoice, line } from "../support/documents.ts";
import type { Paper } from "./papers.ts";

/** A document file used in a soak, and the command that sends it. */
export interface SoakPaper extends Paper {
  readonly command: "create-invoice" | "create-credit-note";
  /** The number in the file, which only some invoices have; the service numbers all other documents. */
  readonly number: string | undefined;
  /** The quantity; no two invoices have the same. */
  readonly boxes: number;
  readonly day: string;
}

/** Writes the documents of a soak, one after another. */
export class PaperMill {
  readonly all: SoakPaper[] = [];
  readonly #folder: string;
  readonly #credited = new Set<SoakPaper>();

  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
  }

  /** Every second invoice has a number, so that a credit note can name it. */
  invoices(count: number): SoakPaper[] {
    return Array.from({ length: count }, () => {
      const at = this.all.length + 1;
      const number = at % 2 === 0 ? `SOAK-${at}` : undefined;
      const day = new Date(Date.UTC(2026, 0, 1 + (at % 150))).toISOString().slice(0, 10);
      const { document_number: _, ...document } = invoice({
        note: `invoice ${at}`,
        issue_date: day,
        document_lines: [line({ quantity: String(at) })],
      });
      const numbered = number === undefined ? document : { document_number: number, ...document };
      return this.#add({ command: "create-invoice", note: `invoice ${at}`, number, boxes: at, day }, numbered);
    });
  }

  /** Credits all boxes of an invoice; no invoice is credited twice. */
  creditNote(of: SoakPaper): SoakPaper {
    const { number = "", boxes, day } = of;
    this.#credited.add(of);
    const note = `credit note of ${of.note}`;
    const { document_number: _, ...document } = creditNote({
      note,
      billing_reference: [{ id: number, issue_date: day }],
      document_lines: [line({ quantity: String(boxes) })],
    });
    return this.#add({ command: "create-credit-note", note, number: undefined, boxes, day }, document);
  }

  /** Existing invoices that have a number and were not credited before. */
  creditable(ledger: ReadonlyMap<string, unknown>): SoakPaper[] {
    return this.all.filter((each) => each.number !== undefined && ledger.has(each.note) && !this.#credited.has(each));
  }

  #add(paper: Omit<SoakPaper, "file">, document: object): SoakPaper {
    const kind = paper.command === "create-invoice" ? "invoice" : "credit-note";
    const file = join(this.#folder, `${paper.note.replaceAll(" ", "-")}.yaml`);
    writeFileSync(file, writeYaml(document, kind));
    const written = { ...paper, file };
    this.all.push(written);
    return written;
  }
}
