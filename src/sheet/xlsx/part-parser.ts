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
