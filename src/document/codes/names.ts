/** Each row has the code, a space, and the name in the standard. Loaded only for searches. */
export { default as allowanceReasons } from "./allowance-reasons.txt";
export { default as chargeReasons } from "./charge-reasons.txt";
export { default as endpointSchemes } from "./endpoint-schemes.txt";
export { default as hsChapters } from "./hs-chapters.txt";
export { default as identifierSchemes } from "./identifier-schemes.txt";
export { default as itemClassifications } from "./item-classifications.txt";
export { default as references } from "./references.txt";
export { default as units } from "./units.txt";
