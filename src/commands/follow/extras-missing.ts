import type { Problem } from "../../problem/index.ts";
import { notOffered, type Service } from "../../send/index.ts";

const answers = new WeakMap<Service, Promise<boolean>>();

/**
 * Returns why a service did not show something (404), if it has only the six endpoints of its description; undefined if
 * it has lists, so that the id is to blame. The address of a list has no id, so its answer tells. Asks once for each
 * service.
 */
export async function extrasMissing(service: Service, what: string, profile?: string): Promise<Problem | undefined> {
  const asked = answers.get(service) ?? service.list("invoice", { page: 0, size: 1 }).then(isMissing);
  answers.set(service, asked);
  return (await asked) ? notOffered(what, "", profile) : undefined;
}

const isMissing = (answer: Awaited<ReturnType<Service["list"]>>): boolean => !answer.ok && answer.status === 404;
