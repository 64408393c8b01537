import type { RecordsTable } from "../store/records-table.ts";
import type { Aside } from "../trouble.ts";
import type { Disk } from "./disk.ts";

/** Takes over what dead processes set aside, and clears their files away. */
export function inherit(
  { database, setAside, release }: Pick<Disk, "database" | "setAside" | "release">,
  me: Pick<ReturnType<Disk["owners"]>, "sweep">,
  records: RecordsTable,
): void {
  me.sweep((name) => {
    for (const aside of setAside(name) as Aside[]) {
      const { result, ...record } = aside;
      database.transaction(() => {
        const ended = records.ofAttempt(record.attempt).some((each) => each.type === "result");
        if (!ended) records.addResult(record, result);
      });
    }
    release(name);
  });
}
