import { accountCalls } from "./account.ts";
import { type EndpointDefinition, type EndpointKind, endpointKinds, type Parameter, textValue } from "./define.ts";
import { documentCalls } from "./documents.ts";
import { statusCalls } from "./status.ts";

/** All calls of the contract's table except row 16, the PDF (Decision 34). */
export const definitions = { ...documentCalls, ...statusCalls, ...accountCalls };
export type Definitions = typeof definitions;
export type DefinitionName = keyof Definitions;
/** Names of the answer shapes; `answerSchemas` has a schema for each. */
export type AnswerName = Exclude<Definitions[DefinitionName]["answers"], "xml" | "attachment">;
type KnownDefinition = EndpointDefinition & { readonly answers: AnswerName | "xml" | "attachment" };
/** The definitions with a common type. */
const known: Readonly<Record<DefinitionName, KnownDefinition>> = definitions;

type CallOf<Name extends DefinitionName> = Definitions[Name]["calls"][number];
type NamesOf<Does> = { [Name in DefinitionName]: Definitions[Name]["does"] extends Does ? CallOf<Name> : never };
/** The client's methods that read, and those that send a document. */
export type ReadName = NamesOf<"reads">[DefinitionName];
export type ChangeName = NamesOf<"changes">[DefinitionName];
/** The definition of the call that a method makes. */
export type DefinitionOf<Method extends string> = {
  [Name in DefinitionName]: Method extends CallOf<Name> ? Definitions[Name] : never;
}[DefinitionName];

/** `/{id}/xml` → `id`. */
type SegmentOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | SegmentOf<Rest>
  : never;
type SegmentName = SegmentOf<Definitions[DefinitionName]["path"]>;

/** Path segments other than `id`, which always identifies a document. `example`: the value that tests use. */
export const segmentWords: Readonly<
  Record<Exclude<SegmentName, "id">, { description: string; schema: object; example?: string }>
> = {
  business_profile_id: textValue(
    "Id of the business profile: the buyer of the document. It is opaque; do not parse it.",
  ),
  attachment_id: { description: "Id of the attachment", schema: { type: "string", format: "uuid" } },
  list: {
    description: "Name of the list",
    schema: { type: "string", enum: ["credit-note-reason-codes", "transaction-type-codes"] },
    example: "credit-note-reason-codes",
  },
};

/** A call for one kind of document, with its method and path. */
export interface Endpoint {
  readonly name: DefinitionName;
  readonly kind: EndpointKind;
  readonly definition: KnownDefinition;
  /** Row of the contract's table; two paths may share one. */
  readonly row: number;
  /** Operation id, unique within the description. */
  readonly operation: string;
  readonly method: EndpointDefinition["method"];
  /** The whole path; `{name}` is one percent-encoded segment. */
  readonly path: string;
}

/** All calls for all kinds of document, in the order of the contract's rows. */
export const endpoints: readonly Endpoint[] = Object.entries(known)
  .flatMap(([name, definition]) =>
    Object.entries(definition.of).map(([kind, [row, operation]]) => ({
      name: name as DefinitionName,
      kind: kind as EndpointKind,
      definition,
      row,
      operation,
      method: definition.method,
      path: endpointKinds[kind as EndpointKind].below + definition.path,
    })),
  )
  .sort((one, other) => one.row - other.row);

export function endpointOf<Name extends DefinitionName>(name: Name, kind: keyof Definitions[Name]["of"]): Endpoint {
  const found = endpoints.find((each) => each.name === name && each.kind === kind);
  if (!found) throw new Error(`selfbill has an internal error: ${name} has no call for ${String(kind)}`);
  return found;
}

export function queryOf({ definition: { query = {} }, kind }: Endpoint): [string, Parameter][] {
  return Object.entries(query).filter(([, { only }]) => only === undefined || only === kind);
}

/** Returns the names in the order in which they appear in the path. */
export function segmentNames(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
}

/** Percent-encodes the segments. A missing segment is a bug in selfbill. */
export function pathOf(endpoint: Endpoint, segments: Readonly<Record<string, string>> = {}): string {
  return endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = segments[name];
    if (!value) throw new Error(`selfbill has an internal error: the path ${endpoint.path} needs ${name}`);
    return encodeURIComponent(value);
  });
}
