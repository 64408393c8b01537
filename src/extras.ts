/** The extras of this build, one line each. Without its folder and its line, an extra is gone. */
import type { Extra } from "./extra.ts";
import { acceptanceExtra } from "./extras/acceptance/index.ts";
import { archiveExtra } from "./extras/archive/index.ts";
import { certifyExtra } from "./extras/certify/index.ts";
import { completionExtra } from "./extras/completion/index.ts";
import { consoleExtra } from "./extras/console/index.ts";
import { fourEyesExtra } from "./extras/four-eyes/index.ts";
import { handoverExtra } from "./extras/handover/index.ts";
import { itemsExtra } from "./extras/items/index.ts";
import { outageExtra } from "./extras/outage/index.ts";
import { pdfExtra } from "./extras/pdf/index.ts";
import { reportsExtra } from "./extras/reports/index.ts";
import { rulesTryExtra } from "./extras/rules-try/index.ts";
import { supplierListsExtra } from "./extras/supplier-lists/index.ts";
import { verdictFormatsExtra } from "./extras/verdict-formats/index.ts";

export const extras: readonly Extra[] = [
  fourEyesExtra,
  reportsExtra,
  outageExtra,
  handoverExtra,
  completionExtra,
  certifyExtra,
  rulesTryExtra,
  archiveExtra,
  pdfExtra,
  acceptanceExtra,
  verdictFormatsExtra,
  consoleExtra,
  itemsExtra,
  supplierListsExtra,
];
