import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { z } from 'zod';
import { type Angles, anglesOf, rotationOf } from './angles.ts';
import { parseDocument } from './document.ts';
import { isSameJson } from './json.ts';
import { nodeDefs } from './nodes/index.ts';
import { OPENING_SLOTS } from './nodes/opening/slots.ts';
import { WALL_SLOTS } from './nodes/wall/slots.ts';
import { partFormOf } from './part-forms.ts';
import { quaternion } from './values.ts';
import { type FlatMap, putField, readDocument, readField, sceneRoots, toYDoc } from './ydoc.ts';
import { type Field, nodeFields, sceneFields, tableFields } from './ydoc-fields.ts';
import { validateTouched } from './ydoc-validate.ts';

const PEOPLE = 3;
const RUNS = { numRuns: 150, seed: 11 };

/** Values of texts of every schema: those that a schema refuses are left out. */
const TEXTS = [
  '',
  'a',
  'b',
  'one two',
  'a0',
  'a1',
  '#ff0000',
  '#00ff00',
  '/api/assets/1',
  'https://a.example/',
];
const WORDS = [...WALL_SLOTS, ...OPENING_SLOTS, 'n1', 'n2', 'n3', 'n4'];

/** All fields of all kinds, of materials and of the scene, with the map that holds them. */
const FIELDS = [
  ...nodeDefs.flatMap(({ kind }) =>
    [...nodeFields(kind).fields.values()].map((field) => ({ name: `${kind}.${field.key}`, field, id: kind })),
  ),
  ...[...tableFields.materials.fields.values()].map((field) => ({
    name: `material.${field.key}`,
    field,
    id: 'material',
  })),
  ...[...sceneFields.fields.values()].map((field) => ({ name: `scene.${field.key}`, field, id: 'scene' })),
].filter(({ field }) => field.key !== 'kind' && field.key !== 'version');

function start(): Y.Doc {
  const nodes = Object.fromEntries(nodeDefs.map(({ kind }) => [kind, { kind }]));
  return toYDoc(parseDocument({ nodes, materials: { material: {} } }));
}

function mapOf(ydoc: Y.Doc, id: string): FlatMap {
  const { nodes, materials, scene } = sceneRoots(ydoc);
  const map = id === 'scene' ? scene : (materials.get(id) ?? nodes.get(id));
  if (!(map instanceof Y.Map)) {
    throw new Error(`no map ${id}`);
  }
  return map;
}

function copyOf(ydoc: Y.Doc): Y.Doc {
  const copy = new Y.Doc();
  sceneRoots(copy);
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(ydoc));
  return copy;
}

function meet(people: readonly Y.Doc[]): void {
  for (const [from, to] of people.flatMap((a) => people.map((b) => [a, b] as const))) {
    Y.applyUpdate(to, Y.encodeStateAsUpdate(from, Y.encodeStateVector(to)));
  }
}

function unwrapped(schema: z.ZodType): z.ZodType {
  const isWrapped = schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault;
  return isWrapped ? unwrapped(schema.unwrap() as z.ZodType) : schema;
}

/** A way to change one part of a value, and to look whether it has that change. */
type Part = { name: string; set: (value: unknown, to: unknown) => unknown; get: (value: unknown) => unknown };

const memberAt = (name: string): Part => ({
  name,
  get: (value) => Reflect.get(Object(value), name),
  set: (value, to) => {
    const copy: object = structuredClone(Object(value));
    if (to === undefined) {
      Reflect.deleteProperty(copy, name);
    } else {
      Reflect.set(copy, name, to);
    }
    return copy;
  },
});

const angleAt = (i: number, seen: Angles): Part => ({
  name: String(i),
  get: (value) => Math.round((anglesOf(quaternion.parse(value), seen)[i] ?? 0) * 1e6) + 0,
  set: (value, to) => {
    const angles = anglesOf(quaternion.parse(value));
    angles[i] = Number(to);
    return rotationOf(angles);
  },
});

const wordOf = (word: string): Part => ({
  name: word,
  get: (value) => Array.isArray(value) && value.includes(word),
  set: (value, to) => {
    const rest = Array.isArray(value) ? value.filter((one) => one !== word) : [];
    return to === true ? [...rest, word] : rest;
  },
});

