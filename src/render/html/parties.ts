import { type Address, type BusinessProfile, codes, codeWords, type Party } from "../../document/index.ts";
import { type Html, html, joined, said } from "./escape.ts";
import { both, words } from "./words.ts";

export function parties(supplier: Party | undefined, customer: BusinessProfile | undefined): Html {
  const buyer = customer as Party | undefined;
  return html`<section class="sides">${party("supplier", supplier)}${buyer ? party("buyer", buyer) : unknownBuyer}</section>`;
}

const unknownBuyer = html`<div class="party"><h2>${both("buyer")}</h2><p>${both("buyerUnknown")}</p></div>`;

function party(side: "supplier" | "buyer", given: Party | undefined): Html {
  const trn = given?.party_tax_scheme?.company_id;
  const local = said(given?.party_name_in_local_language);
  return html`<div class="party"><h2>${both(side)}</h2>
<strong>${said(given?.party_name) ?? said(given?.name) ?? "—"}</strong>
${local && html`<span class="local ar" lang="ar" dir="rtl">${local}</span>`}
<dl>${fact("trn", said(trn) ?? html`—`)}${trn?.trim() ? undefined : fact("tin", said(given?.tin))}
${fact("address", addressLine(given?.postal_address))}
${fact("registration", joined([said(given?.company_id), said(given?.authority_name)], ", "))}
${fact("contact", joined([said(given?.email), said(given?.telephone)], " · "))}</dl></div>`;
}

/** Shows the label on both sides of the value, in English and Arabic; undefined if there is no value. */
export function fact(key: keyof typeof words, value: Html | undefined, width = ""): Html | undefined {
  if (value === undefined) return undefined;
  const [english, arabic] = words[key];
  return html`<div class="fact ${width}"><dt>${english}</dt><dd>${value}</dd><span class="ar" lang="ar" dir="rtl">${arabic}</span></div>
`;
}

export function addressLine(address: Address | undefined): Html | undefined {
  if (address === undefined) return undefined;
  const { street_name, additional_street_name, address_line, postal_zone, city_name, country } = address;
  const code = address.country_subentity ?? "";
  const region = address.country_code === "AE" ? (codeWords(codes.emirates, code) ?? code) : code;
  const isCity = region.trim().toLowerCase() === city_name?.trim().toLowerCase();
  const steps = [
    street_name,
    additional_street_name,
    address_line,
    postal_zone,
    city_name,
    isCity ? undefined : region,
    country?.trim() ? country : (codeWords(codes.countryCodes, address.country_code ?? "") ?? address.country_code),
  ];
  return joined(
    steps.map((step) => said(step ?? undefined)),
    ", ",
  );
}
