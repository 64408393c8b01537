import { expect, test } from "vitest";
import { readDocuments } from "../../src/commands/follow/read-documents.ts";
import { openService } from "../../src/send/index.ts";
import { accessTo, http, startRawServer } from "../support/raw-server.ts";
import { unwrap } from "../support/settings.ts";
import { plain, shop } from "../support/shop.ts";

test("a service that tells more documents on a page than it was asked for is read all the same", async () => {
  const count = 200_000;
  const content = Array.from({ length: count }, (_, at) => ({ id: `id-${at}` }));
  const page = { content, page_number: 0, total_pages: 1, total_elements: count };
  const server = await startRawServer((socket) => void socket.end(http(200, JSON.stringify(page))));
  const { desk } = await shop();
  const connection = { ...unwrap(await desk.connect(plain)), service: openService(accessTo(server.port)) };
  const read = unwrap(await readDocuments("invoice", {}, { keep: () => true }, connection, desk));
  expect(read.documents).toHaveLength(count);
});
