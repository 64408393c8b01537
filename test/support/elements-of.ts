import { SaxesParser } from "saxes";

/** An XML element. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** The names of the child elements, in document order. */
  readonly inside: string[];
}

/** Returns all elements, and throws if the text is not well-formed. */
export function elementsOf(text: string): Element[] {
  const elements: Element[] = [];
  const open: Element[] = [];
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) => {
    const element: Element = { name, attributes: attributes as Record<string, string>, inside: [] };
    open.at(-1)?.inside.push(name);
    open.push(element);
    elements.push(element);
  });
  parser.on("closetag", () => void open.pop());
  parser.write(text).close();
  return elements;
}
