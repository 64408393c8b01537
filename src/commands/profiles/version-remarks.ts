import { serviceVersions } from "../../contract/index.ts";
import { type Problem, problem } from "../../problem/index.ts";

/** The service's description names two versions; only the stable one is used without a remark. */
export function versionRemarks(version: string | undefined): Problem[] {
  if (version === undefined || version === serviceVersions.stable) return [];
  const isKnown = (serviceVersions.all as readonly string[]).includes(version);
  const message = isKnown
    ? `${version} is the newer version of the service.`
    : `${version} is none of the versions that are known here (${serviceVersions.all.join(", ")}). It was stored as you wrote it.`;
  const check = isKnown ? "" : "Check it in the description of your service. ";
  return [problem("bad-setting", message, `${check}Test it in a sandbox first.`, { severity: "warning" })];
}
