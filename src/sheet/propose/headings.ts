/** Headings of exports in plain words, the more exact ones first; Arabic ones without signs of vowels. */
const names = {
  number:
    "self billing number, self billed invoice number, invoice number, invoice no, invoice id, invoice, inv no, inv number, document number, document no, document, doc no, doc number, bill number, bill no, bill, voucher number, voucher no, transaction number, entry no, credit note number, journal entry, رقم الفاتورة, رقم المستند, رقم السند",
  date: "invoice date, bill date, issue date, document date, doc date, invoice bill date, voucher date, transaction date, credit note date, date, posting date, accounting date, تاريخ الفاتورة, تاريخ المستند, التاريخ",
  due: "due date, payment due date, net due date, date due, تاريخ الاستحقاق",
  supplyDate: "supply date, date of supply, delivery date, goods receipt date, تاريخ التوريد, تاريخ التسليم",
  periodFrom: "period from, period start, service from, from date, start date, من تاريخ",
  periodTo: "period to, period end, service to, to date, end date, الى تاريخ",
  trn: "supplier trn, vendor trn, trn, trn no, trn number, supplier vat number, vendor vat number, vat number, vat no, vat registration no, vat registration number, vat reg no, tax registration number, tax registration no, tax number, tax id, partner tax id, gstin uin, رقم التسجيل الضريبي, الرقم الضريبي, الرقم الضريبي للمورد",
  supplierCode:
    "vendor code, vendor no, buy from vendor no, vendor number, vendor id, vendor account, supplier code, supplier no, supplier number, supplier id, supplier account, creditor, creditor no, account code, account number, business partner, bp code, card code, رمز المورد, كود المورد, رقم المورد",
  supplierName:
    "vendor name, supplier name, vendor, supplier, partner name, partner, invoice partner display name, party name, party, creditor name, contact name, business partner name, name 1, card name, اسم المورد, المورد",
  currency:
    "currency, currency code, currency key, document currency, doc currency, curr, cur, ccy, العملة, رمز العملة",
  rate: "exchange rate, fx rate, conversion rate, currency rate, سعر الصرف",
  reference:
    "your reference, buyer reference, po number, po no, purchase order, purchase order no, purchase order number, order number, order no, source document, payment reference, reference, ref, ref no, external document no, رقم امر الشراء, المرجع",
  item: "item, item name, product, product name, product service, material, material name, article, service, goods, stock item, stone, الصنف, اسم الصنف, البند, المنتج, السلعة",
  description:
    "description, item description, line description, product description, material description, short text, text, label, details, particulars, الوصف, البيان, وصف الصنف",
  quantity:
    "quantity, qty, billed quantity, invoiced quantity, actual quantity, quantity invoiced, qty billed, hours, weight, net weight, weight g, weight gm, weight grams, pure weight, fine weight, carat weight, weight cts, weight ct, weight carat, weight carats, weight kg, carats, cts, الكمية, الوزن",
  unit: "unit, units, uom, unit of measure, unit of measurement, um, u m, qty unit, الوحدة, وحدة القياس",
  unitPrice:
    "unit price, price unit, price, price each, rate per unit, unit cost, cost price, purchase price, item price, item rate, rate, سعر الوحدة, السعر",
  discount: "discount, discount amount, line discount, الخصم, مبلغ الخصم",
  amount:
    "amount, line amount, value, line value, amount in doc currency, amount in document currency, line total, المبلغ, القيمة",
  net: "net, net amount, net value, amount net, untaxed amount, untaxed amount in currency, taxable amount, taxable value, subtotal, sub total, amount before tax, amount before vat, base amount, tax base amount, line net, المبلغ قبل الضريبة, الصافي, المبلغ الخاضع للضريبة, المبلغ بدون الضريبة",
  vat: "vat, vat amount, tax, tax amount, line vat, input vat, input tax, total tax, total vat, ضريبة القيمة المضافة, مبلغ الضريبة, الضريبة, قيمة الضريبة",
  gross:
    "gross, gross amount, gross value, total amount, grand total, invoice total, bill total, invoice amount, bill amount, total in currency, total payable, amount payable, amount with vat, amount with tax, الاجمالي شامل الضريبة, المبلغ شامل الضريبة, المبلغ الاجمالي, اجمالي الفاتورة, total, الاجمالي, المجموع",
  taxCode:
    "tax code, vat code, taxes, tax type, vat type, tax name, tax treatment, vat treatment, tax category, vat category, tax group, sales tax group, item sales tax group, vat prod posting group, tax indicator, رمز الضريبة, نوع الضريبة, فئة الضريبة",
  taxRate: "vat rate, vat percent, vat %, tax rate, tax percent, tax %, tax percentage, نسبة الضريبة",
  status:
    "status, state, document status, invoice status, bill status, approval status, posting status, الحالة, حالة المستند",
  type: "type, document type, doc type, transaction type, voucher type, move type, invoice type, entry type, نوع المستند, نوع الفاتورة, النوع",
  itemType: "goods or services, goods services, supply type, type of supply, item type, product type, نوع التوريد",
  hsCode: "hs code, hsn, hsn code, hsn sac, commodity code, tariff code, customs code, رمز النظام المنسق",
  serviceCode: "service code, service accounting code, sac, sac code",
  iban: "iban, iban number, supplier iban, vendor iban, الايبان, رقم الايبان",
  corrected:
    "corrected invoice, original invoice, original invoice number, original invoice no, reversed document, reversal of, applies to doc no, credited invoice, against invoice, الفاتورة الاصلية, رقم الفاتورة الاصلية",
  correctedDate: "date of corrected invoice, original invoice date, corrected invoice date, تاريخ الفاتورة الاصلية",
  reason: "reason, reason code, credit reason, reason for credit, سبب الاشعار, السبب",
  note: "remark, remarks, note, notes, memo, narration, comment, comments, header text, ملاحظات",
} as const;

