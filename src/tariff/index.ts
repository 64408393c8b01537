/**
 * The Harmonized System 2022: chapters, headings and subheadings, searched by trade names. The file is read on
 * demand. The user always chooses the code; this folder never does.
 */

export { type HsPlace, type Nomenclature, nomenclatureFile, nomenclatureOf } from "./nomenclature.ts";
export { type HsHit, searchNomenclature } from "./search.ts";
