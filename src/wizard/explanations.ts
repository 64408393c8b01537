import { bug } from "../problem/index.ts";

/**
 * What `?` tells of each question beyond the hint above it: what it is, where to find it, an example. By the id of the question without
 * its indexes, such as `lines[].name`; the ids with `then.` are those of questions about the finished document.
 */
const explanations: Readonly<Record<string, string>> = {
  kind: "Write an invoice for what was supplied to you, and a credit note only to correct an invoice that was created before. Example: 4 of 40 boxes came back broken, so you write a credit note for 4 boxes of the invoice.",
  scenarios:
    "Each entry is a kind of supply with rules of its own; ticking one adds questions. Look at the contract and the delivery papers. Example: goods delivered daily and billed once a month are a summary invoice.",

  "credit.invoice":
    "A credit note names the invoice that it corrects. The list shows invoices that were sent from this computer; selfbill list shows more of them. Example: you take SB-2026-0042, and its supplier, prices and VAT are filled in for you.",
  "credit.named":
    "The number is printed at the top of the invoice, selfbill history shows number and id, and the file is the one that you sent. Example: SB-2026-0042, or march/tiles.yaml.",
  "credit.number":
    "It is printed at the top of the invoice, and the supplier has it in the accounts as well. Write it with the same letters and zeros. Example: SB-2026-0042.",
  "credit.date":
    "The date that is printed on the invoice as its date of issue, not the date of payment or delivery. Example: 2026-06-15 for 15 June 2026.",
  "credit.reason":
    "The VAT law lists when a credit note is due; the auditor sees which case you chose. Example: a price that was agreed lower later is an altered price, and a yearly bonus is a volume discount.",
  "credit.reasonWords":
    "A sentence for the people who read the document; see the delivery papers or the supplier's e-mail. Example: Price lowered to 230.00 by agreement of 3 June.",
  "credit.issue":
    "The day on which you write this credit note; as a rule today. It is not the date of the invoice. Example: 2026-06-20 for 20 June 2026.",
  "credit.documentNumber":
    "The number of this credit note in your own books, from your list of credit notes. It is not the number of the invoice. Example: CN-2026-0007.",
  "credit.whole":
    "Look at what came back or was agreed: take all when the whole invoice is undone, and some lines when a part of it stays. Example: 4 of 40 boxes were returned, so you take some lines and type 4.",
  "credit.lines[].quantity":
    "How much of this line came back or was billed too much, in the unit of the invoice; see the return note. Example: 4 when four of the forty boxes were broken, 0 when the line stays as it is.",
  "credit.lines[].price":
    "The invoiced price less the correct price, for one piece; the new price is in the agreement or the e-mail of the supplier. Example: 20.00 when 250.00 was billed and 230.00 was agreed.",

  "supplier.known":
    "The business that delivered to you. The names come from your supplier book and from documents that were sent before; choose somebody else to type a new one. Example: Desert Lime Trading LLC.",
  "supplier.place":
    "The country in which the business is registered, as its trade licence or register extract shows; not where the goods come from. Example: a Dubai company that ships from China is in the United Arab Emirates.",
  "supplier.legalName":
    "Write it as it is registered, with LLC or FZE; the VAT certificate of the supplier shows it on top. A shop sign or brand is not enough. Example: Desert Lime Trading LLC.",
  "supplier.name":
    "The name in your own lists and on the shop sign, for people who look for the document. Example: Desert Lime.",
  "supplier.arabicName":
    "The Arabic form of the registered name; it is on the trade licence beside the English one. Example: ديزرت لايم للتجارة ذ.م.م.",
  "supplier.trn":
    "The tax registration number for VAT. The supplier's VAT certificate and its quotations show it, and the Federal Tax Authority's website verifies it. Example: 100234567400003.",
  "supplier.tin":
    "The tax identification number, by which the network finds the supplier. Ask the supplier if it is not the beginning of the TRN. Example: 1002345674.",
  "supplier.taxNumber":
    "The number for VAT or sales tax of a business abroad; its offers and its register extract show it. Example: OM1100012345 for a business in Oman.",
  "supplier.registration":
    "Which paper proves that the supplier exists; ask for a copy of it. Example: a company on the mainland has a trade licence, a private person has an Emirates ID or a passport.",
  "supplier.registrationNumber":
    "Copy it from the paper that you chose before: the licence number, the Emirates ID number or the passport number. Example: CN-1029384.",
  "supplier.authority":
    "The office whose name and seal are on the licence, in full; for a free zone it is the zone's authority. Example: Abu Dhabi Department of Economic Development.",
  "supplier.passportCountry":
    "The country that issued the passport, from its first page, as a code of two capital letters. Example: IN for India, EG for Egypt, GB for the United Kingdom.",
  "supplier.street":
    "Where the supplier has its office, as on the licence or its letters; a P.O. box may be written here if there is no street. Example: Al Quoz Street 14.",
  "supplier.city":
    "The place of that office, without the country. The licence and the letterhead show it. Example: Al Ain.",
  "supplier.emirate":
    "One of the seven emirates, the one in which the office is; the licence was issued there as a rule. Example: Al Ain is in Abu Dhabi.",
  "supplier.region":
    "The part of the country in which the address is, as letters to the supplier have it. Example: Al Batinah for Sohar in Oman.",
  "supplier.countryCode":
    "The country of the supplier's address, by its name or its two-letter code (ISO 3166). Example: Saudi Arabia or SA, India or IN.",
  "supplier.country":
    "The name in English as it is printed on the document; it is filled in by the code. Example: Saudi Arabia.",
  "supplier.email":
    "The address of the person or team that books invoices at the supplier; ask for it, or take it from an offer. Example: billing@desertlime.example.",
  "supplier.telephone":
    "The number for questions about the document: + first, then the country and the number without its first 0. It is in the letterhead. Example: +97142000111.",
  "supplier.keepAs":
    "The supplier book keeps address, tax numbers and account under this name, so that you type them once. Choose a name that you recognise; selfbill suppliers list shows all. Example: desert-lime-tiles.",
  "supplier.agreementNumber":
    "The signed contract by which the supplier lets you write its invoices; its number is on the first page. Your contract file has it. Example: SBA-2025-014.",
  "supplier.agreementDate":
    "The day on which both signed the self-billing agreement, or from which it holds; it is at the beginning or beside the signatures. Example: 2025-12-01 for 1 December 2025.",
  "supplier.agreementExpiry":
    "The day until which the agreement holds, from its section on term or duration. Leave it empty when it has no end date. Example: 2027-11-30.",

  "dates.number":
    "A number from your own list of self-billed documents, unlike every other one. Leave it empty when the service or the series of your profile numbers the documents. Example: SB-2026-0042.",
  "dates.issue":
    "The day on which this invoice is written, which is printed at its top; as a rule today. Example: 2026-06-15 for 15 June 2026.",
  "dates.due":
    "The last day on which you pay, from the contract: the date of issue and the days agreed. Example: 2026-07-15 with 30 days from 15 June 2026.",
  "dates.supply":
    "The day on which the goods were handed over or the work was finished; the delivery note shows it. Leave it empty when it is the date of issue. Example: 2026-06-12.",
  "currency.code":
    "The currency in which the prices were agreed, by its name or its three-letter code (ISO 4217); the contract or the offer names it. Example: AED for dirhams, USD for US dollars, EUR for euros.",
  "currency.rate":
    "How many dirhams one unit costs: VAT is reported in dirhams. The Central Bank of the UAE publishes the rates of each day on its website. Example: 4.0215 for one euro.",
  "currency.rateDate":
    "The rates on the Central Bank's website have a date: write the one of the rate that you took, for the auditor. Example: 2026-06-12 for the rate of 12 June 2026.",

  "scenario.beneficiary":
    "The business in the free zone for which the goods are meant, by its tax number; the delivery papers or the contract name it. Example: 1010110110 as a TIN.",
  "scenario.principal":
    "An agent supplies for somebody else, who is named in the agency contract and has a TRN of its own; it is not the agent's TRN. Example: 100987654300003.",
  "scenario.periodStart":
    "The first day of the deliveries or of the rent that this document bills; see the delivery notes or the contract. Example: 2026-06-01 for all of June.",
  "scenario.periodEnd":
    "The last day of what this document bills, that day included. Example: 2026-06-30 for all of June.",
  "scenario.frequency":
    "How often such a document comes, by the contract with the supplier. Example: rent that is paid each month is billed monthly.",
  "scenario.frequencyNote":
    "The rhythm as the contract has it, when it is not in the list. Example: Every six weeks, after each tour.",
  "scenario.country":
    "Where the goods arrive, by the delivery or export papers, as a code of two capital letters. Example: OM for goods that go to Muscat in Oman.",
  "scenario.countryName":
    "The English name of the country in which the goods arrive, as it is printed; it is filled in by the code. Example: Oman.",
  "scenario.street":
    "The street and number at which the goods were or will be handed over, from the delivery note. Example: Marina Walk 3.",
  "scenario.city":
    "The place at which the goods arrive, from the delivery note. Example: Dubai, or Muscat for an export to Oman.",
  "scenario.emirate":
    "One of the seven emirates: the one in which the goods were handed over, not that of the seller's office. Example: Marina Walk is in Dubai.",
  "scenario.region":
    "The part of the country in which the goods arrive, from the delivery or export papers. Example: Masqat for Muscat in Oman.",
  "scenario.customs":
    "The declaration with which the goods left the UAE; the forwarder or the customs portal has its number. Example: 201-02345678-26.",

  "lines[].name":
    "What a reader should recognise, in a few words; the order and the delivery note have it. One line for each kind and price. Example: Ceramic floor tile 60x60.",
  "lines[].description":
    "What the name leaves open: size, quality, place, period. The order or the offer has the text. Example: Ceramic floor tile 60x60 cm, grey, box of 4.",
  "lines[].quantity":
    "How much was supplied, counted in the unit that is asked next; see the delivery note or the time sheet. Example: 40 for forty boxes, 18.5 for eighteen and a half hours.",
  "lines[].unit":
    "In what the quantity is counted and for what the price is; the order shows it. Example: forty boxes at 250.00 for a box are counted in boxes.",
  "lines[].unitCode":
    "The network knows units by codes alone; a name in English or Arabic leads to its code. Example: pallet or XPX, kilowatt hour or KWH, drum or XDR.",
  "lines[].price":
    "What one unit costs before VAT and before discounts, which are asked later; the order or the price list has it. Write a point, no thousands sign. Example: 1250.00.",
  "lines[].category":
    "How the supplier would tax this supply if it wrote the invoice itself; ask the supplier or your tax adviser where it is not plain. Example: tiles sold in Dubai have the standard rate of 5 %.",
  "lines[].exemption":
    "VAT is not charged on a few supplies, and the invoice must say which; the supplier knows under which one its supply falls. Example: rent of a flat is a residential unit.",
  "lines[].exemptionWords":
    "The reason as a reader of the invoice understands it; it is filled in by your choice and you may add to it. Example: Residential units, rent of flat 12 in June.",
  "lines[].type":
    "Goods are things that are handed over, services are work, rent and rights. Take both where one price covers both. Example: an air conditioner with its installation is both.",
  "lines[].hs":
    "The number under which the Harmonised System lists them; import papers, the supplier or the tariff on the website of the customs have it. Example: 84151020 for a split air conditioner.",
  "lines[].sac":
    "Services have codes as goods do; the supplier or the list of service codes has it. Example: 995463 for the installation of air conditioning.",
  "lines[].nature":
    "The supplier and the order say what was sold; if it is not one of these, the reverse charge does not apply, and you go back to the VAT. Example: mobile telephones are electronic devices.",
  "lines[].gtin":
    "The 8 to 14 digits below the bar code on the package; the supplier's price list has them too. Example: 06291041500213.",
  "lines[].deliveryNote":
    "A summary bills many deliveries: write which of them this line is, from the delivery note that came with the goods. Example: DN-2201.",
  "lines[].extras[].kind":
    "Choose another line for other goods or another price, and no more lines when the order is complete. Example: 5 % off these tiles only is a discount on this line.",
  "lines[].extras[].amount":
    "What is taken off or put on top of this line, by the order or the agreement; a percentage is of the line before VAT. Example: 240.00, or 5 %.",
  "lines[].extras[].reason":
    "Why this line costs less or more than quantity times price; see the agreement. Example: a reduction for damaged packages is a discount in words.",
  "lines[].extras[].reasonWords":
    "A few words for the reader of the line; they are filled in by your choice. Example: Freight of four pallets to Al Ain.",
  "lines[].extras[].vat":
    "The VAT of this discount or charge is that of its line. Example: on a line at 5 %, freight has 5 % too.",

  "entries[].kind":
    "What lowers or raises the price of all lines together, by the order or the agreement. Example: 300.00 for the freight of everything is a charge; 2 % off the whole order is a discount.",
  "entries[].amount":
    "What is taken off or put on top of all lines together; a percentage is of their sum before VAT. The agreement has it. Example: 300.00, or 2 %.",
  "entries[].reason":
    "Why the whole document costs less or more than its lines; see the order or the agreement. Example: freight for the whole order is a charge for freight.",
  "entries[].reasonWords":
    "A few words that are printed beside the amount; they are filled in by your choice. Example: Freight of the whole order to Al Ain.",
  "entries[].vat":
    "A discount or charge is taxed like the lines that it is for. Where it is for lines of two VAT categories, enter one for each. Example: freight of tiles at 5 % has the standard rate.",

  "payment.means":
    "How the money reaches the supplier, by the contract. Example: you send money from your bank to the supplier's bank, which is a credit transfer.",
  "payment.iban":
    "The international account number, 23 characters in the UAE, from a signed letter of the supplier or its bank; never from an e-mail alone. Example: AE560990000001234567890.",
  "payment.holder":
    "The name under which the bank keeps the account; the bank letter shows it beside the IBAN. If the name is not the supplier's, call the supplier before you pay. Example: Desert Lime Trading LLC.",
  "payment.mandate":
    "You signed a form that lets the supplier collect the money; its reference is on that form and on the bank statement. Example: MND-2025-0031.",
  "payment.card":
    "Which card you paid or will pay with; the payment slip shows the last four digits. Never write the whole number. Example: XXXX XXXX XXXX 1234.",
  "payment.network":
    "The card organisation whose logo is on the front of the card and on the payment slip. Example: VISA, or MASTERCARD.",
  further:
    "Tick what a reader should find on the document: numbers of other documents, a text, money that was paid before, a file. Each one is then asked. Example: tick the purchase order, and its number is asked.",
  "further.order":
    "The order with which you asked for the supply, from your purchasing system; the supplier finds it in its own books. Example: PO-2026-0815.",
  "further.reference":
    "A word or number by which your own accounting sorts the document; see your chart of cost centres, or ask the person who ordered. Example: CC-310 Warehouse.",
  "further.contract":
    "The contract for this supply; its number is on the first page. Example: FW-2025-007, or the number of the self-billing agreement.",
  "further.despatch":
    "The paper that came with the goods and that was signed at the door; its number is at the top. Example: DN-2201.",
  "further.project": "The project that this purchase is for, from your project list. Example: P-118 Marina tower.",
  "further.terms":
    "When and how payment is made, in the words of the contract; it does not change the due date. Example: 2 % off within 10 days, or 30 days net.",
  "further.note":
    "One text for the reader that fits nowhere else. It reaches the supplier and the tax authority. Example: Delivered to the warehouse in Jebel Ali.",
  "further.prepaid":
    "What you paid on this supply before, VAT included, by your bank statement; the rest is still to be paid. Example: 2000.00 after a first payment of 2,000 dirhams.",
  "further.file":
    "A file that goes to the supplier with the document, seen from this folder. Example: papers/delivery-note.pdf.",

  "then.now":
    "The whole document is shown above. Read names, numbers, dates and amounts as the supplier will; nothing is sent yet. Example: a wrong price is corrected by Change an answer.",
  "then.which":
    "Choose the answer that is wrong; you are asked that question again, and answers that depend on it. Example: choose the quantity of line 1 to type another one.",
  "then.line":
    "The line that you choose is removed from the document; the file is not written before you confirm. Example: take out line 2 when it was typed twice.",
  "then.file":
    "The document is saved on this computer under this name; an existing folder may be written before it. Keep the file with your records. Example: march/invoice-desert-lime.yaml.",
  "then.overwrite":
    "The file that has this name is lost when it is overwritten. Look into it first where you are not sure; another name is always safe. Example: invoice-desert-lime-2.yaml.",
  "then.send":
    "Yes checks the document once more and sends it to the service, which delivers it to the supplier and reports it; it asks again only where that check finds something new. “Not now” keeps the file and sends nothing. Example: your colleague checks the file and sends it tomorrow.",
  "then.draft":
    "Each row is a document that was begun and not finished: its id, kind, supplier, answers so far, and when it was left. selfbill new --discard ID removes one. Example: the top row is the one of today.",
};

/** What `?` tells; of questions with an index for all indexes alike. */
export function explanationOf(id: string): string {
  return explanations[withoutIndexes(id)] ?? bug(`the question ${id} has no explanation`);
}

/** The id under which a question is explained: `lines[0].name` → `lines[].name`. */
export function withoutIndexes(id: string): string {
  return id.replace(/\[\d+\]/g, "[]");
}

/** Every id that is explained. */
export const explained: readonly string[] = Object.keys(explanations);
