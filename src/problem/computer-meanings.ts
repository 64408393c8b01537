/** What the problem codes of this computer mean, as `selfbill doctor` finds them, and what to do about each. */
export const computerMeanings = {
  "node-unsupported": {
    means: "This version of Node is not one that selfbill is tested with.",
    todo: "Install Node 20.19, 22.13, 24 or newer.",
  },
  "package-missing": {
    means: "A package that selfbill needs on this computer is not installed.",
    todo: "Install selfbill again: npm ci, or npm install --global selfbill.",
  },
  "disk-low": {
    means: "The disk of the journal is almost full. Without space for a record nothing can be sent.",
    todo: "Free disk space.",
  },
  "locale-odd": {
    means: "The terminal is not set to UTF-8, so Arabic names may be shown wrongly. Files are not affected.",
    todo: "Set LANG to a UTF-8 locale, such as C.UTF-8.",
  },
  "ca-unusable": {
    means: "A file of certificate authorities cannot be used, so certificates that they signed are not trusted.",
    todo: "Name a file in PEM format that you can read.",
  },
  "certificate-ending": {
    means: "The certificate of the service ends within 14 days. After that selfbill does not connect to it.",
    todo: "Tell the service to renew it in time.",
  },
  "token-ending": {
    means: "The token expires within 7 days. After that the service refuses it.",
    todo: "Get a new token, then selfbill login.",
  },
} as const;
