import { expect, test } from "vitest";
import { callerOf } from "../../src/desk/real/caller.ts";

const real = { origin: "https://api.service.example", businessProfileId: "BP-1", accountName: undefined };
const jwt = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.signature`;

test("a name goes before the client, that before the token's own words, those before the token", () => {
  const subject = jwt({ iss: "https://id.service.example", sub: "org-1", exp: 1 });
  expect(callerOf({ ...real, accountName: "Main" }, { clientId: "c" })).toMatchObject({ by: "name", value: "Main" });
  expect(callerOf({ ...real, accountName: "Main" }, { token: subject })).toMatchObject({ by: "name", value: "Main" });
  expect(callerOf(real, { clientId: "c" })).toMatchObject({ by: "client", value: "c" });
  expect(callerOf(real, { token: subject })).toMatchObject({
    by: "subject",
    value: '["https://id.service.example","org-1"]',
  });
  expect(callerOf(real, { token: jwt({ sub: "org-1", exp: 2 }) })).not.toEqual(callerOf(real, { token: subject }));
  expect(callerOf(real, { token: jwt({ client_id: "c", azp: "d" }) })).toMatchObject({ value: '["","c"]' });
  expect(callerOf(real, { token: jwt({ azp: "d" }) })).toMatchObject({ value: '["","d"]' });
});

test.each(["opaque", "a.b.c", jwt({ exp: 1 }), jwt({ sub: "", client_id: 5 }), `${jwt({ sub: "x" })}.more`])(
  "a token that does not say whose it is stands for itself: %s",
  (token) => {
    expect(callerOf(real, { token })).toEqual({ service: real.origin, by: "token", value: token });
  },
);

test("services are told apart by their address, on this computer whatever the port", () => {
  const at = (origin: string, businessProfileId: string) =>
    callerOf({ ...real, origin, businessProfileId }, { token: "t" }).service;
  expect(at("https://test.service.example", "BP-1")).not.toBe(at(real.origin, "BP-1"));
  expect(at("http://127.0.0.1:1", "BP-1")).toBe(at("http://127.0.0.1:2", "BP-2"));
  expect(at("http://127.0.0.1:1", "BP-1")).not.toBe(at("http://127.0.0.1:1", "SBX-1"));
});
