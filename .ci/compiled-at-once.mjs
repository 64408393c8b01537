// Before V8 compiles a file, it skims the functions in it, and reads each one again when it is first called. It
// compiles function expressions in parentheses together with the file, but neither declarations nor arrow functions.
import { parseAst } from "rolldown/parseAst";

/** Returns the code with the functions at these offsets (from .ci/called.cjs) as expressions in parentheses. */
export function compiledAtOnce(code, places) {
  const called = new Set(places);
  return written(parseAst(code, { lang: "js", sourceType: "script" }));

  function written(node) {
    if (isFunction(node) && isCalled(node)) {
      if (node.type === "FunctionExpression") return `(${withBody(node)})`;
      if (node.type === "ArrowFunctionExpression" && !usesOuter(node)) return `(${asExpression(node)})`;
    }
    return isFunction(node) ? withBody(node) : between(node.start, node.end, parts(node));
  }

  /**
   * Whether the function at these offsets was called. V8 counts a method from its name, so a method never matches; it
   * could not become an expression in parentheses anyway.
   */
  function isCalled({ start, end }) {
    return called.has(`${start}-${end}`);
  }

  function asExpression({ async, params, body }) {
    const block = body.type === "BlockStatement" ? bodyOf(body) : `{return ${written(body)}}`;
    return `${async ? "async " : ""}function(${params.map(written).join(",")})${block}`;
  }

  /** Returns the text of a function from offset `from`, by default the start of the function. */
  function withBody(node, from = node.start) {
    if (node.body.type !== "BlockStatement") return between(from, node.end, parts(node));
    return between(from, node.body.start, node.params) + bodyOf(node.body);
  }

  /** Turns declarations of called functions into variables at the start of the body, as declarations are hoisted. */
  function bodyOf(block) {
    const isMoved = (node) => node.type === "FunctionDeclaration" && isCalled(node);
    const moved = block.body.filter(isMoved);
    if (moved.length === 0) return between(block.start, block.end, block.body);
    const first = block.body.find(({ directive }) => !directive).start;
    const made = moved.map(
      (node) => `${node.id.name}=(${code.slice(node.start, node.id.start)}${withBody(node, node.id.end)})`,
    );
    const rest = block.body.filter(({ start }) => start >= first);
    return `${code.slice(block.start, first)}var ${made.join(",")};${between(first, block.end, rest, isMoved)}`;
  }

  /** Returns the text between two offsets with its nodes rewritten; omits nodes for which `isLeftOut` returns true. */
  function between(from, to, nodes, isLeftOut = () => false) {
    let [text, at] = ["", from];
    for (const node of nodes) {
      if (node.start < at) continue; // in { name }, the key and the value are the same text
      text += code.slice(at, node.start) + (isLeftOut(node) ? "" : written(node));
      at = node.end;
    }
    return text + code.slice(at, to);
  }
}

function isFunction({ type }) {
  return /^(?:Function|ArrowFunction)(?:Declaration|Expression)$/.test(type);
}

function parts(node) {
  return Object.values(node)
    .flat()
    .filter((value) => typeof value?.type === "string")
    .sort((one, other) => one.start - other.start);
}

/** Whether an arrow function uses something that an ordinary function would rebind, such as `this`. */
function usesOuter(arrow) {
  return parts(arrow).some(
    (node) =>
      /^(?:ThisExpression|Super|MetaProperty)$/.test(node.type) ||
      (node.type === "Identifier" && node.name === "arguments") ||
      (!binds(node) && usesOuter(node)),
  );
}

/** Whether `this` means something else inside the node than outside it. Class members do so except in their keys. */
function binds({ type, computed }) {
  return /^Function/.test(type) || type === "StaticBlock" || (type === "PropertyDefinition" && !computed);
}
