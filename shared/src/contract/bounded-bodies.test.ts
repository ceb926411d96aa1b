import { expect, it } from 'vitest';
import { z } from 'zod';
import type { RouteDefinition } from './define.ts';
import { routes } from './index.ts';

type Schema = Exclude<z.core.JSONSchema._JSONSchema, boolean>;

/** Paths of the strings, lists and maps in a schema that may have any length. */
function unboundedIn(schema: z.core.JSONSchema._JSONSchema | undefined, path: string): string[] {
  if (typeof schema !== 'object') {
    return [];
  }
  const { type, items, properties = {}, anyOf = [], oneOf = [], allOf = [], additionalProperties } = schema;
  const found = [...(isUnbounded(schema) ? [path] : [])];
  for (const [name, member] of Object.entries(properties)) {
    found.push(...unboundedIn(member, `${path}.${name}`));
  }
  for (const part of [...anyOf, ...oneOf, ...allOf]) {
    found.push(...unboundedIn(part, path));
  }
  const listed = Array.isArray(items) ? items : [items];
  return [
    ...found,
    ...listed.flatMap((item) => unboundedIn(item, `${path}[]`)),
    ...(type === 'object' ? unboundedIn(additionalProperties, `${path}.*`) : []),
  ];
}

function isUnbounded(schema: Schema): boolean {
  const types = [schema.type].flat();
  const isOpenMap = typeof schema.additionalProperties === 'object' && schema.maxProperties === undefined;
  return (
    (types.includes('string') && schema.maxLength === undefined && !isFixed(schema)) ||
    (types.includes('array') && schema.maxItems === undefined) ||
    (types.includes('object') && isOpenMap)
  );
}

/** Whether values, format or an anchored pattern without open repetition bound a string. */
function isFixed({ enum: values, const: value, format, pattern }: Schema): boolean {
  const isBoundedPattern =
    pattern !== undefined && /^\^.*\$$/.test(pattern) && !/[*+]|\{\d+,\}/.test(pattern);
  return values !== undefined || value !== undefined || format === 'uuid' || isBoundedPattern;
}

it('unboundedIn finds strings, lists and maps without a bound at any depth', () => {
  const schema = z.object({
    open: z.string(),
    short: z.string().max(9),
    color: z.string().regex(/^#[0-9a-f]{6}$/),
    digits: z.string().regex(/^[0-9]+$/),
    list: z.array(z.object({ name: z.string().nullable() })),
    map: z.record(z.string(), z.boolean()),
  });
  expect(unboundedIn(z.toJSONSchema(schema, { io: 'input' }), 'body')).toEqual([
    'body.open',
    'body.digits',
    'body.list',
    'body.list[].name',
    'body.map',
  ]);
});

it('every string, list and map in a request body has a bound', () => {
  // Documents have their own limits; the length of addresses bounds queries and parameters.
  const bodies = Object.entries<RouteDefinition>(routes).filter(([, { isLargeBody }]) => !isLargeBody);
  const unbounded = bodies.flatMap(([name, { body }]) =>
    body ? unboundedIn(z.toJSONSchema(body, { unrepresentable: 'any', io: 'input' }), name) : [],
  );
  expect(bodies.filter(([, { body }]) => body).length).toBeGreaterThan(50);
  expect(unbounded).toEqual([]);
});
