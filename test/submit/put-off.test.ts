import { join } from "node:path";
import { expect, test } from "vitest";
import { byHand } from "../support/journal-file.ts";
import { http, startRawServer } from "../support/raw-server.ts";
import { submitterTo } from "../support/submission.ts";

test("a request that the service put off is not sent again where that could not be recorded, and is in no doubt", async () => {
  const server = await startRawServer((socket) =>
    socket.end(
      server.requests.length === 1
        ? http(429, "{}", { "retry-after": "1" })
        : http(201, '{"id":"0f8a2c1e","document_number":"SB-9"}'),
    ),
  );
  const { desk, send } = await submitterTo(server);
  const folder = join(desk.folder, "state");
  byHand(folder, (database) =>
    database.run(`CREATE TRIGGER held BEFORE INSERT ON record WHEN NEW.type = 'result'
      BEGIN SELECT RAISE(ABORT, 'database is locked'); END`),
  );
  const waiting = { none: false, most: 300_000 };
  expect(await send({ document_number: "SB-9" }, { waiting })).toMatchObject({ outcome: "not_sent" });
  expect(server.requests).toHaveLength(1);
  byHand(folder, (database) => database.run("DROP TRIGGER held"));
});
