interface AttemptState {
  /** In a table. */
  readonly says: string;
  /** Whether a document came of it, or may have come of it. */
  readonly mayExist: boolean;
  /** In a sentence about the document that did not come of it. */
  readonly ended?: string;
}

/** What one try of sending came to, in the order in which a person may ask for it. */
export const attemptStates = {
  created: { says: "created", mayExist: true },
  refused: { says: "refused", mayExist: false, ended: "refused by the service: no document was created" },
  "not-sent": { says: "not sent", mayExist: false, ended: "not sent: no document was created" },
  "in-doubt": { says: "IN DOUBT", mayExist: true },
  "not-created": { says: "not created", mayExist: false, ended: "not created: the document does not exist" },
  "under-way": { says: "under way", mayExist: true },
} as const satisfies Readonly<Record<string, AttemptState>>;

export type PastState = keyof typeof attemptStates;
export const pastStates = Object.keys(attemptStates) as readonly PastState[];
/** The states of tries that made a document, or may have made one. */
export const existingStates = pastStates.filter((state) => attemptStates[state].mayExist);

/** What is known of a state. */
export function attemptFacts(state: PastState): AttemptState {
  return attemptStates[state];
}

/** Whether a document came of a try, or may have come of it. */
export function mayExist({ state }: { readonly state: PastState }): boolean {
  return attemptStates[state].mayExist;
}

/** Whether nobody knows yet what came of a try that left. */
export function isUnsettled({ state }: { readonly state: PastState }): boolean {
  return state !== "created" && mayExist({ state });
}