/** What a column of an export is about. */
export type Role = keyof typeof names;

const byName = new Map(
  Object.entries(names).flatMap(([role, list]) =>
    list.split(", ").map((name, rank) => [name, { role: role as Role, rank }]),
  ),
);

/** What a heading means by its words alone; `rank`: how exact it is, the smallest first. `withVat`: it says that VAT is in or out. */
interface Meaning {
  readonly role: Role;
  readonly rank: number;
  readonly withVat: boolean | undefined;
}

/** The meaning of a heading such as `Unit Price (incl. VAT)`; undefined where it is not known. */
export function meaningOf(heading: string): Meaning | undefined {
  const plain = plainHeading(heading);
  const withVat = /(?:^|\s)(?:incl|including|inclusive)|شامل/.test(plain)
    ? true
    : /(?:^|\s)(?:excl|excluding|exclusive|ex|before|without)(?:\s|$)|قبل|بدون/.test(plain)
      ? false
      : undefined;
  for (const each of [plain, withoutVat(plain), withoutCurrency(plain), withoutCurrency(withoutVat(plain))]) {
    const found = byName.get(each);
    if (found) return { ...found, withVat };
  }
  return undefined;
}

/** Small letters and single blanks, without signs; Arabic letters in one form. */
function plainHeading(heading: string): string {
  return heading
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\u064b-\u0652\u0640]/g, "")
    .replace(/[أإآ]/g, "ا")
    .replace(/[^\p{L}\p{N}%]+/gu, " ")
    .trim();
}

const withoutVat = (plain: string): string =>
  plain
    .replace(
      /(?:^|\s)(?:tax |vat )?(?:incl|including|inclusive|excl|excluding|exclusive|ex|with|without|before)(?: of)?(?: (?:vat|tax))?(?=\s|$)/g,
      " ",
    )
    .replace(/(?:^|\s)(?:شامل|قبل|بدون) ?(?:ال)?ضريبة/g, " ")
    .replace(/\s+/g, " ")
    .trim();

const withoutCurrency = (plain: string): string =>
  plain
    .replace(/(?:^|\s)(?:in )?(?:aed|dhs|dirhams?|usd|eur|lc|fc|درهم)(?=\s|$)/g, " ")
    .replace(/\s+/g, " ")
    .trim();
