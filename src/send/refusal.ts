import { type Problem, problem, suggest } from "../problem/index.ts";
import { moreSays, type ServiceErrors } from "./service-errors.ts";
import type { Exchange } from "./wire.ts";

const hints: Readonly<Record<number, string>> = {
  400: "Correct the document and run the same command again.",
  404: "Check the profile's base URL and business profile id.",
  405: "Check the profile's base URL: this call is not known there.",
  413: "The limit is 8,388,608 bytes: remove attachments.",
  415: "Check the profile's base URL: JSON is not taken there.",
  422: "Correct the document and run the same command again.",
};

/**
 * Returns one problem for each field and each general message. If the number is taken, that problem comes first,
 * because it determines the outcome.
 */
export function refusalProblems(status: number, errors: ServiceErrors, numberTaken: boolean): [Problem, ...Problem[]] {
  const hint = hints[status] ?? "Ask the service what it means.";
  const problems = errors.messages.map((message) =>
    problem("service-refused", `The service refused it: ${sentence(message)}`, hint),
  );
  for (const { path, message } of errors.fields) {
    if (numberTaken && path === "document_number") problems.unshift(taken(message));
    else
      problems.push(
        problem("service-refused", `The service refused ${path}: ${sentence(message)}`, hint, { where: { path } }),
      );
  }
  const [first, ...more] = problems;
  if (first) return [{ ...first, message: `${first.message}${moreSays(errors)}` }, ...more];
  const said = errors.raw === undefined ? "without giving a reason" : `and said: ${sentence(errors.raw)}`;
  return [
    problem("service-refused", `The service refused it with status ${status}, ${said.replace(/([^.])$/, "$1.")}`, hint),
  ];
}

function taken(message: string): Problem {
  return problem(
    "number-taken",
    `The service refused the document number: ${sentence(message)}`,
    `Nothing was created. Look at the document with this number: ${suggest`show NUMBER`}, or in the service's own web pages. If it is the same document, do not send this one; if not, use another number, or none.`,
    { where: { path: "document_number" } },
  );
}

/** Reports a 401 or 403; nothing has been changed. */
export function tokenRefused(
  status: 401 | 403,
  said: string | undefined,
  { origin, tokenVariable }: { readonly origin: string; readonly tokenVariable?: string | undefined },
): Problem {
  const words = said === undefined ? "" : ` It says: ${sentence(said)}`;
  if (status === 401) {
    return problem(
      "token-refused",
      `${origin} does not accept the token (401).${words}`,
      tokenVariable === undefined
        ? `Sign in again with ${suggest`login`}.`
        : `The token comes from ${tokenVariable}, which overrides ${suggest`login`}: give it a new token, or unset it and sign in with ${suggest`login`}.`,
    );
  }
  const hint = "Check that the token, the business profile and the subscription belong together.";
  return problem("token-refused", `${origin} does not allow this with this token (403).${words}`, hint);
}

/** Returns text such as ` to example.com`: the host that a redirect names, which is shown but never requested. */
export function whereTo(exchange: Exchange): string {
  const location = exchange.headers.location;
  if (location === undefined || !URL.canParse(location)) return "";
  const { host } = new URL(location);
  return host === "" ? "" : ` to ${host.slice(0, 100)}`;
}

/** Returns text such as `7 seconds`, rounded up. */
export function seconds(milliseconds: number): string {
  const count = Math.max(1, Math.ceil(milliseconds / 1000));
  return count === 1 ? "1 second" : `${count} seconds`;
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
