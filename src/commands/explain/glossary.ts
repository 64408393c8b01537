/** A word that screens use, in plain English. */
export interface GlossaryEntry {
  readonly word: string;
  /** Other ways to write it. */
  readonly also?: readonly string[];
  readonly arabic: string;
  /** Two sentences: what it is, and what it means for the user. */
  readonly says: string;
  /** A command or page with more. */
  readonly more: string;
}

/** The words of e-invoicing and of selfbill that a user meets on a screen. */
export const glossary: readonly GlossaryEntry[] = [
  {
    word: "C2",
    arabic: "مزوّد خدمة المشتري",
    says: "The sending side: the service provider of whoever issues the document, which in self-billing is the buyer. It checks your document and sends it to C3 and C5.",
    more: "selfbill help sending",
  },
  {
    word: "C3",
    arabic: "مزوّد خدمة المورّد",
    says: "The supplier's side: the service provider that receives your document for the supplier. Delivered there is not yet approved: the tax authority (C5) has its own answer.",
    more: "selfbill status --help",
  },
  {
    word: "C5",
    arabic: "الهيئة الاتحادية للضرائب",
    says: "The tax authority's side: it receives the tax report of your document. A document that C5 accepted counts there until a credit note takes it back, also if the supplier's side rejected it.",
    more: "selfbill status --help",
  },
  {
    word: "leg",
    also: ["legs", "billing leg", "tax reporting leg"],
    arabic: "مسار الإرسال",
    says: "One of the two ways that a document goes: delivery to the supplier's side (C3), and the tax report to the tax authority (C5). Each has its own status.",
    more: "selfbill status --help",
  },
  {
    word: "MLS",
    also: ["message level status"],
    arabic: "إشعار حالة الرسالة",
    says: "Message level status: the receiver's short answer to a message. AP is accepted, AB is delivered without confirmation, RE is rejected, with reasons.",
    more: "selfbill status --help",
  },
  {
    word: "TDD",
    also: ["tax data document"],
    arabic: "مستند البيانات الضريبية",
    says: "Tax data document: the report about your document that goes to the tax authority (C5). The service makes it; you do not write it.",
    more: "selfbill xml --help",
  },
  {
    word: "TRN",
    also: ["tax registration number"],
    arabic: "رقم التسجيل الضريبي",
    says: "Tax registration number for VAT: 15 digits that begin with 1. Its first ten digits are the TIN (of one member, if a VAT group shares it), and the network accepts only those that end in 03.",
    more: "selfbill suppliers --help",
  },
  {
    word: "TIN",
    also: ["tax identification number"],
    arabic: "رقم التعريف الضريبي",
    says: "Tax identification number: ten digits that begin with 1, the first ten of a company's own TRN. On Peppol it is the address of a company in the UAE (scheme 0235).",
    more: "selfbill suppliers --help",
  },
  {
    word: "FTA",
    also: ["Federal Tax Authority"],
    arabic: "الهيئة الاتحادية للضرائب",
    says: "Federal Tax Authority of the UAE. It receives the tax report of each document (C5).",
    more: "selfbill help vat",
  },
  {
    word: "Peppol",
    arabic: "بيبول",
    says: "The network over which service providers exchange electronic documents. You reach it through your service, and your supplier through its own.",
    more: "selfbill help sending",
  },
  {
    word: "PINT",
    also: ["PINT AE", "PINT-AE"],
    arabic: "نموذج بيبول الدولي للفاتورة",
    says: "The Peppol form of an invoice; PINT AE is that of the UAE. selfbill checks all of its rules on your computer before anything is sent.",
    more: "selfbill explain --list",
  },
  {
    word: "UBL",
    arabic: "لغة الأعمال الموحّدة",
    says: "The XML in which the network carries invoices and credit notes. You write YAML, JSON or a list; the service makes the UBL of it.",
    more: "selfbill xml --help",
  },
  {
    word: "provider",
    also: ["access point", "service provider", "ASP"],
    arabic: "مزوّد الخدمة المعتمد",
    says: "A company that sends and receives documents on Peppol for others. Yours is the service that your profile names.",
    more: "selfbill help settings",
  },
  {
    word: "self-billing",
    also: ["self-billed", "selfbilling"],
    arabic: "الفوترة الذاتية",
    says: "The buyer writes the tax invoice in place of the supplier, under an agreement of both. The supplier must not send an invoice of its own for the same supply.",
    more: "selfbill help suppliers",
  },
  {
    word: "389",
    also: ["self-billed invoice"],
    arabic: "فاتورة ذاتية",
    says: "The type of a self-billed invoice. create-invoice writes it for you.",
    more: "selfbill create-invoice --help",
  },
  {
    word: "261",
    also: ["credit note", "debit note", "self-billed credit note"],
    arabic: "إشعار دائن",
    says: "The type of a self-billed credit note, which takes back an invoice or a part of it. A buyer's list often calls it a debit note or a purchase return.",
    more: "selfbill create-credit-note --help",
  },
  {
    word: "flags",
    also: ["flag", "scenario", "scenarios", "profile_execution_id"],
    arabic: "رموز الحالة",
    says: "Eight digits, 0 or 1, in profile_execution_id: each says whether a special case holds, such as a free zone, deemed supply or export. 00000000 is an ordinary supply.",
    more: "selfbill help writing",
  },
  {
    word: "reverse charge",
    arabic: "الاحتساب العكسي",
    says: "The buyer, not the supplier, accounts for the VAT. In a document it is VAT category AE, with no VAT to pay to the supplier.",
    more: "selfbill help vat",
  },
  {
    word: "in doubt",
    also: ["doubt", "in_doubt"],
    arabic: "غير مؤكد",
    says: "Nobody knows yet whether the service created the document, because its answer was lost or unclear. selfbill does not send it again before that is settled.",
    more: "selfbill resolve --help",
  },
  {
    word: "APPROVED",
    arabic: "مقبول",
    says: "The document is finished: delivered, and accepted by the tax authority. To change it, send a credit note and a new document.",
    more: "selfbill correct --help",
  },
  {
    word: "PENDING",
    arabic: "قيد الانتظار",
    says: "The document exists and an answer is still missing. Ask again later; do not send it again.",
    more: "selfbill status --help",
  },
  {
    word: "REJECTED",
    arabic: "مرفوض",
    says: "The supplier's side or the tax authority did not accept the document. selfbill status says which of them, why, and what to do next.",
    more: "selfbill correct --help",
  },
  {
    word: "VALIDATION_FAILED",
    also: ["validation failed"],
    arabic: "فشل التحقق",
    says: "The document exists at the service, but broke a rule of the network, so it went neither to the supplier nor to the tax authority. Its findings name the rules.",
    more: "selfbill correct --help",
  },
  {
    word: "finding",
    also: ["findings"],
    arabic: "ملاحظة",
    says: "A rule that a document breaks, with its place and what to write. A fatal one stops the document, a warning does not.",
    more: "selfbill help checking",
  },
  {
    word: "journal",
    arabic: "سجل الإرسال",
    says: "The file, or database of a team, in which selfbill records every send before it begins. It is what keeps a document from being sent twice, so never delete it.",
    more: "selfbill help records",
  },
  {
    word: "profile",
    arabic: "إعداد الاتصال",
    says: "A named connection: the address of the service, its contract version and the company that buys. Its token is stored apart from it.",
    more: "selfbill help settings",
  },
  {
    word: "token",
    arabic: "رمز الدخول",
    says: "The secret with which the service knows you. selfbill login stores it; it is never shown again.",
    more: "selfbill login --help",
  },
  {
    word: "sandbox",
    also: ["practice"],
    arabic: "بيئة تجريبية",
    says: "A service for practice inside selfbill. With --sandbox nothing leaves your computer, and nothing counts for tax.",
    more: "selfbill help sandbox",
  },
  {
    word: "edition",
    also: ["editions"],
    arabic: "إصدار القواعد",
    says: "A version of the PINT AE rules, in force from a day on. A document is checked by the edition of its day.",
    more: "selfbill explain --list",
  },
  {
    word: "four eyes",
    also: ["four-eyes", "approval"],
    arabic: "مبدأ الموافقة الثنائية",
    says: "A second person approves a document before it is sent. A policy says for which documents that is needed.",
    more: "selfbill help approvals",
  },
];

/** Returns the term that is written so, in upper or lower case. */
export function glossaryEntry(written: string): GlossaryEntry | undefined {
  const wanted = written.trim().toLowerCase().replaceAll(/\s+/g, " ");
  return glossary.find(({ word, also = [] }) => [word, ...also].some((each) => each.toLowerCase() === wanted));
}
