import type { UblElement } from "../../ubl/index.ts";
import { doubleIn } from "../amount.ts";
import { atMost, exists, existsOneOf, notBlank } from "../conditions.ts";
import { despatchLineReference, documentRoot, line, lineDespatchId } from "../contexts/contexts-shared.ts";
import { defineRule, pintAe } from "../rule.ts";
import { attribute, path, stringOf } from "../xpath.ts";

export const documentHasALine = defineRule({
  id: "IBR-016",
  says: "The document must have at least one line.",
  hint: "Add document_lines.",
  source: pintAe("IBG-25"),
  of: documentRoot,
  holds: existsOneOf("cac:InvoiceLine", "cac:CreditNoteLine"),
});

export const lineHasAnIdentifier = defineRule({
  id: "IBR-021",
  says: "A line must have an identifier.",
  hint: "selfbill numbers the lines; in an XML file of another program number them.",
  source: pintAe("IBT-126"),
  of: line,
  holds: notBlank("cbc:ID"),
  because: ["cbc:ID"],
});

export const lineHasAQuantity = defineRule({
  id: "IBR-022",
  says: "A line must have a quantity.",
  hint: "Add quantity to the line.",
  source: pintAe("IBT-129"),
  of: line,
  holds: existsOneOf("cbc:InvoicedQuantity", "cbc:CreditedQuantity"),
});

const invoiced = path("cbc:InvoicedQuantity");
const credited = path("cbc:CreditedQuantity");

const hasUnit = (quantity: UblElement): boolean => attribute(quantity, "unitCode") !== undefined;

export const quantityHasAUnit = defineRule({
  id: "IBR-023",
  says: "The quantity of a line must have a unit.",
  hint: "Add unit_code to the line, such as H87 for pieces or HUR for hours.",
  source: pintAe("IBT-130"),
  of: line,
  test: "exists((cbc:InvoicedQuantity | cbc:CreditedQuantity)/@unitCode)",
  holds: (element) => invoiced.some(element, hasUnit) || credited.some(element, hasUnit),
  because: ["cbc:InvoicedQuantity", "cbc:CreditedQuantity"],
});

export const lineHasANetAmount = defineRule({
  id: "IBR-024",
  says: "A line must state its net amount.",
  hint: "selfbill calculates it from quantity, price, allowances and charges; in an XML file of another program add LineExtensionAmount.",
  source: pintAe("IBT-131"),
  of: line,
  holds: exists("cbc:LineExtensionAmount"),
});

export const lineHasOneNote = defineRule({
  id: "IBR-SR-34",
  says: "A line must not have more than one note.",
  hint: "Put everything into one note.",
  source: pintAe("IBT-127"),
  of: line,
  holds: atMost("cbc:Note"),
  because: ["cbc:Note"],
});

export const lineHasOneOrderLine = defineRule({
  id: "IBR-109",
  says: "A line must not refer to more than one order line.",
  hint: "Keep one order_line_reference; goods of two order lines need two lines.",
  source: pintAe("IBT-132"),
  of: line,
  holds: atMost("cac:OrderLineReference/cbc:LineID"),
  because: ["cac:OrderLineReference"],
});

const reference = path("cac:DocumentReference");
const referenceType = path("cbc:DocumentTypeCode");

/**
 * Compares the reference's types with 130, in order. Undefined if one that is not a number precedes the first match:
 * there the published test stops with an error.
 */
function isInvoicedObject(one: UblElement): boolean | undefined {
  for (const type of referenceType.all(one)) {
    const value = doubleIn(stringOf(type));
    if (value === undefined) return undefined;
    if (value === 130) return true;
  }
  return false;
}

export const lineHasOneInvoicedObject = defineRule({
  id: "IBR-089",
  says: "A line must not name more than one invoiced object (DocumentReference of type 130), and the types of its references must be numbers.",
  hint: "Keep one line_object_identifier; in an XML file of another program remove a DocumentTypeCode that is not a number.",
  source: pintAe("IBT-128"),
  of: line,
  when: exists("cac:DocumentReference"),
  test: "count(cac:DocumentReference[cbc:DocumentTypeCode ! xs:double(.) = 130]) <= 1",
  holds: (element) => {
    const objects = reference.all(element).map(isInvoicedObject);
    return !objects.includes(undefined) && objects.filter((is) => is).length <= 1;
  },
  because: ["cac:DocumentReference"],
});

export const despatchLineHasOneDocument = defineRule({
  id: "IBR-SR-62",
  says: "The despatch reference of a line must not name more than one document.",
  hint: "Keep one despatch_line_reference; in an XML file of another program one DocumentReference in DespatchLineReference.",
  source: pintAe("IBT-184"),
  of: despatchLineReference,
  holds: atMost("cac:DocumentReference"),
  because: ["cac:DocumentReference"],
});

export const despatchIsNamedOnOneLevel = defineRule({
  id: "IBR-092",
  says: "A document whose lines name their despatch advice must not name one for the whole document.",
  hint: "Remove despatch_document_reference, or the references on the lines.",
  source: pintAe("IBT-184", "IBT-016"),
  of: lineDespatchId,
  test: "empty(//cac:DespatchDocumentReference)",
  holds: (_, facts) => facts.everywhere("cac:DespatchDocumentReference").length === 0,
});
