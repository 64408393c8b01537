import { SaxesParser } from "saxes";
import { NotWhole } from "./zip-directory.ts";

/** Receives the elements and text of an XML part; element names have no namespace prefix. */
interface Listener {
  open(name: string, attributes: Record<string, string>): void;
  close?(name: string): void;
  text?(text: string): void;
}

/**
 * The deepest nesting allowed: workbook parts have less than half as many levels, and the parser keeps every open
 * element in memory.
 */
const maxLevels = 64;

/** Returns a parser that throws on invalid XML and on excessive nesting. */
export function partParser(listener: Listener): SaxesParser {
  const parser = new SaxesParser();
  let levels = 0;
  parser.on("opentag", ({ name, attributes }) => {
    levels += 1;
    if (levels > maxLevels) throw new NotWhole("its parts are nested deeper than those of a workbook");
    listener.open(localName(name), attributes);
  });
  parser.on("closetag", ({ name }) => {
    levels -= 1;
    listener.close?.(localName(name));
  });
  parser.on("text", (text) => listener.text?.(text));
  parser.on("cdata", (text) => listener.text?.(text));
  return parser;
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

/** Parses a whole XML part. Throws if the parser does, or if the text between two tags is too long. */
export function readThrough(xml: Iterable<string>, parser: SaxesParser): void {
  for (const piece of tagged(xml)) parser.write(piece);
  parser.close();
}

/**
 * The most XML characters allowed between two tags; a cell holds 32,767. The parser keeps all of them, and needs a
 * hundred times as much memory for each escaped character.
 */
const mostBetweenTags = 1_000_000;

/** Passes the pieces through. Throws if the text between two tags is too long. */
export function* tagged(xml: Iterable<string>): Generator<string> {
  let open = 0;
  for (const piece of xml) {
    const last = piece.lastIndexOf("<");
    open = last < 0 ? open + piece.length : piece.length - last;
    if (open > mostBetweenTags) throw new NotWhole("it has a longer text than a cell can have");
    yield piece;
  }
}
