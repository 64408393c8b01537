import { type Html, html } from "./escape.ts";

type Pair = readonly [english: string, arabic: string];

export const words = {
  invoice: ["Tax Invoice", "فاتورة ضريبية"],
  "credit-note": ["Tax Credit Note", "إشعار دائن ضريبي"],
  selfBilled: ["SELF-BILLED", "فوترة ذاتية"],
  supplier: ["Supplier", "المورّد"],
  buyer: ["Buyer", "المشتري"],
  buyerUnknown: ["filled in by the service from your business profile", "تضيفه الخدمة من ملف المنشأة"],
  trn: ["TRN", "رقم التسجيل الضريبي"],
  tin: ["TIN", "رقم التعريف الضريبي"],
  registration: ["Registration", "رقم السجل"],
  address: ["Address", "العنوان"],
  contact: ["Contact", "التواصل"],
  number: ["Number", "الرقم"],
  numberLater: ["given by the service", "تمنحه الخدمة"],
  issueDate: ["Date of issue", "تاريخ الإصدار"],
  supplyDate: ["Date of supply", "تاريخ التوريد"],
  dueDate: ["Payment due", "تاريخ الاستحقاق"],
  period: ["Period", "الفترة"],
  currency: ["Currency", "العملة"],
  exchangeRate: ["Exchange rate", "سعر الصرف"],
  agreement: ["Self-billing agreement", "اتفاقية الفوترة الذاتية"],
  state: ["Status", "الحالة"],
  scenario: ["Kind of transaction", "نوع المعاملة"],
  reason: ["Reason of the credit", "سبب الإشعار"],
  corrects: ["Refers to", "يشير إلى"],
  order: ["Purchase order", "أمر الشراء"],
  contract: ["Contract", "العقد"],
  deliveryNote: ["Delivery note", "إذن التسليم"],
  receipt: ["Receipt of goods", "استلام البضائع"],
  customs: ["Customs declaration", "البيان الجمركي"],
  tender: ["Tender", "المناقصة"],
  project: ["Project", "المشروع"],
  buyerReference: ["Buyer's reference", "مرجع المشتري"],
  beneficiary: ["Beneficiary", "المستفيد"],
  principal: ["Principal, TRN", "الموكِّل"],
  payee: ["Paid to", "المستفيد من الدفع"],
  representative: ["Tax representative", "الوكيل الضريبي"],
  deliveredTo: ["Delivered to", "مكان التسليم"],
  payment: ["Payment", "طريقة الدفع"],
  terms: ["Terms of payment", "شروط الدفع"],
  note: ["Note", "ملاحظة"],
  attachments: ["Attachments", "المرفقات"],
  item: ["Goods or services", "السلع أو الخدمات"],
  quantity: ["Quantity", "الكمية"],
  unitPrice: ["Unit price", "سعر الوحدة"],
  net: ["Net", "الصافي"],
  vatRate: ["VAT rate", "نسبة الضريبة"],
  vat: ["VAT", "الضريبة"],
  gross: ["With VAT", "شامل الضريبة"],
  vatSummary: ["VAT per rate", "ملخص ضريبة القيمة المضافة"],
  taxable: ["Taxable amount", "المبلغ الخاضع للضريبة"],
  sumOfLines: ["Sum of lines", "مجموع البنود"],
  netTotal: ["Total without VAT", "الإجمالي بدون الضريبة"],
  vatTotal: ["Total VAT", "إجمالي الضريبة"],
  grossTotal: ["Total with VAT", "الإجمالي شامل الضريبة"],
  prepaid: ["Already paid", "المدفوع مسبقًا"],
  rounding: ["Rounding", "التقريب"],
  payable: ["Amount payable", "المبلغ المستحق"],
  credited: ["Amount credited", "المبلغ الدائن"],
  correction: ["Correction of the value (net)", "تصحيح القيمة (الصافي)"],
  originalValue: ["Value on the original invoice", "القيمة في الفاتورة الأصلية"],
  earlierCredits: ["less earlier credit notes", "ناقص إشعارات دائنة سابقة"],
  correctedValue: ["Corrected value", "القيمة الصحيحة"],
  difference: ["Difference", "الفرق"],
  taxOnDifference: ["VAT on the difference", "الضريبة على الفرق"],
  originalUnknown: ["as on the invoice named above", "كما في الفاتورة المذكورة أعلاه"],
  correctedUnknown: [
    "that value less this difference and any earlier credit notes",
    "تلك القيمة ناقصًا هذا الفرق وأي إشعارات دائنة سابقة",
  ],
  less: ["less", "ناقص"],
  plus: ["plus", "زائد"],
  reverseCharge: [
    "Reverse charge: the recipient accounts for the VAT under Article 48 of Federal Decree-Law No. 8 of 2017.",
    "احتساب عكسي: يلتزم مستلم التوريد باحتساب الضريبة وفق المادة 48 من المرسوم بقانون اتحادي رقم 8 لسنة 2017.",
  ],
  margin: [
    "Profit margin scheme: VAT was charged on the margin of the supplier and is not shown.",
    "نظام هامش الربح: احتُسبت الضريبة على هامش ربح المورّد ولا تظهر في هذا المستند.",
  ],
  ownXml: [
    "The XML file in this PDF was made by the sender's program. It is not the copy that was delivered.",
    "ملف XML المرفق أنشأه برنامج المُرسل، وليس النسخة التي سُلّمت.",
  ],
  DRAFT: ["DRAFT", "مسودة"],
  "NOT APPROVED": ["NOT APPROVED", "غير معتمد"],
  SANDBOX: ["SANDBOX", "بيئة تجريبية"],
  isDraft: ["This is a draft: nothing was issued. Do not book it.", "هذه مسودة لم تصدر، ولا يجوز قيدها."],
  isNotApproved: [
    "This document was sent and is not approved: it waits, or it was rejected. Do not book it.",
    "أُرسل هذا المستند ولم يُعتمد بعد أو رُفض، ولا يجوز قيده.",
  ],
  isSandbox: ["For practice only: this is not a tax document.", "للتدريب فقط، وليست مستندًا ضريبيًا."],
  letter: ["For your answer", "مستندات بانتظار ردّكم"],
  letterAsks: [
    "We issued the documents below in your name (self-billing). Please tell us for each of them whether you accept it or object to it.",
    "أصدرنا المستندات المدرجة أدناه باسمكم (فوترة ذاتية). يرجى إبلاغنا، لكل مستند منها، بقبولكم له أو اعتراضكم عليه.",
  ],
  letterHow: [
    "How to answer: write “accepted” or “objected” beside each document, with the day and your name, and for an objection the reason; send the list back to us. You can also answer by letter or e-mail: name the numbers.",
    "طريقة الرد: اكتبوا «مقبول» أو «معترض» أمام كل مستند مع التاريخ واسمكم، وسبب الاعتراض إن وُجد، ثم أعيدوا القائمة إلينا. ويمكنكم أيضًا الرد برسالة أو بالبريد الإلكتروني مع ذكر الأرقام.",
  ],
  letterDay: ["Date of this letter", "تاريخ الرسالة"],
  letterCount: ["Documents", "عدد المستندات"],
  letterReply: ["Answer to", "يُرسل الرد إلى"],
  documentKind: ["Kind", "النوع"],
  answer: ["Your answer", "ردّكم"],
  isLetter: [
    "A letter, not a tax document. Your answer does not change what was sent over Peppol.",
    "هذه رسالة وليست مستندًا ضريبيًا، ولا يغيّر ردّكم ما أُرسل عبر شبكة بيبول.",
  ],
  isPicture: [
    "A copy for reading: the electronic document sent over Peppol is the invoice.",
    "صورة عن المستند الإلكتروني، والعبرة بما أُرسل عبر شبكة بيبول.",
  ],
} as const satisfies Record<string, Pair>;