/** The parts of a field, each with values that it may have. */
function partsOf(field: Field): { part: Part; values: fc.Arbitrary<unknown> }[] {
  const schema = unwrapped(field.schema);
  const form = partFormOf(schema);
  const accepted = (name: string, values: unknown[]) => {
    const of = form?.schemaOf(name);
    return values.filter((value) => value !== null && of?.safeParse(value).success === true);
  };
  if (schema === quaternion) {
    const small = fc.integer({ min: -14, max: 14 }).map((n) => n / 10);
    return [0, 1, 2].map((i) => ({ part: angleAt(i, [0, 0, 0]), values: small }));
  }
  if (schema instanceof z.ZodArray && schema.element instanceof z.ZodString) {
    const words = WORDS.filter((word) => form?.schemaOf(word) !== null).slice(0, 6);
    return words.map((word) => ({ part: wordOf(word), values: fc.boolean() }));
  }
  const names =
    schema instanceof z.ZodTuple
      ? ['0', '1', '2', '3']
      : schema instanceof z.ZodRecord
        ? WORDS
        : ['clip', 'playing', 'speed'];
  return names.flatMap((name) => {
    const numbers = [0.001, 0.5, 1, 2.25, 7, -3];
    const values = accepted(name, [...numbers, ...WORDS, ...TEXTS, true, false]);
    const gone = schema instanceof z.ZodRecord ? [undefined] : [];
    return values.length > 1 ? [{ part: memberAt(name), values: fc.constantFrom(...values, ...gone) }] : [];
  });
}

const isList = (field: Field) => {
  const schema = unwrapped(field.schema);
  return schema instanceof z.ZodArray && !(schema.element instanceof z.ZodString);
};

const merging = FIELDS.filter(({ field }) => field.form && !isList(field));

describe('concurrent edits of one value', () => {
  it('merge all fields with several parts, except fields with dependent parts', () => {
    const whole = FIELDS.filter(({ field }) => typeof field.fallback === 'object' && !field.form);
    const dependent = whole.filter(({ field }) => field.fallback !== null).map(({ name }) => name);
    expect(dependent).toEqual(['annotation.props.normal']);
    expect(merging.map(({ name }) => name)).toContain('box.position');
    expect(merging.length).toBeGreaterThan(40);
  });

  it.each(merging.map((one) => [one.name, one] as const))(
    'keep the last value of each part of %s',
    (_name, one) => {
      const { field, id } = one;
      const parts = partsOf(field);
      expect(parts.length).toBeGreaterThan(1);
      const edit = fc.oneof(
        ...parts.map(({ values }, part) => fc.record({ part: fc.constant(part), value: values })),
      );
      const steps = fc.array(fc.oneof({ weight: 5, arbitrary: edit }, fc.constant('meet' as const)), {
        minLength: 4,
        maxLength: 30,
      });
      const owners = fc.array(fc.nat(PEOPLE - 1), { minLength: parts.length, maxLength: parts.length });
      fc.assert(
        fc.property(steps, owners, (all, owner) => {
          const first = start();
          const people = [first, ...Array.from({ length: PEOPLE - 1 }, () => copyOf(first))];
          const written = new Map<number, unknown>();
          for (const step of all) {
            if (step === 'meet') {
              meet(people);
              continue;
            }
            const { part } = parts[step.part] ?? {};
            const ydoc = people[owner[step.part] ?? 0];
            if (part && ydoc) {
              const map = mapOf(ydoc, id);
              const next = part.set(readField(map, field), step.value);
              putField(map, field, next);
              written.set(step.part, part.get(next));
            }
          }
          meet(people);
          for (const ydoc of people) {
            const value = readField(mapOf(ydoc, id), field);
            for (const [part, wanted] of written) {
              expect(parts[part]?.part.get(value)).toEqual(wanted);
            }
            expect(readDocument(ydoc)).toEqual(readDocument(first));
          }
        }),
        { ...RUNS, numRuns: 40 },
      );
    },
  );
});

const lists = FIELDS.filter(({ field }) => isList(field));
/** Elements of a list by the number that stands in each item. */
const elementFor = (field: Field, n: number): unknown => {
  const base = field.key === 'props.normals' ? [0, 0, 0] : (field.fallback as unknown[][])[0];
  const scale = field.key === 'props.normals' ? 1000 : 1;
  return base?.map(() => n / scale);
};

