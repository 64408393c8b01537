import { safe } from "../safe.ts";

/**
 * Text that needs no escaping: created by `html`, or by `Html.of` for our own styles and scripts. All other text comes
 * from outside and is escaped.
 */
export class Html {
  readonly text: string;
  private constructor(text: string) {
    this.text = text;
  }
  static of(text: string): Html {
    return new Html(text);
  }
}

export type Part = Html | string | undefined | readonly Part[];

/**
 * Escapes inserted strings for use in content and quoted attributes, and makes control and direction characters
 * visible. Omits undefined parts, and joins lists.
 */
export function html(pieces: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return Html.of(pieces.map((piece, index) => piece + written(parts[index])).join(""));
}

function written(part: Part): string {
  if (part === undefined) return "";
  if (part instanceof Html) return part.text;
  if (typeof part === "string") return escaped(part);
  return part.map(written).join("");
}

function escaped(text: string): string {
  return safe(text).replace(/[&<>"'`]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

export function said(text: string | undefined): Html | undefined {
  return text?.trim() ? html`<bdi>${text.trim()}</bdi>` : undefined;
}

export function joined(parts: readonly (Html | undefined)[], separator: string): Html | undefined {
  const there = parts.filter((part) => part !== undefined);
  return there.length === 0 ? undefined : html`${there.map((part, index) => [index === 0 ? "" : separator, part])}`;
}

/** Amounts longer than `fits` characters are set in a smaller size; only extremely long ones are broken. */
export function figure(text: string, fits: number): Html {
  const { length } = safe(text);
  const size = length <= fits ? "" : length <= fits * 1.3 ? "tight" : length <= fits * 1.65 ? "tighter" : "broken";
  return html`<span class="figure ${size}">${text}</span>`;
}
