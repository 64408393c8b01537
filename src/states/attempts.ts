interface AttemptState {
  readonly says: string;
  readonly mayExist: boolean;
  /** How the attempt ended, as part of a sentence; only for attempts that created no document. */
  readonly ended?: string;
}

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
export const existingStates = pastStates.filter((state) => attemptStates[state].mayExist);

export function attemptFacts(state: PastState): AttemptState {
  return attemptStates[state];
}

export function mayExist({ state }: { readonly state: PastState }): boolean {
  return attemptStates[state].mayExist;
}

/** True if it is not certain whether the document exists. */
export function isUnsettled({ state }: { readonly state: PastState }): boolean {
  return state !== "created" && mayExist({ state });
}
