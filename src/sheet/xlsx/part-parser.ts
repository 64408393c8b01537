import { SaxesParser } from "saxes";
import { NotWhole } from "./zip-directory.ts";

/** What a reader of a part wants to be told. Names are without their prefix. */
interface Listener {
  open(name: string, attributes: Record<string, string>): void;
  close?(name: string): void;
  text?(text: string): void;
}

/** No part of a workbook has half of these levels; the parser keeps every element that is open. */
const maxLevels = 64;

/** A parser of the XML of a workbook's part. It throws where that is not XML, and where elements are nested without an end. */
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

/** Reads a part to its end. Throws as the parser does. */
export function readThrough(xml: Iterable<string>, parser: SaxesParser): void {
  for (const piece of tagged(xml)) parser.write(piece);
  parser.close();
}

/** Characters of XML between two tags, at most; a cell has 32,767. The parser keeps all of them, and a hundred times as much for each sign that is written in another way. */
const mostBetweenTags = 1_000_000;

/** Passes the pieces on. Throws when one text has no end. */
export function* tagged(xml: Iterable<string>): Generator<string> {
  let open = 0;
  for (const piece of xml) {
    const last = piece.lastIndexOf("<");
    open = last < 0 ? open + piece.length : piece.length - last;
    if (open > mostBetweenTags) throw new NotWhole("it has a longer text than a cell can have");
    yield piece;
  }
}
