/**
 * The Harmonized System 2022: chapters, headings and subheadings in words, searched by everyday trade names. Its file is read on
 * demand, never at start, and it chooses nothing: a person chooses the code. It knows no documents.
 */

export { type HsPlace, type Nomenclature, nomenclatureFile, nomenclatureOf } from "./nomenclature.ts";
export { type HsHit, searchNomenclature } from "./search.ts";