describe('concurrent edits of one list', () => {
  it('cover the lists of every kind', () => {
    expect(lists.map(({ name }) => name)).toEqual([
      'path.props.points',
      'floor.props.points',
      'measure.props.points',
      'measure.props.normals',
    ]);
  });

  it.each(lists.map((one) => [one.name, one] as const))(
    'keep each user’s changes to separate elements of %s',
    (_n, one) => {
      const { field, id } = one;
      const action = fc.record({
        who: fc.nat(PEOPLE - 1),
        did: fc.constantFrom('move', 'add', 'remove', 'meet'),
        at: fc.nat(30),
      });
      fc.assert(
        fc.property(fc.array(action, { minLength: 5, maxLength: 40 }), (actions) => {
          const first = start();
          const initial = Array.from({ length: 9 }, (_, i) => elementFor(field, i + 1));
          putField(mapOf(first, id), field, initial);
          const people = [first, ...Array.from({ length: PEOPLE - 1 }, () => copyOf(first))];
          // Each element belongs to the person that its number modulo PEOPLE names.
          const alive = new Set(initial.map((element) => JSON.stringify(element)));
          let next = 100;
          for (const { who, did, at } of actions) {
            const ydoc = people[who];
            const map = ydoc && mapOf(ydoc, id);
            if (did === 'meet' || !map) {
              meet(people);
              continue;
            }
            const values = [...(readField(map, field) as unknown[])];
            const scale = field.key === 'props.normals' ? 1000 : 1;
            const own = values.flatMap((value, i) =>
              Math.round(Number((value as number[])[0]) * scale) % PEOPLE === who ? [i] : [],
            );
            const chosen = own[at % Math.max(own.length, 1)];
            next += PEOPLE;
            const made = elementFor(field, next - (next % PEOPLE) + who);
            if (did === 'add') {
              values.splice(at % (values.length + 1), 0, made);
              alive.add(JSON.stringify(made));
            } else if (chosen !== undefined) {
              const [gone] = did === 'move' ? values.splice(chosen, 1, made) : values.splice(chosen, 1);
              alive.delete(JSON.stringify(gone));
              if (did === 'move') {
                alive.add(JSON.stringify(made));
              }
            }
            putField(map, field, values);
            expect(readField(map, field)).toEqual(values);
          }
          meet(people);
          for (const ydoc of people) {
            const found = (readField(mapOf(ydoc, id), field) as unknown[]).map((value) =>
              JSON.stringify(value),
            );
            expect(found.toSorted()).toEqual([...alive].toSorted());
            expect(found).toEqual(
              (readField(mapOf(first, id), field) as unknown[]).map((v) => JSON.stringify(v)),
            );
          }
        }),
        RUNS,
      );
    },
  );

  it('replace a list when nearly all of it changes, and merge later edits', () => {
    const first = start();
    const field = nodeFields('path').fields.get('props.points');
    if (!field) {
      throw new Error('no points');
    }
    const map = mapOf(first, 'path');
    const many = (from: number) => Array.from({ length: 1_000 }, (_, i) => [from + i, i]);
    putField(map, field, many(0));
    putField(map, field, many(5));
    putField(map, field, many(9));
    expect([...map.keys()].filter((key) => key.startsWith('props.points')).length).toBeLessThan(5);
    const other = copyOf(first);
    putField(map, field, many(9).with(3, [0.5, 3]));
    putField(mapOf(other, 'path'), field, many(9).with(700, [0.25, 700]).toSpliced(900, 1));
    meet([first, other]);
    const merged = readField(map, field) as unknown[];
    expect(merged).toHaveLength(999);
    expect([merged[3], merged[700]]).toEqual([
      [0.5, 3],
      [0.25, 700],
    ]);
  });
});

describe('a value stored in parts', () => {
  const position = nodeFields('box').fields.get('position');
  const put = (ydoc: Y.Doc, value: unknown) => position && putField(mapOf(ydoc, 'box'), position, value);
  const read = (ydoc: Y.Doc) => readDocument(ydoc).nodes.box?.position;

  it('is readable as a whole by releases without parts', () => {
    const ydoc = start();
    put(ydoc, [1, 0, 0]);
    put(ydoc, [1, 2, 0]);
    expect(mapOf(ydoc, 'box').get('position')).toEqual([1, 2, 0]);
  });

  it('is replaced by a later whole value from such a release', () => {
    const ydoc = start();
    put(ydoc, [1, 2, 3]);
    mapOf(ydoc, 'box').set('position', [7, 7, 7]);
    expect(read(ydoc)).toEqual([7, 7, 7]);
    const other = copyOf(ydoc);
    put(ydoc, [8, 7, 7]);
    put(other, [7, 7, 9]);
    meet([ydoc, other]);
    expect(read(ydoc)).toEqual([8, 7, 9]);
    mapOf(other, 'box').delete('position');
    meet([ydoc, other]);
    expect(read(ydoc)).toEqual([0, 0, 0]);
  });

  it('is validated part by part', () => {
    const ydoc = start();
    const found: string[] = [];
    ydoc.on('afterTransaction', (transaction: Y.Transaction) => {
      found.push(...validateTouched(transaction).map(({ propertyPath, code }) => `${propertyPath} ${code}`));
    });
    put(ydoc, [1, 2, 3]);
    expect(found).toEqual([]);
    for (const [key, value] of [
      ['position~0', 'far'],
      ['position~3', 1],
      ['position~', 5],
      ['name~0', 'x'],
      ['rotation~=', [1]],
    ] as const) {
      mapOf(ydoc, 'box').set(key, value);
    }
    expect(found).toEqual([
      'nodes.box.position~0 document.invalid',
      'nodes.box.position~3 document.unknown-key',
      'nodes.box.position~ document.invalid',
      'nodes.box.name~0 document.unknown-key',
      'nodes.box.rotation~= document.invalid',
    ]);
    expect(isSameJson(read(ydoc), [1, 2, 3])).toBe(true);
  });
});
