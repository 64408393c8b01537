import type { ProblemEntry } from "./outcome.ts";

export const problemsOfSetup = {
  // Problems with settings and tokens
  "settings-broken": {
    outcome: "local_state",
    means: "The settings of selfbill cannot be read.",
    todo: "Correct or remove the file shown.",
  },
  "settings-unwritable": {
    outcome: "local_state",
    means: "The settings of selfbill cannot be written, so nothing was changed.",
    todo: "Check the folder's permissions and free space.",
  },
  "home-unusable": {
    outcome: "local_state",
    means: "The folder of your settings and journal would depend on where the command is started, so neither is used.",
    todo: "Give the variable that is shown an absolute path, or unset it.",
  },
  "not-in-practice": {
    outcome: "local_state",
    means:
      "SELFBILL_PRACTICE is set, and this run could not stay practice: it is a script or CI, or it is about a real service. Nothing was sent.",
    todo: "Add --sandbox to practise, or unset SELFBILL_PRACTICE.",
  },
  "no-profile": {
    outcome: "usage",
    means: "No service, or no business profile, is set up.",
    todo: "selfbill profile set NAME --base-url URL --business-profile ID, or add --sandbox.",
  },
  "no-company": {
    outcome: "usage",
    means: "No profile, or more than one, has the company that was named. Nothing was sent.",
    todo: "Use a name that selfbill profile list shows, or give the profile one: selfbill profile set NAME --company COMPANY.",
  },
  "server-setup": {
    outcome: "done",
    means:
      "The server of the journal works, but the way it is set up, or the user that connects, may cost records or stop people who send.",
    todo: "Do what doctor says, or show it to whoever runs the server: selfbill help dba.",
  },
  "series-used": {
    outcome: "duplicate",
    means:
      "The number series of the profile gave numbers to another company, so both would have documents of the same numbers. Nothing was sent.",
    todo: "Give this company a series of its own: selfbill profile set NAME --number-series SERIES.",
  },
  "series-shared": {
    outcome: "done",
    means: "Two companies took numbers from the same number series, so both have documents of the same numbers.",
    todo: "Give each company a series of its own: selfbill profile set NAME --number-series SERIES.",
  },
  "vat-return-in-part": {
    outcome: "done",
    means:
      "Other business profiles have the same TRN, so the annex to the VAT return of this one is a part of that return.",
    todo: "The annex of all of them: selfbill report --all-companies.",
  },
  "wrong-company": {
    outcome: "invalid",
    means:
      "The document names a company that no profile has, or another one than the run is for; or its row of a sheet names none. Nothing was sent.",
    todo: "Write a name that selfbill profile list shows, or run the command for that company: --company NAME.",
  },
  "bad-setting": {
    outcome: "usage",
    means: "A value of a profile is not in the required format.",
    todo: "Write it as the hint shows.",
  },
  "no-token": {
    outcome: "auth",
    means: "There is no token for this service.",
    todo: "selfbill login.",
  },
  "bad-token": {
    outcome: "auth",
    means: "This is not a token: it is empty or has characters that no token has.",
    todo: "Copy the whole token again, without spaces and line breaks.",
  },
  "keychain-missing": {
    outcome: "local_state",
    means: "This computer has no keychain that selfbill can use for the token.",
    todo: "Unlock it, or keep the token in a file that only you can read: --insecure-storage.",
  },
  "token-elsewhere": {
    outcome: "auth",
    means: "The stored token belongs to another address, and is never sent to this one.",
    todo: "selfbill login for this service.",
  },
  "token-ending": {
    outcome: "done",
    means: "The token expires within 7 days. After that the service refuses it.",
    todo: "Get a new token, then selfbill login.",
  },
  "unstable-version": {
    outcome: "done",
    means:
      "The profile uses version 20260507 of a real service; 20260101 is the stable one. Try 20260507 in a sandbox first.",
    todo: "selfbill profile set NAME --service-version 20260101, unless this is intended.",
  },
  // Problems with this computer
  "node-unsupported": {
    outcome: "local_state",
    means: "This version of Node is not one that selfbill is tested with.",
    todo: "Install Node 20.19, 22.13, 24 or newer.",
  },
  "package-missing": {
    outcome: "local_state",
    means: "A package that selfbill needs on this computer is not installed.",
    todo: "Install selfbill again: npm ci, or npm install --global selfbill.",
  },
  "disk-low": {
    outcome: "local_state",
    means: "The disk of the journal is almost full. Without space for a record nothing can be sent.",
    todo: "Free disk space.",
  },
  "locale-odd": {
    outcome: "done",
    means: "The terminal is not set to UTF-8, so Arabic names may be shown wrongly. Files are not affected.",
    todo: "Set LANG to a UTF-8 locale, such as C.UTF-8.",
  },
  "ca-unusable": {
    outcome: "local_state",
    means: "A file of certificate authorities cannot be used, so certificates that they signed are not trusted.",
    todo: "Name a file in PEM format that you can read.",
  },
  "certificate-ending": {
    outcome: "done",
    means:
      "The certificate of the service, or of the journal's server, expires within 14 days. After that selfbill does not connect to it.",
    todo: "Ask the service, or whoever runs the server, to renew it in time.",
  },
} as const satisfies Record<string, ProblemEntry>;
