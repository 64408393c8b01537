interface AttemptState {
  /** The label in a table. */
  readonly says: string;
  /** Whether such an attempt created a document, or may have. */
  readonly mayExist: boolean;
  /** Words for a sentence about the document that the attempt did not create. */
  readonly ended?: string;
}

/** The states of one attempt to send, in the order in which people ask for them. */
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
/** The states of attempts that created a document, or may have. */
export const existingStates = pastStates.filter((state) => attemptStates[state].mayExist);

/** Returns the facts about a state. */
export function attemptFacts(state: PastState): AttemptState {
  return attemptStates[state];
}

/** Whether an attempt created a document, or may have. */
export function mayExist({ state }: { readonly state: PastState }): boolean {
  return attemptStates[state].mayExist;
}

/** Whether the result of an attempt that was sent is still unknown. */
export function isUnsettled({ state }: { readonly state: PastState }): boolean {
  return state !== "created" && mayExist({ state });
}
