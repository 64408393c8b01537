interface AttemptState {
  readonly says: string;
  /** Whether the document exists or may exist. */
  readonly mayExist: boolean;
  /** For sentences about a document that was not created. */
  readonly ended?: string;
}

/** In the order of relevance to the user. */
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
/** States with a document that exists or may exist. */
export const existingStates = pastStates.filter((state) => attemptStates[state].mayExist);

export function attemptFacts(state: PastState): AttemptState {
  return attemptStates[state];
}

/** Whether the document exists or may exist. */
export function mayExist({ state }: { readonly state: PastState }): boolean {
  return attemptStates[state].mayExist;
}

/** Sent, and the result is unknown. */
export function isUnsettled({ state }: { readonly state: PastState }): boolean {
  return state !== "created" && mayExist({ state });
}
