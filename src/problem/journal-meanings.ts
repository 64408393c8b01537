/** What the problem codes of the journal and its mark mean, and what to do about each. */
export const journalMeanings = {
  "journal-unusable": {
    means:
      "The record of what was sent cannot be read or written. Without it a document could be sent twice, so nothing is sent.",
    todo: "Check the folder's rights and free space; selfbill journal verify checks whether it is complete.",
  },
  "journal-newer": {
    means: "A newer selfbill wrote the record of what was sent. This one could misread it, so nothing is read or sent.",
    todo: "Update selfbill on this computer.",
  },
  "journal-moved": {
    means: "This journal file is closed: the journal was moved, or another one replaced it.",
    todo: "Use the folder that the message names: --journal DIR.",
  },
  "journal-in-use": {
    means: "Another selfbill process is using the journal, so it was not changed.",
    todo: "Wait until it has ended, then run the same command again.",
  },
  "exists-twice": {
    means:
      "Two journals were merged, and together they show a document that was created twice. Nothing was lost or sent.",
    todo: "Look at both documents at the service, and credit the one that should not exist.",
  },
  "journal-synced": {
    means: "The journal is in a folder that a program copies to other computers, which can bring back an older copy.",
    todo: "selfbill journal move --to DIR moves it to a folder of this computer alone.",
  },
  "journal-missing": {
    means: "This is CI, and there is no journal of earlier runs: what was sent before is not known.",
    todo: "Keep journal and mark from run to run (--journal DIR, --journal-mark FILE), or add --first-run.",
  },
  "journal-behind": {
    means:
      "The journal is not the one that was used last: it is missing, empty, an older copy, another one, or one of two copies that were both used. Nothing was sent.",
    todo: "Put the latest journal back; otherwise selfbill reconcile, or selfbill journal accept if you know that nothing is missing.",
  },
  "journal-incomplete": {
    means: "The service has documents of this account that are not in the journal. Nothing was sent.",
    todo: "selfbill reconcile compares both.",
  },
  "mark-missing": {
    means: "This is CI, the service has no lists to ask, and there is no journal mark. Nothing was sent.",
    todo: "Keep the mark from run to run (--journal-mark FILE); selfbill journal accept makes the first one.",
  },
  "mark-unusable": {
    means: "The journal mark, which tells the latest journal from an old one, cannot be read or written.",
    todo: "Check the free space and the permissions of its folder.",
  },
} as const;
