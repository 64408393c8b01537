import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { askDirectory, type LookedUp } from "../../src/commands/suppliers/look-up.ts";
import { renderJson } from "../../src/render/index.ts";
import { participantName } from "../../src/send/index.ts";
import { bookText, type Supplier } from "../../src/suppliers/index.ts";
import { type DnsAnswer, peppolStub } from "../support/peppol-stub.ts";
import { runSelfbill, temporaryFolder } from "../support/run-selfbill.ts";
import { from } from "../support/shop.ts";
import { supplierDesk } from "../support/supplier-desk.ts";
import { desertLime } from "../support/suppliers.ts";

const zone = "sml.example";
const address = "0235:1002345674";
const now = Date.parse("2026-06-15T08:00:00Z");
const selfBilling = "urn:peppol:pint:selfbilling-1@ae-1";
const docType = (of = selfBilling, root = "Invoice", scheme = "peppol-doctype-wildcard"): string =>
  `${scheme}::urn:oasis:names:specification:ubl:schema:xsd:${root}-2::${root}##${of}::2.1`;
const both = [docType(), docType(selfBilling, "CreditNote")];
const bdx = "http://busdox.org/serviceMetadata/publishing/1.0/";

type Stub = Awaited<ReturnType<typeof peppolStub>>;
const pathOf = (of = address): string => `/${encodeURIComponent(`iso6523-actorid-upis::${of}`)}`;
const servicePath = (type: string, of = address): string => `${pathOf(of)}/services/${encodeURIComponent(type)}`;
const group = (types: readonly string[], base: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><smp:ServiceGroup xmlns:smp="${bdx}"><smp:ServiceMetadataReferenceCollection>${types
    .map((each) => `<smp:ServiceMetadataReference href="${base}${servicePath(each)}"/>`)
    .join("")}</smp:ServiceMetadataReferenceCollection></smp:ServiceGroup>`;
const endpoint = (dates = ""): string =>
  `<SignedServiceMetadata xmlns="${bdx}"><ServiceMetadata><ServiceInformation><ProcessList><Process><ServiceEndpointList><Endpoint transportProfile="peppol-transport-as4-v2_0">${dates}</Endpoint></ServiceEndpointList></Process></ProcessList></ServiceInformation></ServiceMetadata></SignedServiceMetadata>`;
const redirectTo = (href: string): string =>
  `<SignedServiceMetadata xmlns="${bdx}"><ServiceMetadata><Redirect href="${href}"/></ServiceMetadata></SignedServiceMetadata>`;
const at = (url: string, more = {}) => ({ regexp: `!.*!${url}!`, ...more });

/** Registers a participant that accepts both kinds of document; each case changes one fact. */
function register(stub: Stub, types: readonly string[] = both, of = address): void {
  stub.names.set(zone, []);
  stub.names.set(participantName(of, zone), [at(stub.base)]);
  stub.pages.set(pathOf(of), group(types, stub.base));
  for (const each of types) stub.pages.set(servicePath(each, of), endpoint());
}
const ask = (stub: Stub, of = address): Promise<LookedUp> => {
  const patience = { head: 300, whole: 2_000 };
  return askDirectory(of, { resolver: stub.resolver, zone, environment: {}, clientVersion: "1", patience }, now);
};
const named = (stub: Stub, answer: DnsAnswer) => stub.names.set(participantName(address, zone), answer);

/** The possible states of the directory, each with the answer and the reason. */
const cases: Readonly<Record<string, readonly [change: (stub: Stub) => void, answer: string, how: string]>> = {
  registered: [() => undefined, "yes", "for self-billed invoices of PINT AE"],
  "not registered at its publisher": [({ pages }) => pages.clear(), "no", "does not know it"],
  "registered without self-billing": [
    (stub) => register(stub, [docType("urn:peppol:pint:billing-1@ae-1")]),
    ...(["no", "but not for self-billed invoices of PINT AE"] as const),
  ],
  expired: [
    ({ pages }) =>
      pages.set(
        servicePath(docType()),
        endpoint("<ServiceExpirationDate>2026-06-14T00:00:00Z</ServiceExpirationDate>"),
      ),
    ...(["no", "its registration for self-billed invoices ended on 2026-06-14"] as const),
  ],
  "two publishers, one preferred": [
    (stub) => named(stub, [at("https://second.example", { order: 200 }), at(stub.base)]),
    ...(["yes", "registered at 127.0.0.1"] as const),
  ],
  "two publishers, none preferred": [
    (stub) => named(stub, [at("https://second.example"), at(stub.base)]),
    ...(["unknown", "the locator names two publishers"] as const),
  ],
  redirect: [
    ({ pages, base }) => {
      pages.set(servicePath(docType()), redirectTo(`${base}/other`));
      pages.set("/other", endpoint());
    },
    ...(["yes", "for self-billed invoices"] as const),
  ],
  "redirect in a circle": [
    ({ pages, base }) => pages.set(servicePath(docType()), redirectTo(`${base}${servicePath(docType())}`)),
    ...(["unknown", "its publishers send from one to the other"] as const),
  ],
  "garbage from the publisher": [({ pages }) => pages.set(pathOf(), "<a><b>"), "unknown", "no answer that can be read"],
  "garbage from the locator": [(stub) => named(stub, [{ regexp: "!.*" }]), "unknown", "names no secure address"],
  "five megabytes": [
    ({ pages }) => pages.set(pathOf(), `<a>${" ".repeat(5_000_000)}</a>`),
    ...(["unknown", "127.0.0.1"] as const),
  ],
  slow: [({ pages }) => pages.set(pathOf(), () => undefined), "unknown", "it did not answer in time"],
  NXDOMAIN: [(stub) => named(stub, { code: 3 }), "no", "not registered in Peppol's locator"],
  "a resolver that denies every name": [
    ({ names }) => names.clear(),
    "unknown",
    "does not know Peppol's locator (sml.example)",
  ],
  "no record of that kind": [(stub) => named(stub, []), "no", "not registered in Peppol's locator"],
  SERVFAIL: [(stub) => named(stub, { code: 2 }), "unknown", "the DNS did not answer (ESERVFAIL)"],
  "a locator in other letters": [
    (stub) => named(stub, [at(stub.base, { flags: "u", service: "META:smp" })]),
    ...(["yes", "for self-billed invoices"] as const),
  ],
  "a later beginning": [
    ({ pages }) =>
      pages.set(
        servicePath(docType()),
        endpoint("<ServiceActivationDate>2027-01-01T00:00:00Z</ServiceActivationDate>"),
      ),
    ...(["no", "begins on 2027-01-01"] as const),
  ],
  "invoices alone": [(stub) => register(stub, [docType()]), "yes", "but not for self-billed credit notes"],
  "credit notes alone": [(stub) => register(stub, [docType(selfBilling, "CreditNote")]), "no", "but not for"],
  "a type for all countries": [(stub) => register(stub, [docType("urn:peppol:pint:selfbilling-1*")]), "yes", "PINT AE"],
  "a type of another country": [(stub) => register(stub, [docType("urn:peppol:pint:selfbilling-1@my-1")]), "no", "not"],
  "a redirect of HTTP": [
    ({ pages, base }) => pages.set(pathOf(), (response) => response.writeHead(302, { location: `${base}/x` }).end()),
    ...(["unknown", "no answer that can be read (302)"] as const),
  ],
  "a publisher that fails": [
    ({ pages }) => pages.set(pathOf(), (response) => response.writeHead(500).end()),
    ...(["unknown", "(500)"] as const),
  ],
  "an address without https": [
    (stub) => named(stub, [at("http://smp.example")]),
    ...(["unknown", "names no secure address (https)"] as const),
  ],
  "records of another service": [
    (stub) => named(stub, [at(stub.base, { service: "E2U+sip" })]),
    "no",
    "not registered",
  ],
};

test.each(Object.entries(cases))("a look-up: %s", async (_, [change, answer, how]) => {
  const stub = await peppolStub();
  register(stub);
  change(stub);
  const told = await ask(stub);
  expect([told.answer, told.how]).toEqual([answer, expect.stringContaining(how)]);
});

test("an address in capitals is asked for in small letters, in the DNS and at the publisher", async () => {
  const stub = await peppolStub();
  register(stub, both, "9925:be0123");
  expect((await ask(stub, "9925:BE0123")).answer).toBe("yes");
});

test("names are those of the locator's own examples", () => {
  const hashes = ["9915:test", "9915:TEST", "0208:0677424046"].map((each) => participantName(each, zone).split(".")[0]);
  const first = "eh5boavaktmbgzyh2a63dz4qov33fvp5nsdvqklucfraayoodw6a";
  expect(hashes).toEqual([first, first, "yrudm3nqrm76uobzh4griobewmqd4mx574cfdtm75zphrex4ydya"]);
});

test("a publisher on this computer is not asked where the resolver is elsewhere", async () => {
  const stub = await peppolStub();
  register(stub);
  const access = { zone, environment: {}, clientVersion: "1" };
  const { askPublisher } = await import("../../src/send/index.ts");
  for (const resolver of [undefined, "192.0.2.1"])
    expect(await askPublisher(`${stub.base}${pathOf()}`, { ...access, resolver })).toMatchObject({ is: "unknown" });
  expect(stub.asked).toEqual([]);
});

const of = (tin: string, name: string): Supplier =>
  desertLime({ supplier: name, accounting_supplier_party: from(tin).accounting_supplier_party });
const book = [
  of("1002345674", "palm"),
  of("1111111111", "oasis"),
  of("1222222222", "stone"),
  of("9900000098", "abroad"),
];

test("an answer is kept with its day; without one the book stays as it was; nobody is asked about a placeholder", async () => {
  const stub = await peppolStub();
  register(stub);
  stub.names.set(participantName("0235:1222222222", zone), { code: 2 });
  const desk = supplierDesk(book);
  const options = { lookUp: true, resolver: stub.resolver, smlZone: zone };
  const told = renderJson(await desk.run("reach", options)).reach as Record<string, string>[];
  expect(told.map((each) => [each.supplier, each.on_network, each.on])).toEqual([
    ["palm", "yes", "2026-06-15"],
    ["oasis", "no", "2026-06-15"],
    ["stone", "unknown", null],
    ["abroad", "no", null],
  ]);
  expect(told[2]?.ground).toBe("no document has shown it yet. Not looked up: the DNS did not answer (ESERVFAIL)");
  const words = (await desk.inBook()).map((each) => [each.supplier, each.on_network?.answer, each.on_network?.how]);
  expect(words).toEqual([
    ["abroad", undefined, undefined],
    ["oasis", "no", "look-up: not registered in Peppol's locator"],
    [
      "palm",
      "yes",
      expect.stringMatching(/^look-up: registered at 127\.0\.0\.1:\d+ for self-billed invoices of PINT AE$/),
    ],
    ["stone", undefined, undefined],
  ]);
  expect(stub.asked.filter((each) => each.includes("9900000098"))).toEqual([]);
  expect(stub.asked).not.toContain(`DNS ${participantName("0235:9900000098", zone)}`);
  stub.asked.length = 0;
  await desk.run("reach oasis", options);
  expect(stub.asked).toEqual([`DNS ${participantName("0235:1111111111", zone)}`, `DNS ${zone}`]);
});

test.each([
  ["reach palm", { lookUp: true, sandbox: true }, "Practice asks nobody outside of this computer."],
  ["reach palm yes", { lookUp: true }, "--look-up goes with names alone."],
  ["reach palm", { lookUp: true, by: "me" }, "--look-up goes with names alone."],
  ["reach palm", { resolver: "127.0.0.1" }, "--resolver and --sml-zone belong to --look-up."],
  ["list", { lookUp: true }, "--look-up belongs to suppliers reach."],
] as const)("%s %j is refused before anybody is asked", async (words, options, says) => {
  const stub = await peppolStub();
  const desk = supplierDesk(book);
  const report = await desk.run(words, { ...("resolver" in options ? {} : { resolver: undefined }), ...options });
  expect([report.outcome, report.problems[0]?.message]).toEqual(["usage", says]);
  expect(stub.asked).toEqual([]);
});

test("nothing leaves the computer without the option, and with it only the questions of a look-up", async () => {
  const home = temporaryFolder();
  writeFileSync(join(home, "book.yaml"), bookText(book.slice(0, 3)));
  // All network access of the process is blocked, and each attempt is recorded.
  writeFileSync(
    join(home, "closed.cjs"),
    `const say = (what) => () => { process.stderr.write("TRIED " + what + "\\n"); throw Object.assign(new Error("closed"), { code: "ECLOSED" }); };
     require("node:net").Socket.prototype.connect = say("connect");
     require("node:dgram").createSocket = say("dgram");
     const dns = require("node:dns");
     for (const each of [dns, dns.promises]) for (const name of ["lookup", "resolve", "resolve4", "resolve6", "resolveNaptr"]) each[name] = say("dns");
     for (const each of [dns.Resolver, dns.promises.Resolver]) each.prototype.resolveNaptr = say("naptr");`,
  );
  const env = { NODE_OPTIONS: `--require=${join(home, "closed.cjs")}` };
  const run = (...words: string[]) => runSelfbill(["suppliers", ...words], { home, env });
  expect((await run("import", join(home, "book.yaml"))).code).toBe(0);
  for (const words of [
    ["reach"],
    ["reach", "palm"],
    ["list"],
    ["show", "palm"],
    ["reach", "palm", "no", "--by", "me"],
  ]) {
    const ran = await run(...words);
    expect([words, ran.code, ran.stderr]).toEqual([words, 0, expect.not.stringContaining("TRIED")]);
  }
  expect((await run("reach", "oasis", "--look-up")).stderr).toContain("TRIED naptr");
});
