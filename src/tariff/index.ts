/**
 * The Harmonized System 2022: chapters, headings and subheadings in words, searched by everyday trade names. Its file
 * is read on demand, never at start. It does not choose a code, which is left to a person, and does not depend on
 * documents.
 */

export { type HsPlace, type Nomenclature, nomenclatureFile, nomenclatureOf } from "./nomenclature.ts";
export { type HsHit, searchNomenclature } from "./search.ts";
