import type * as z from "zod";

export function unfitWords({ issues }: z.ZodError): string {
  return issues.map((issue) => `${issue.path.join(".") || "the body"}: ${issue.message}`).join("; ");
}
