import { answer, type CertifyCase, notCreated, one, reads } from "./case.ts";

const statuses = [301, 302, 307, 308] as const;
const hosts = { own: "the same host", other: "another host" } as const;
/** Target of redirects within the sandbox. */
export const movedPath = "/moved";

const redirect = (status: number, host: keyof typeof hosts) => ({
  ...answer(status, ""),
  headers: { Location: `{${host}}${movedPath}` },
  times: 50,
});

/**
 * The service never redirects, so the target of a redirect is not the service: a client must send it neither the token
 * nor a document.
 */
export const casesOfAddresses: readonly CertifyCase[] = [
  ...Object.entries(hosts).flatMap(([host, words]) =>
    statuses.map((status) =>
      one(
        `redirect-${status}-${host}`,
        `not created, ${status} to ${words}`,
        notCreated(redirect(status, host as keyof typeof hosts)),
      ),
    ),
  ),
  one(
    "redirect-read",
    "created; reading is answered with 307 to another host",
    { ...redirect(307, "other"), ...reads },
    { demands: "created" },
  ),
];
