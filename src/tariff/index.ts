/**
 * The Harmonized System 2022: chapters, headings and subheadings in words, searched by the names of everyday trade. It is read from its file when
 * somebody asks, never at start, and chooses nothing: a code is what a person takes. It knows no document.
 */

export { type HsPlace, type Nomenclature, nomenclatureFile, nomenclatureOf } from "./nomenclature.ts";
export { type HsHit, searchNomenclature } from "./search.ts";
