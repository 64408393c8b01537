/**
 * The journal's second door, for who looks after journals: they are moved, merged, handed over, restored, repaired and
 * purged, a server is set up, and people are let in. What sends and follows documents enters by `index.ts`.
 */
export { handOverBooks, handOverJournal } from "./places/hand-over.ts";
export { type Merged, mergeIntoServer, mergeJournal } from "./places/merge.ts";
export { type ByWhom, moveJournal, type Placed } from "./places/move.ts";
export { networkDrive } from "./places/network-drive.ts";
export { type Purged, purgeJournal, purgeOnServer } from "./places/purge.ts";
export { repairJournal, repairOnServer } from "./places/repair.ts";
export { type Restored, restoreJournal } from "./places/restore.ts";
export type { Twice } from "./places/twice.ts";
export type { ServerAbout } from "./server/about.ts";
export { scriptForPsql } from "./server/for-psql.ts";
export { initServer } from "./server/init.ts";
export { moveToServer } from "./server/move.ts";
export { moveFromServer } from "./server/move-away.ts";
export { sqlOfJournal as sqlOfServer } from "./server/prepare.ts";
export { admitOnServer, canChangeTeam, type Revoked, revokeOnServer } from "./server/revoke.ts";
export { type TriedPassword, tryPassword } from "./server/try-password.ts";
export type { Repaired } from "./verify/repair.ts";
