import { type Bridge, openBridge } from "../../src/database/postgres/bridge.ts";
import { openServer } from "../../src/database/postgres/open.ts";
import { type Journal, journalOn, type ServerPatience } from "../../src/journal/index.ts";
import { openServerDisk } from "../../src/journal/server/disk.ts";
import { given } from "./journal-file.ts";
import { placeOf, withOwnersHand } from "./server-journal.ts";

/** When a session ends: before the server receives a statement, or between the statement and its answer. */
export type When = "before" | "after";

/** Sessions that the server ends at chosen statements. */
export interface MortalSessions {
  readonly journal: Journal;
  /** Messages shown to the user. */
  readonly said: string[];
  /** The number of statements so far, across all sessions. */
  readonly asked: number;
  /** Lets `after` more statements pass, then ends the session at each of the next `times` statements. */
  endAt(after: number, when: When, times?: number): void;
}

/** Opens a journal that waits when its connection is lost, and lets the test end its sessions. */
export function mortalSessions(folder: string, change: Partial<ServerPatience> = {}): MortalSessions {
  const said: string[] = [];
  let [asked, due, when, times] = [0, Number.POSITIVE_INFINITY, "before" as When, 1];
  const open = (...words: Parameters<typeof openBridge>): Bridge => {
    const bridge = openBridge(...words);
    const { process } = bridge.ask({ sql: "SELECT 1" }, 5_000);
    const end = (): void => {
      [due, times] = times > 1 ? [asked, times - 1] : [Number.POSITIVE_INFINITY, 1];
      withOwnersHand(folder, (database) => database.get("SELECT pg_terminate_backend(?, 5000)", process));
    };
    return {
      get lost() {
        return bridge.lost;
      },
      close: () => bridge.close(),
      ask(statement, milliseconds) {
        asked += 1;
        const isDue = asked > due;
        if (isDue && when === "before") end();
        const told = bridge.ask(statement, milliseconds);
        if (!isDue) return told;
        end();
        return bridge.ask({ sql: "SELECT 1" }, milliseconds);
      },
    };
  };
  const ways = {
    openServer: (...[server, schema]: Parameters<typeof openServer>) =>
      openServer(server, schema, { open, openAgain: open }),
  };
  const patience: ServerPatience = {
    most: 20_000,
    isAsked: false,
    say: (line) => void said.push(line),
    pause: async (milliseconds) => new Promise((on) => setTimeout(on, milliseconds, true)),
    now: () => performance.now(),
    ...change,
  };
  const journal = journalOn(given(openServerDisk(placeOf(folder), ways)), { patience, window: 1 });
  return {
    journal,
    said,
    get asked() {
      return asked;
    },
    endAt(after, at, often = 1) {
      [due, when, times] = [asked + after, at, often];
    },
  };
}
