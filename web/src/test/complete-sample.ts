import { z } from 'zod';

type JsonSchema = {
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly JsonSchema[];
  oneOf?: readonly JsonSchema[];
  allOf?: readonly JsonSchema[];
  type?: string | readonly string[];
  format?: string;
  minimum?: number;
  minItems?: number;
  items?: JsonSchema;
  prefixItems?: readonly JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: readonly string[];
};

let made = 0;

/** A string that no other sample has, as pages use identifiers as keys. */
function text(format: string | undefined): string {
  made += 1;
  switch (format) {
    case 'uuid':
      return `01900000-0000-7000-8000-${String(made).padStart(12, '0')}`;
    case 'date-time':
      return '2026-01-02T03:04:05.000Z';
    case 'date':
      return '2026-01-02';
    case 'email':
      return `ada-${made}@example.test`;
    case 'uri':
      return `https://example.test/${made}`;
    default:
      return `text-${made}`;
  }
}

/**
 * Completes part of a value to one that a schema accepts. What the part leaves out is small: an empty list, `null`
 * where it may be, a short text, zero, false.
 * @param part - the part; `undefined` for nothing of it
 */
export function completeSample(schema: z.ZodType, part?: unknown): unknown {
  const root = z.toJSONSchema(schema, { unrepresentable: 'any', io: 'output' }) as JsonSchema;
  return complete(root, part, root.$defs ?? {});
}

function complete(schema: JsonSchema, part: unknown, definitions: Record<string, JsonSchema>): unknown {
  const inner = (next: JsonSchema | undefined, value: unknown) => complete(next ?? {}, value, definitions);
  if (schema.$ref !== undefined) {
    return inner(definitions[schema.$ref.replace('#/$defs/', '')], part);
  }
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) {
    return inner(choiceFor(choices, part), part);
  }
  if (schema.allOf !== undefined) {
    return Object.assign({}, ...schema.allOf.map((each) => inner(each, part)));
  }
  if (schema.type === 'object') {
    const given = (part ?? {}) as Record<string, unknown>;
    const keys = new Set([...(schema.required ?? []), ...Object.keys(given)]);
    return Object.fromEntries([...keys].map((key) => [key, inner(schema.properties?.[key], given[key])]));
  }
  if (schema.type === 'array') {
    const empty = schema.prefixItems ?? Array.from({ length: schema.minItems ?? 0 });
    const given = (part ?? empty.map(() => undefined)) as readonly unknown[];
    return given.map((item, at) => inner(schema.prefixItems?.[at] ?? schema.items, item));
  }
  return part === undefined ? smallest(schema) : part;
}

/** The choice of a union that a part belongs to: by its constants, else the first one of its type. */
function choiceFor(choices: readonly JsonSchema[], part: unknown): JsonSchema | undefined {
  if (part === undefined || part === null) {
    return choices.find(({ type }) => type === 'null') ?? choices[0];
  }
  if (typeof part !== 'object') {
    return choices.find(({ type }) => type !== 'object' && type !== 'array' && type !== 'null') ?? choices[0];
  }
  const type = Array.isArray(part) ? 'array' : 'object';
  const fits = ({ properties = {} }: JsonSchema) =>
    Object.entries(part).every(([key, value]) => {
      const constant = properties[key]?.const;
      return constant === undefined || constant === value;
    });
  return choices.find((choice) => choice.type === type && fits(choice));
}

function smallest(schema: JsonSchema): unknown {
  if (Array.isArray(schema.type)) {
    return schema.type.includes('null') ? null : smallest({ ...schema, type: schema.type[0] });
  }
  if ('const' in schema) {
    return schema.const;
  }
  if (schema.enum !== undefined) {
    return schema.enum[0];
  }
  switch (schema.type) {
    case 'string':
      return text(schema.format);
    case 'number':
    case 'integer':
      return Math.max(schema.minimum ?? 0, 0);
    case 'boolean':
      return false;
    default:
      return null;
  }
}