/** Arabic names of codes and scenarios; the English ones are in the folder `document`. */
export const arabic = {
  categories: {
    S: "النسبة الأساسية",
    Z: "نسبة الصفر",
    E: "معفى",
    O: "خارج نطاق الضريبة",
    AE: "احتساب عكسي",
    N: "هامش الربح",
  },
  scenarios: [
    "منطقة حرة",
    "توريد اعتباري",
    "نظام هامش الربح",
    "فاتورة تجميعية",
    "توريد مستمر",
    "وكيل معلن",
    "تجارة إلكترونية",
    "تصدير",
  ],
  payment: {
    "1": "غير محدد",
    "10": "نقدًا",
    "20": "شيك",
    "21": "حوالة مصرفية",
    "30": "تحويل بنكي",
    "49": "خصم مباشر",
    "54": "بطاقة ائتمان",
    "55": "بطاقة خصم",
    "68": "دفع إلكتروني",
  },
  reasons: {
    "DL8.61.1.A": "إلغاء التوريد",
    "DL8.61.1.B": "تغيّر طبيعة التوريد ومعاملته الضريبية",
    "DL8.61.1.C": "تعديل المقابل المتفق عليه",
    "DL8.61.1.D": "إرجاع السلع أو الخدمات",
    "DL8.61.1.E": "احتساب الضريبة بالخطأ",
    VD: "خصم كمية",
  },
} as const;

/** Returns the words in both languages, each with its own text direction. */
export function both(key: keyof typeof words): Html {
  const [english, arabicText] = words[key];
  return pair(english, arabicText);
}

export function pair(english: string, arabicText: string | undefined): Html {
  const second =
    arabicText === undefined ? undefined : html` <span class="ar" lang="ar" dir="rtl">${arabicText}</span>`;
  return html`<span class="en">${english}</span>${second}`;
}
