import type { VerdictWriter } from "../../report/index.ts";
import { githubVerdicts } from "./github.ts";
import { junitVerdicts } from "./junit.ts";
import { sarifVerdicts } from "./sarif.ts";

const formats: Readonly<Record<string, () => VerdictWriter>> = {
  junit: junitVerdicts,
  sarif: sarifVerdicts,
  github: githubVerdicts,
};

export const verdictsIn = async (format: string): Promise<VerdictWriter | undefined> => formats[format]?.();
