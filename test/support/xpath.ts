import { evaluateXPath, evaluateXPathToBoolean } from "fontoxpath";
import { type Element, parseXmlDocument } from "slimdom";
import { attributesOf } from "../../src/check/attributes.ts";
import { expressionLists, listsIn, quoted } from "../../src/check/expression.ts";
import { aggregates, membersIn, toXml, type UblElement } from "../../src/ubl/index.ts";

/** Evaluates expressions over a tree's XML with an XPath 3.1 engine that is independent of our rules. */

const namespaces: Readonly<Record<string, string>> = {
  cac: "urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2",
  cbc: "urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2",
  xs: "http://www.w3.org/2001/XMLSchema",
};
const members = aggregates.flatMap((of) => (membersIn(of) ?? []).map((each) => ({ of, ...each })));
const basic = [...new Set(members.map(({ name }) => name))].filter((name) => name.startsWith("cbc:"));
const byName = (value: (name: string) => unknown) => Object.fromEntries(basic.map((name) => [name, value(name)]));
const variables = {
  attributes: byName((name) => attributesOf(name).known),
  needed: byName((name) => [attributesOf(name).needed ?? []].flat()),
  order: Object.fromEntries(aggregates.map((of) => [of, (membersIn(of) ?? []).map(({ name }) => name)])),
  repeatable: members.filter(({ repeats }) => repeats).map(({ of, name }) => `${of} ${name}`),
};

/**
 * Adapts an expression to the engine, which deviates from XPath 3.1: it accepts 30 February as a date, and its decimals
 * are binary.
 */
function forThisEngine(expression: string): string {
  return expression
    .replaceAll(
      /([\w:/.*]+) castable as xs:date/g,
      "($1 castable as xs:date and $1/string(xs:date(.) + xs:dayTimeDuration('P0D')) = $1/string())",
    )
    .replaceAll("<= 0.02", "<= 0.0200000001");
}

/** Prepends the code lists that the expression names. */
function withLists(expression: string): string {
  return listsIn(expression).reduce(
    (rest, name) => `let $${name} := ${quoted(expressionLists[name] ?? [])} return (${rest})`,
    expression,
  );
}

/** The XML of a tree, and a mapping from the tree's elements to those of the XML. */
export class Written {
  readonly #elements = new Map<UblElement, Element>();

  constructor(root: UblElement) {
    const { documentElement } = parseXmlDocument(toXml(root));
    if (documentElement === null) throw new Error("A document without an element.");
    this.#pair(root, documentElement);
  }

  #pair(ours: UblElement, theirs: Element): void {
    this.#elements.set(ours, theirs);
    ours.children.forEach((child, at) => {
      this.#pair(child, theirs.children[at] as Element);
    });
  }

  /** Whether the expression is true; if evaluation fails, returns false and keeps the error in `stopped`. */
  isTrue(expression: string, element: UblElement, stopped: string[] = []): boolean {
    try {
      return evaluateXPathToBoolean(
        withLists(forThisEngine(expression)),
        this.#elements.get(element),
        null,
        variables,
        {
          language: evaluateXPath.XPATH_3_1_LANGUAGE,
          namespaceResolver: (prefix) => namespaces[prefix] ?? null,
        },
      );
    } catch (error) {
      stopped.push(error instanceof Error ? error.message : String(error));
      return false;
    }
  }
}
