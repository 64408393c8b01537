import { cannotBreak, exists, isText, saying } from "../conditions.ts";
import { aeItem } from "../contexts/contexts-ae.ts";
import { hsList, sacScheme } from "../fixes/fixes.ts";
import { defineRule, pintAe } from "../rule.ts";
import { unreachable } from "../unreachable.ts";
import { attribute, path } from "../xpath.ts";

const classification = path("cac:CommodityClassification/cbc:ItemClassificationCode");
const serviceCode = path("cac:AdditionalItemIdentification/cbc:ID");

const isClassified = exists("cac:CommodityClassification/cbc:ItemClassificationCode");
const hasServiceCode = exists("cac:AdditionalItemIdentification/cbc:ID");

export const itemHasDescription = defineRule({
  id: "IBR-125-AE",
  says: "Every item must have a description.",
  hint: "Add description to the line.",
  source: pintAe("IBT-154"),
  of: aeItem,
  holds: exists("cbc:Description"),
  because: ["cbc:Name"],
});

export const goodsAreClassified = defineRule({
  id: "IBR-184-AE",
  says: "An item of type G (goods) must have a classification code.",
  hint: "Add commodity_classification.item_classification_code, the HS code, with item_classification_list_id HS.",
  source: pintAe("BTAE-13", "IBT-158"),
  of: aeItem,
  when: isText("cac:CommodityClassification/cbc:CommodityCode", "G"),
  holds: isClassified,
  because: ["cac:CommodityClassification"],
});

export const servicesHaveServiceCode = defineRule({
  id: "IBR-185-AE",
  says: "An item of type S (services) must have a service accounting code.",
  hint: "Add additional_item_identification with the code as id and scheme_id SAC.",
  source: pintAe("BTAE-13", "BTAE-17"),
  of: aeItem,
  when: isText("cac:CommodityClassification/cbc:CommodityCode", "S"),
  holds: hasServiceCode,
  because: ["cac:CommodityClassification"],
});

export const mixedItemsHaveBothCodes = defineRule({
  id: "IBR-186-AE",
  says: "An item of type B (goods and services) must have a classification code and a service accounting code.",
  hint: "Add commodity_classification.item_classification_code (list HS) and additional_item_identification (scheme SAC).",
  source: pintAe("BTAE-13", "IBT-158", "BTAE-17"),
  of: aeItem,
  when: isText("cac:CommodityClassification/cbc:CommodityCode", "B"),
  holds: saying(
    `${isClassified.xpath} and ${hasServiceCode.xpath}`,
    (item, facts) => isClassified(item, facts) && hasServiceCode(item, facts),
  ),
  because: ["cac:CommodityClassification"],
  before: [
    {
      until: "1.0.2",
      holds: saying(
        `${isClassified.xpath} or ${hasServiceCode.xpath}`,
        (item, facts) => isClassified(item, facts) || hasServiceCode(item, facts),
      ),
    },
  ],
});

/** A placeholder in the published rules, for a minimum length that was never defined. */
export const codesAreLongEnough = defineRule({
  id: "IBR-187-AE",
  says: "Classification and service accounting codes must have enough digits.",
  hint: "Nothing to do: no minimum has been published.",
  source: pintAe("IBT-158", "BTAE-17"),
  of: aeItem,
  holds: cannotBreak,
  unreachable: unreachable["IBR-187-AE"].reason,
});

export const classificationIsHarmonizedSystem = defineRule({
  id: "IBR-188-AE",
  says: "A classification code must be a code of the Harmonized System (list HS).",
  hint: "Set commodity_classification.item_classification_list_id to HS.",
  fix: hsList,
  source: pintAe("IBT-158-1"),
  of: aeItem,
  when: isClassified,
  test: "cac:CommodityClassification/cbc:ItemClassificationCode/@listID = 'HS'",
  holds: (item) => classification.some(item, (code) => attribute(code, "listID") === "HS"),
  because: ["cac:CommodityClassification/cbc:ItemClassificationCode"],
});

export const serviceCodeIsSac = defineRule({
  id: "IBR-189-AE",
  says: "A service accounting code must have the scheme SAC.",
  hint: "Set scheme_id of additional_item_identification to SAC.",
  fix: sacScheme,
  source: pintAe("BTAE-17-1"),
  of: aeItem,
  when: hasServiceCode,
  test: "cac:AdditionalItemIdentification/cbc:ID/@schemeID = 'SAC'",
  holds: (item) => serviceCode.some(item, (code) => attribute(code, "schemeID") === "SAC"),
  because: ["cac:AdditionalItemIdentification/cbc:ID"],
});
