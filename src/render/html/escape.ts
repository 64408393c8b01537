import { safe } from "../safe.ts";

/** HTML built by this folder. Only `html` creates it, so any other value is outside text and is escaped. */
export class Html {
  readonly text: string;
  private constructor(text: string) {
    this.text = text;
  }
  /** Turns text into HTML; there is no other way to do so. */
  static of(text: string): Html {
    return new Html(text);
  }
}

export type Part = Html | string | undefined | readonly Part[];

/**
 * Returns a piece of the page. Every inserted text is escaped for both content and quoted attributes, and its control
 * and direction characters become visible; absent parts are left out, lists are joined.
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

/** Returns outside text for the page, isolated so that its direction does not affect its surroundings. */
export function said(text: string | undefined): Html | undefined {
  return text?.trim() ? html`<bdi>${text.trim()}</bdi>` : undefined;
}

/** Joins the present parts with a separator. */
export function joined(parts: readonly (Html | undefined)[], separator: string): Html | undefined {
  const there = parts.filter((part) => part !== undefined);
  return there.length === 0 ? undefined : html`${there.map((part, index) => [index === 0 ? "" : separator, part])}`;
}

/** Returns an amount on one line. One longer than `fits` characters is set in smaller letters, and only an extremely long one is broken. */
export function figure(text: string, fits: number): Html {
  const { length } = safe(text);
  const size = length <= fits ? "" : length <= fits * 1.3 ? "tight" : length <= fits * 1.65 ? "tighter" : "broken";
  return html`<span class="figure ${size}">${text}</span>`;
}
