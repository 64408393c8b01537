import type { BusinessProfile } from "../document/index.ts";
import type { UblElement } from "../ubl/index.ts";
import { type ClientVerification, verifyClient } from "./control/verify.ts";
import { storedTree } from "./documents/network-check.ts";
import { currentStatus } from "./documents/retrieve-document.ts";
import type { StoredDocument } from "./documents/stored-document.ts";
import type { Controls, Office } from "./office.ts";
import { type LegState, legStateAt, type PeppolStatus, phaseAt } from "./state.ts";
import { eventsAt, type HistoryEvent } from "./status/history.ts";
import { outcomes } from "./test-suppliers.ts";

/** A document as shown in the console. */
export interface WatchedDocument {
  readonly stored: StoredDocument;
  readonly status: PeppolStatus;
  readonly legs: { readonly c3: LegState; readonly c5: LegState };
}

/**
 * The console's access to the sandbox. Reading changes nothing and does not count as a request; only `controls` can
 * change anything.
 */
export interface Watch {
  readonly controls: Controls;
  readonly profile: BusinessProfile;
  count(): number;
  /** Returns documents of both kinds, newest first. */
  latest(from: number, most: number): readonly WatchedDocument[];
  document(id: string): WatchedDocument | undefined;
  /** Returns the document's events, oldest first. */
  events(watched: WatchedDocument): readonly HistoryEvent[];
  /** Returns the UBL as the network sees it. */
  tree(watched: WatchedDocument): UblElement;
  verify(): ClientVerification;
}

export function watchOf({ services, controls }: Office, profile: BusinessProfile): Watch {
  const { store, settings } = services;
  const pending = settings.pendingSeconds * 1000;
  const seen = (stored: StoredDocument): WatchedDocument => {
    const phase = phaseAt(stored, services.now(), pending);
    const { c3, c5 } = outcomes[stored.outcome];
    return {
      stored,
      status: currentStatus(stored, services),
      legs: { c3: legStateAt(c3, phase), c5: legStateAt(c5, phase) },
    };
  };
  return {
    controls,
    profile,
    count: () => store.countAll(),
    latest: (from, most) => store.latest(from, most).map(seen),
    document(id) {
      const stored = store.get("invoice", id) ?? store.get("credit-note", id);
      return stored && seen(stored);
    },
    events: ({ stored }) =>
      eventsAt({ ...stored, earlierSubmissions: store.earlierSubmissions(stored.id) }, services.now(), pending),
    tree: ({ stored }) => storedTree(stored, services),
    verify: () => verifyClient(controls.requests),
  };
}
