/**
 * The Harmonized System 2022: chapters, headings and subheadings, searchable by trade name. The file is read on
 * demand. The user always chooses the code; this module never does.
 */

export { type HsPlace, type Nomenclature, nomenclatureFile, nomenclatureOf } from "./nomenclature.ts";
export { type HsHit, searchNomenclature } from "./search.ts";
