import type { Problem } from "../../problem/index.ts";
import { isMissingCall, notOffered, type Service } from "../../send/index.ts";

const answers = new WeakMap<Service, Promise<boolean>>();

/**
 * Explains a 404 from a service that has only the six endpoints of its description. Undefined if the service has lists:
 * then the 404 means that the id is wrong. Requests a list, because its address contains no id, and only once for each
 * service.
 */
export async function extrasMissing(service: Service, what: string, profile?: string): Promise<Problem | undefined> {
  const asked = answers.get(service) ?? service.list("invoice", { page: 0, size: 1 }).then(isMissing);
  answers.set(service, asked);
  return (await asked) ? notOffered(what, { profile }) : undefined;
}

const isMissing = (answer: Awaited<ReturnType<Service["list"]>>): boolean => !answer.ok && isMissingCall(answer.status);
