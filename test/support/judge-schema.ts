// biome-ignore lint/suspicious/noExplicitAny: a description is read as plain JSON
type Json = any;

/** Keywords that the description uses; a new one must be implemented here first. */
const words = new Set(
  `$ref type properties required items anyOf enum pattern format minimum maximum exclusiveMinimum minLength maxLength minItems
  additionalProperties propertyNames default description title x-pint-term`.split(/\s+/),
);

const formats: Readonly<Record<string, RegExp>> = {
  date: /^\d{4}-\d\d-\d\d$/,
  uuid: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
};

/** The ways in which a value violates an OpenAPI schema, one per line. References are resolved in the description. */
export function judge(description: Json, schema: Json, value: Json, at = "$"): string[] {
  const unknown = Object.keys(schema).filter((word) => !words.has(word));
  if (unknown.length > 0) return [`${at}: the judge does not know ${unknown.join(", ")}`];
  const found: string[] = [];
  if (schema.$ref !== undefined) found.push(...judge(description, follow(description, schema.$ref), value, at));
  if (schema.anyOf !== undefined) {
    const each = schema.anyOf.map((one: Json) => judge(description, one, value, at));
    if (!each.some((wrong: string[]) => wrong.length === 0)) found.push(...each.flat());
  }
  const types = schema.type === undefined ? undefined : [schema.type].flat();
  if (types !== undefined && !types.some((type: string) => isOfType(value, type)))
    return [...found, `${at}: ${JSON.stringify(value)?.slice(0, 60)} is not ${types.join(" or ")}`];
  const say = (holds: boolean, wrong: string): void => {
    if (!holds) found.push(`${at}: ${JSON.stringify(value)?.slice(0, 60)} ${wrong}`);
  };
  if (schema.enum !== undefined) say(schema.enum.includes(value), "is not in the enum");
  if (typeof value === "string") {
    if (schema.pattern !== undefined)
      say(new RegExp(schema.pattern, "u").test(value), `does not fit ${schema.pattern}`);
    if (schema.minLength !== undefined) say(value.length >= schema.minLength, "is too short");
    if (schema.maxLength !== undefined) say(value.length <= schema.maxLength, "is too long");
    if (formats[schema.format]) say(formats[schema.format]?.test(value) ?? true, `is not a ${schema.format}`);
  }
  if (typeof value === "number") {
    if (schema.minimum !== undefined) say(value >= schema.minimum, "is too small");
    if (schema.maximum !== undefined) say(value <= schema.maximum, "is too large");
    if (schema.exclusiveMinimum !== undefined) say(value > schema.exclusiveMinimum, "is too small");
  }
  if (Array.isArray(value)) {
    if (schema.minItems !== undefined) say(value.length >= schema.minItems, "has too few entries");
    const { items } = schema;
    if (items) value.forEach((item, index) => void found.push(...judge(description, items, item, `${at}[${index}]`)));
  } else if (typeof value === "object" && value !== null) {
    for (const name of schema.required ?? []) say(value[name] !== undefined, `lacks ${name}`);
    for (const [name, member] of Object.entries(value)) {
      const known = schema.properties?.[name] ?? schema.additionalProperties;
      if (known) found.push(...judge(description, known, member, `${at}.${name}`));
    }
  }
  return found;
}

/** Returns the target of a reference; undefined if there is none. */
export function follow(description: Json, ref: string): Json {
  const steps = ref.split("/").slice(1);
  return steps.reduce((at: Json, step) => at?.[step.replaceAll("~1", "/").replaceAll("~0", "~")], description);
}

function isOfType(value: Json, type: string): boolean {
  if (type === "null") return value === null;
  if (type === "array") return Array.isArray(value);
  if (type === "object") return typeof value === "object" && value !== null && !Array.isArray(value);
  return type === "integer" ? Number.isInteger(value) : typeof value === type;
}
