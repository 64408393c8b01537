import { contentHash } from "../../../prepare/index.ts";
import { problem } from "../../../problem/index.ts";
import type { Warning } from "./warning.ts";

/**
 * Two documents of a run that have the same number. Ignores files with the same content, because the same content is
 * sent only once.
 */
export const repeatedNumber: Warning = {
  name: "repeated-number",
  begin() {
    const numbers = new Map<string, { readonly file: string; readonly of: string }>();
    return (prepared) => {
      const { document, kind, bodyText, file, spot } = prepared;
      const number = document?.document_number?.trim();
      if (!number || bodyText === undefined) return [];
      const is = `${kind} ${number}`;
      const of = contentHash(prepared);
      const other = numbers.get(is);
      if (other === undefined) numbers.set(is, { file, of });
      if (other === undefined || other.of === of) return [];
      const message = `${number} is also the number of ${other.file}; the service takes a number once.`;
      const where = spot?.("document_number") ?? { file };
      return [problem("number-taken", message, "Give one of them another number.", { severity: "warning", where })];
    };
  },
};
