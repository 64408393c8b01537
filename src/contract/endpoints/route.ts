import { type Endpoint, endpoints } from "./index.ts";

/** `methods` lists the methods that the path supports. */
export type RouteMatch =
  | { readonly found: "endpoint"; readonly endpoint: Endpoint; readonly params: Record<string, string> }
  | { readonly found: "other-method"; readonly methods: readonly string[] }
  | { readonly found: "nothing" };

const templates = endpoints.map((endpoint) => {
  const steps = endpoint.path.split("/");
  return { endpoint, steps, fixed: steps.filter((step) => !step.startsWith("{")).length };
});

/** A literal step takes precedence over a placeholder: `…/uuids` is a list, never a document. */
export function routeOf(method: string, path: string): RouteMatch {
  const steps = path.split("/").map(decoded);
  // There is no PDF call (Decision 34); without this line, it would look like a resubmission that uses the wrong
  // method.
  if (steps.at(-1) === "download-pdf") return { found: "nothing" };
  const matches = templates
    .map(({ endpoint, steps: template, fixed }) => ({ endpoint, params: matched(template, steps), fixed }))
    .filter((match): match is typeof match & { params: Record<string, string> } => match.params !== undefined)
    .sort((a, b) => b.fixed - a.fixed);
  const exact = matches.find(({ endpoint }) => endpoint.method === method);
  if (exact) return { found: "endpoint", endpoint: exact.endpoint, params: exact.params };
  const methods = [...new Set(matches.map(({ endpoint }) => endpoint.method))];
  return methods.length > 0 ? { found: "other-method", methods } : { found: "nothing" };
}

function decoded(step: string): string | undefined {
  try {
    return decodeURIComponent(step);
  } catch {
    return undefined;
  }
}

function matched(
  template: readonly string[],
  steps: readonly (string | undefined)[],
): Record<string, string> | undefined {
  if (template.length !== steps.length) return undefined;
  const params: Record<string, string> = {};
  for (const [at, wanted] of template.entries()) {
    const step = steps[at];
    if (step === undefined) return undefined;
    if (!wanted.startsWith("{")) {
      if (wanted !== step) return undefined;
    } else if (step === "") return undefined;
    else params[wanted.slice(1, -1)] = step;
  }
  return params;
}
