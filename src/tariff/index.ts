/**
 * The Harmonized System 2022: chapters, headings and subheadings, searched by trade names. The file is read on demand.
 * The user chooses the code, never this folder.
 */

export { type HsPlace, type Nomenclature, nomenclatureFile, nomenclatureOf } from "./nomenclature.ts";
export { type HsHit, searchNomenclature } from "./search.ts";
