import { toXml as xmlOf } from "../ubl/index.ts";
import { attempt, made } from "./finding.ts";
import type { Result, UblTree } from "./types.ts";
import { elementOf } from "./ubl-tree.ts";

/** Writes a tree as UTF-8 XML text, indented by two spaces per level. */
export function toXml(tree: UblTree): Result<string> {
  return attempt(() => toXmlOf(tree));
}

function toXmlOf(tree: UblTree): Result<string> {
  const element = elementOf(tree);
  return element.ok ? made(xmlOf(element.value)) : element;
}
