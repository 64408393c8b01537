import { join } from "node:path";
import { expect, test } from "vitest";
import { createInvoice } from "../../src/commands/create-invoice.ts";
import { createWords } from "../support/create-options.ts";
import { invoice } from "../support/documents.ts";
import { byHand } from "../support/journal-file.ts";
import { http, startRawServer } from "../support/raw-server.ts";
import { created, deskBefore, first } from "../support/sender.ts";

test("a request that the service put off is not sent again where that could not be recorded, and is in no doubt", async () => {
  const server = await startRawServer((socket) =>
    socket.end(server.requests.length === 1 ? http(429, "{}", { "retry-after": "1" }) : http(201, created)),
  );
  const { desk } = deskBefore(server);
  const file = desk.file("march.json", JSON.stringify(invoice({ document_number: "SB-9" })));
  const send = () => createInvoice.run({ words: [file], options: createWords }, desk);
  const folder = join(desk.folder, "state");
  byHand(folder, (database) =>
    database.run(`CREATE TRIGGER held BEFORE INSERT ON record WHEN NEW.type = 'result'
      BEGIN SELECT RAISE(ABORT, 'database is locked'); END`),
  );
  const report = await send();
  expect(first(report)).toMatchObject({ outcome: "not_sent" });
  expect(server.requests).toHaveLength(1);
  byHand(folder, (database) => database.run("DROP TRIGGER held"));
});
