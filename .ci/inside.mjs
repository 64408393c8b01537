// Lists the packages inside the bundle, and those outside it.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const typesetter = "@myriaddreamin/typst-ts-node-compiler";

/**
 * Packages that are installed with the program, or by users who want PDFs, because they contain native code. All
 * other packages are bundled, so package.json lists them as devDependencies.
 */
export const outside = [typesetter, "@napi-rs/keyring", "@photostructure/sqlite"];

/** Packages that PDFs need in addition to the program. */
export const forPdf = [typesetter, "@expo-google-fonts/ibm-plex-sans", "@expo-google-fonts/ibm-plex-sans-arabic"];

/** Lists the packages in these outputs of rolldown: `{ name, version, license }`, sorted by name. */
export function packagesIn(outputs) {
  const ids = outputs.flatMap(({ output }) => output.flatMap((each) => each.moduleIds ?? []));
  const folders = new Set(ids.filter((id) => id.includes("node_modules")).map(folderOf));
  const packages = [...folders].map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    return { name, version, license };
  });
  return packages.sort((a, b) => (`${a.name} ${a.version}` < `${b.name} ${b.version}` ? -1 : 1));
}

/** Finds the folder of the package that a module belongs to; skips subfolders whose package.json has no version. */
function folderOf(id) {
  let folder = dirname(id);
  while (!isPackage(folder)) folder = dirname(folder);
  return folder;
}

function isPackage(folder) {
  const file = join(folder, "package.json");
  return existsSync(file) && JSON.parse(readFileSync(file, "utf8")).version !== undefined;
}
