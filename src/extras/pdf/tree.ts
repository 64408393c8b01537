export interface PageElement {
  readonly n: string;
  readonly c: readonly string[];
  readonly k: readonly PageNode[];
}
type PageNode = string | PageElement;

const pieces = /<!doctype html>|<(\/?)([a-z][a-z0-9]*)([^>]*)>|[^<]+/gi;
const single = new Set(["meta", "col", "img"]);

/**
 * Reads a page into a tree. Only accepts pages made by this program, in which every element is closed and all text
 * and attributes are escaped. Throws for other pages.
 */
export function pageTree(page: string): PageElement {
  const root: { n: string; c: string[]; k: PageNode[] } = { n: "root", c: [], k: [] };
  const open = [root];
  for (const [piece, end, name, attributes = ""] of page.matchAll(pieces)) {
    const inside = open.at(-1) ?? root;
    if (name === undefined) {
      if (!piece.startsWith("<")) inside.k.push(plainText(piece));
    } else if (end === "/") {
      if (inside.n !== name)
        throw new Error(`selfbill has an internal error: the page closes ${name} inside ${inside.n}`);
      open.pop();
    } else {
      const made = { n: name, c: (/\bclass="([^"]*)"/.exec(attributes)?.[1] ?? "").split(" ").filter(Boolean), k: [] };
      inside.k.push(made);
      if (!single.has(name)) open.push(made);
    }
  }
  const body = found(root, "body");
  if (body === undefined || open.length !== 1) throw new Error("selfbill has an internal error: the page has no end");
  return body;
}

function found(within: PageElement, name: string): PageElement | undefined {
  for (const each of within.k) {
    if (typeof each === "string") continue;
    const there = each.n === name ? each : found(each, name);
    if (there !== undefined) return there;
  }
  return undefined;
}

export function wordsOfTree(node: PageNode): string {
  return typeof node === "string" ? node : node.k.map(wordsOfTree).join("");
}

/** Changes every string in a tree, and drops line breaks between elements. */
export function withTexts(element: PageElement, change: (text: string) => string): PageElement {
  const k = element.k.flatMap((each): PageNode[] => {
    if (typeof each !== "string") return [withTexts(each, change)];
    return /^\s*\n\s*$/.test(each) ? [] : [change(each.replace(/\s+/g, " "))];
  });
  return { ...element, k };
}

function plainText(escaped: string): string {
  return escaped.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
}
