import { isJsonObject, type JsonObject, type JsonValue } from "../json/index.ts";
import { isNamed } from "./members.ts";
import { type ToldMember, toldOf } from "./told.ts";

export interface FoundList {
  readonly list: readonly JsonValue[];
  /**
   * The name of the list, preceded by the names of the objects that contain it; empty if the answer itself is the
   * list.
   */
  readonly at: string;
  /** True if the list is in an expected place; otherwise it is the only list in the answer. */
  readonly isExpected: boolean;
  /** Members outside the list, as received. */
  readonly beside: readonly ToldMember[];
}

/** Names of objects in which services wrap the requested data. */
const wrappers = ["data", "result", "results", "response", "payload", "body", "value", "embedded", "page"];
/** Names that services commonly give to a list, whatever it contains. */
const listNames = [...wrappers, "content", "items", "entries", "records", "list", "rows", "values", "elements"];
/** These lists never contain the requested data. */
const others = /^(?:errors?|warnings?|problems|messages|links|sort)$/i;
const deepest = 3;

/**
 * Returns the answer itself if it is a list; otherwise a list with a known name, also inside a wrapper, or the only
 * list in the answer; undefined if there is none. `names` are the expected names. The service's description shows only
 * a plain array (contract §10); the other forms are a precaution.
 */
export function listIn(answer: JsonValue, names: readonly string[]): FoundList | undefined {
  if (Array.isArray(answer)) return { list: answer, at: "", isExpected: true, beside: [] };
  if (!isJsonObject(answer)) return undefined;
  return inObject(answer, [...names, ...listNames], deepest);
}

function inObject(object: JsonObject, names: readonly string[], depth: number): FoundList | undefined {
  const keys = Object.keys(object);
  const named = names.flatMap((name) => keys.filter((key) => isNamed(key, name)));
  const key = named.find((each) => Array.isArray(object[each]));
  if (key !== undefined) return found(object, key, true);
  for (const each of depth > 0 ? named : []) {
    const inner = object[each];
    const deeper = isJsonObject(inner) ? inObject(inner, names, depth - 1) : undefined;
    if (deeper === undefined) continue;
    const beside = [...toldOf(without(object, each)), ...deeper.beside];
    return { ...deeper, at: `${each}.${deeper.at}`, beside };
  }
  const lists = keys.filter((each) => Array.isArray(object[each]) && !others.test(each));
  return lists.length === 1 && lists[0] !== undefined ? found(object, lists[0], false) : undefined;
}

function found(object: JsonObject, key: string, isExpected: boolean): FoundList {
  const list = object[key];
  return { list: Array.isArray(list) ? list : [], at: key, isExpected, beside: toldOf(without(object, key)) };
}

function without(object: JsonObject, key: string): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([each]) => each !== key));
}

/**
 * Returns the answer itself if `isIt` accepts it, otherwise the accepted object inside a wrapper or a one-element
 * list. The wrapper's other members are shown as received. If no object is accepted, returns the answer itself if it
 * is an object.
 */
export function objectIn(
  answer: JsonValue,
  names: readonly string[],
  isIt: (object: JsonObject) => boolean,
): { readonly object: JsonObject; readonly beside: readonly ToldMember[] } | undefined {
  const inner = unwrapped(answer, [...names, ...wrappers, "content", "item", "items"], isIt, deepest);
  if (inner !== undefined) return inner;
  return isJsonObject(answer) ? { object: answer, beside: [] } : undefined;
}

function unwrapped(
  answer: JsonValue | undefined,
  names: readonly string[],
  isIt: (object: JsonObject) => boolean,
  depth: number,
): { readonly object: JsonObject; readonly beside: readonly ToldMember[] } | undefined {
  if (Array.isArray(answer)) return answer.length === 1 ? unwrapped(answer[0], names, isIt, depth) : undefined;
  if (!isJsonObject(answer)) return undefined;
  if (isIt(answer)) return { object: answer, beside: [] };
  if (depth === 0) return undefined;
  for (const key of Object.keys(answer).filter((each) => names.some((name) => isNamed(each, name)))) {
    const inner = unwrapped(answer[key], names, isIt, depth - 1);
    if (inner !== undefined)
      return { object: inner.object, beside: [...toldOf(without(answer, key)), ...inner.beside] };
  }
  return undefined;
}

/** Returns whether the object has a member with any of these names. */
export function hasAny(object: JsonObject, names: readonly string[]): boolean {
  return Object.keys(object).some((key) => names.some((name) => isNamed(key, name)));
}
