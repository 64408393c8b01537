import * as z from "zod";

export const snapshotName = z.string().min(1).max(100);
