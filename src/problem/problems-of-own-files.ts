import type { ProblemEntry } from "./outcome.ts";

export const problemsOfOwnFiles = {
  "journal-unusable": {
    outcome: "local_state",
    means:
      "The record of what was sent cannot be read or written. Without it a document could be sent twice, so nothing is sent.",
    todo: "Check the folder's permissions and free space. If it is damaged, put the latest backup in its place: selfbill journal restore FILE.",
  },
  "journal-newer": {
    outcome: "local_state",
    means: "A newer selfbill wrote the record of what was sent. This one could misread it, so nothing is read or sent.",
    todo: "Update selfbill on this computer.",
  },
  "journal-moved": {
    outcome: "local_state",
    means: "This journal file is closed: the journal was moved, or another one replaced it.",
    todo: "Use the folder that the message names, --journal DIR, or for every run: selfbill profile set NAME --journal DIR.",
  },
  "journal-is-backup": {
    outcome: "local_state",
    means:
      "This journal is a backup of another one, which may have sent more since. It is read like any journal, and nothing is sent from it.",
    todo: "Send from the original. If it is lost, go on with the backup: selfbill journal accept.",
  },
  "journal-handed-over": {
    outcome: "local_state",
    means:
      "This journal was handed over to another computer with selfbill handover, which sends from then on. It is read like any journal, and nothing is sent from it.",
    todo: "Send from the new computer. If nothing is sent there, go on with this journal: selfbill journal accept.",
  },
  "both-can-send": {
    outcome: "done",
    means:
      "A backup was put in place, and the journal that it was copied from is not closed: what one sends, the other does not know.",
    todo: "Send from one of the two alone.",
  },
  "journal-server-changed": {
    outcome: "local_state",
    means:
      "The server of the journal is another one, or was put back to an earlier moment, so what was recorded last may be missing. Nothing was sent.",
    todo: "Go on with this server, once for all who share it: selfbill journal accept.",
  },
  "journal-damaged": {
    outcome: "local_state",
    means:
      "A check found that the journal on the server is not as it was recorded, so what was sent before may not be known any more. Nothing was sent, and nobody who shares the journal sends.",
    todo: "The owner of its tables repairs it with selfbill journal repair, has a backup put in its place, or accepts it as it is.",
  },
  "journal-in-use": {
    outcome: "local_state",
    means: "Another selfbill process is using the journal, so it was not changed.",
    todo: "Wait until it has ended, then run the same command again.",
  },
  "exists-twice": {
    outcome: "invalid",
    means:
      "Two journals were merged, and together they show a document that was created twice. Nothing was lost or sent.",
    todo: "Look at both documents at the service, and credit the one that should not exist.",
  },
  "journal-synced": {
    outcome: "done",
    means: "The journal is in a folder that a program copies to other computers, which can bring back an older copy.",
    todo: "selfbill journal move --to DIR moves it to a folder of this computer alone.",
  },
  "journal-missing": {
    outcome: "usage",
    means: "This is CI, and there is no journal of earlier runs: what was sent before is not known.",
    todo: "Keep journal and mark from run to run (--journal DIR, --journal-mark FILE), or add --first-run.",
  },
  "journal-behind": {
    outcome: "local_state",
    means:
      "The journal is not the one that was used last: it is missing, empty, an older copy, another one, or one of two copies that were both used. Nothing was sent.",
    todo: "Put the latest journal back. If it is lost, go on with this one: selfbill journal accept.",
  },
  "journal-incomplete": {
    outcome: "local_state",
    means: "In CI: the service has documents of this account that are not in the journal. Nothing was sent.",
    todo: "If another computer or the service's own pages made them, record that: selfbill journal accept.",
  },
  "mark-missing": {
    outcome: "usage",
    means: "This is CI, the service has no lists to ask, and there is no journal mark. Nothing was sent.",
    todo: "Keep the mark from run to run (--journal-mark FILE); selfbill journal accept makes the first one.",
  },
  "mark-unusable": {
    outcome: "local_state",
    means: "The journal mark, which tells the latest journal from an old one, cannot be read or written.",
    todo: "Check the free space and the permissions of its folder. Remove a damaged one, and make a new one: selfbill journal accept.",
  },
  "result-set-aside": {
    outcome: "done",
    means: "The answer of the service could not be written to the journal and was saved beside it. Nothing is lost.",
    todo: "Free disk space, or wait until the server of the journal answers; then the next run on this computer records it: selfbill resolve.",
  },
  "being-sent": {
    outcome: "local_state",
    means: "Another selfbill process is sending this document, or one with its number, now.",
    todo: "Wait until it has ended, then run the same command again.",
  },
  "file-exists": {
    outcome: "local_state",
    means: "A file of that name already exists and was not overwritten.",
    todo: "Choose another name, or add --force.",
  },
  "folder-gone": {
    outcome: "local_state",
    means: "The folder in which the command was started does not exist any more.",
    todo: "Change to another folder, then run the same command again.",
  },
  "output-unwritable": {
    outcome: "local_state",
    means: "A file could not be written.",
    todo: "Check the folder's permissions and free space.",
  },
  "characters-missing": {
    outcome: "done",
    means: "The fonts of a PDF do not have some characters of the document; their codes are printed in their place.",
    todo: "Write the page with --html, and print it in a browser.",
  },
  "sandbox-unusable": {
    outcome: "local_state",
    means: "The practice service in this program could not be started.",
    todo: "Check its data folder, and whether the port is free.",
  },
  fault: {
    outcome: "internal",
    means: "selfbill has an internal error.",
    todo: "Run it again with --debug and report the output.",
  },
} as const satisfies Record<string, ProblemEntry>;
