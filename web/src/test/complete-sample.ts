import { PERSON_COLORS } from '@diorama/shared/domain/person-colors.ts';
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
  maximum?: number;
  minItems?: number;
  items?: JsonSchema;
  prefixItems?: readonly JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: readonly string[];
};

/** Values of properties that pages put into styles, or fetch. */
const KNOWN: Readonly<Record<string, unknown>> = {
  avatarColor: PERSON_COLORS[0],
  avatarUrl: null,
  logoUrl: null,
};

let made = 0;

/** `small` values are empty where they may be; `large` ones are lists of three, long texts and large numbers. */
export type SampleSize = 'small' | 'large';

const LARGE = {
  entries: 3,
  number: 123_456,
  text: 'A name that is longer than its place, with Unbrokenwordsofonehundredletters',
};

/** A string that no other sample has, as pages use identifiers as keys. */
function text(format: string | undefined, size: SampleSize): string {
  made += 1;
  switch (format) {
    case 'uuid':
      return `01900000-0000-7000-8000-${String(made).padStart(12, '0')}`;
    case 'date-time':
      return '2026-01-02T03:04:05.000Z';
    case 'date':
      return `2026-01-${String((made % 28) + 1).padStart(2, '0')}`;
    case 'email':
      return `ada-${made}@example.test`;
    case 'uri':
      return `https://example.test/${made}`;
    default:
      return size === 'large' ? `${LARGE.text} ${made}` : `text-${made}`;
  }
}

/**
 * Completes part of a value to one that a schema accepts. What the part leaves out is small: an empty list, `null`
 * where it may be, a short text, zero, false.
 * @param part - the part; `undefined` for nothing of it
 */
export function completeSample(schema: z.ZodType, part?: unknown, size: SampleSize = 'small'): unknown {
  const root = z.toJSONSchema(schema, { unrepresentable: 'any', io: 'output' }) as JsonSchema;
  return complete(root, part, { definitions: root.$defs ?? {}, size });
}

type Sampling = { definitions: Record<string, JsonSchema>; size: SampleSize };

function complete(schema: JsonSchema, part: unknown, sampling: Sampling): unknown {
  const { definitions, size } = sampling;
  const inner = (next: JsonSchema | undefined, value: unknown) => complete(next ?? {}, value, sampling);
  if (schema.$ref !== undefined) {
    return inner(definitions[schema.$ref.replace('#/$defs/', '')], part);
  }
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) {
    return inner(choiceFor(choices, part, size), part);
  }
  if (schema.allOf !== undefined) {
    return Object.assign({}, ...schema.allOf.map((each) => inner(each, part)));
  }
  if (schema.type === 'object') {
    const given = (part ?? {}) as Record<string, unknown>;
    const filled = size === 'large' ? Object.keys(schema.properties ?? {}) : (schema.required ?? []);
    const keys = new Set([...filled, ...Object.keys(given)]);
    return Object.fromEntries(
      [...keys].map((key) => [key, inner(schema.properties?.[key], key in given ? given[key] : KNOWN[key])]),
    );
  }
  if (schema.type === 'array') {
    const empty =
      schema.prefixItems ?? Array.from({ length: size === 'large' ? LARGE.entries : (schema.minItems ?? 0) });
    const given = (part ?? empty.map(() => undefined)) as readonly unknown[];
    return given.map((item, at) => inner(schema.prefixItems?.[at] ?? schema.items, item));
  }
  return part === undefined ? simple(schema, size) : part;
}

/** The choice of a union that a part belongs to: by its constants, else the first one of its type. */
function choiceFor(choices: readonly JsonSchema[], part: unknown, size: SampleSize): JsonSchema | undefined {
  if (part === undefined && size === 'large') {
    return choices.find(({ type }) => type !== 'null');
  }
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

function simple(schema: JsonSchema, size: SampleSize): unknown {
  if (Array.isArray(schema.type)) {
    const isEmpty = size === 'small' && schema.type.includes('null');
    return isEmpty ? null : simple({ ...schema, type: schema.type.find((type) => type !== 'null') }, size);
  }
  if ('const' in schema) {
    return schema.const;
  }
  if (schema.enum !== undefined) {
    return schema.enum[0];
  }
  switch (schema.type) {
    case 'string':
      return text(schema.format, size);
    case 'number':
    case 'integer':
      return Math.min(
        Math.max(schema.minimum ?? 0, size === 'large' ? LARGE.number : 0),
        schema.maximum ?? LARGE.number,
      );
    case 'boolean':
      return size === 'large';
    default:
      return null;
  }
}
