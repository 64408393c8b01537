const columns = {
  "Bill No": "document_number",
  "Bill Date": "issue_date",
  "Due Date": "due_date",
  Item: "[document_lines.name, document_lines.description]",
  "HS Code": "document_lines.commodity_classification.item_classification_code",
  Qty: "document_lines.quantity",
  Price: "document_lines.price.base_amount",
};

/** Returns the text of a map of a version that asked nothing about the column that it leaves out. */
export function earlierMap(ignored: string): string {
  const lines = [
    "kind: invoice",
    "columns:",
    ...Object.entries(columns).map(([heading, field]) => `  ${heading}: ${field}`),
    "supplier: { column: Vendor, by: name }",
    "constants:",
    "  document_currency_code: AED",
    '  profile_execution_id: "00000000"',
    "  document_lines.unit_code: H87",
    "  document_lines.classified_tax_category.id: S",
    "  document_lines.classified_tax_category.percent: 5",
    "  document_lines.commodity_classification.nature_code: G",
    `ignore: [${ignored}]`,
    "",
  ];
  return lines.join("\n");
}
