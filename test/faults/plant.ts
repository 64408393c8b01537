import { resolve, sep } from "node:path";
import { plantedFaults } from "./planted.ts";

/** Variable with the name of the fault to plant in everything that this process and its children bundle or test. */
export const plantVariable = "SELFBILL_FAULTS_PLANT";

/** Returns the module with the planted fault in it; undefined if the fault is not in this module, or none is planted. */
export function withPlant(plant: string | undefined, code: string, id: string): string | undefined {
  const fault = plantedFaults.find(({ name }) => name === plant);
  if (fault === undefined) return undefined;
  const place = [fault, ...(fault.also ? [fault.also] : [])].find(({ file }) => isFile(id, file));
  if (place === undefined) return undefined;
  if (code.split(place.from).length !== 2) throw new Error(`${place.file} has no one place for ${fault.name}`);
  return code.replace(place.from, () => place.to);
}

export const isFile = (id: string, file: string): boolean => resolve(id) === resolve(file.split("/").join(sep));
