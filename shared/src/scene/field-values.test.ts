import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { emptyDocument, parseDocument } from './document.ts';
import { fieldPath, parseFieldPath, rowsOf, withValues } from './field-values.ts';
import { fitsField } from './fits-field.ts';
import { fillStored } from './stored.ts';
import { anyDocument } from './test/any-document.ts';

const scene = parseDocument({
  nodes: { lamp: { kind: 'sphere', props: { radius: 1 } }, table: { kind: 'box' } },
  materials: { oak: { color: '#aa8855' } },
});

describe('withValues', () => {
  it('replaces single fields and shares the rest', () => {
    const next = withValues(scene, [
      { 'nodes/lamp/props.radius': 2, 'nodes/lamp/visible': false, 'materials/oak/uv.rotation': 1 },
      { 'nodes/lamp/props.radius': 3, 'scene/camera.fov': 20 },
    ]);
    expect(next.nodes.lamp).toMatchObject({ visible: false, props: { radius: 3 }, name: '' });
    expect(next.materials.oak).toMatchObject({ color: '#aa8855', uv: { rotation: 1, size: 0 } });
    expect(next.camera.fov).toBe(20);
    expect(next.nodes.table).toBe(scene.nodes.table);
    expect(next.environment).toBe(scene.environment);
    expect(scene.nodes.lamp).toMatchObject({ visible: true, props: { radius: 1 } });
  });

  it('returns the same document when nothing changes', () => {
    expect(withValues(scene, [{ 'nodes/lamp/visible': true }])).toBe(scene);
    expect(withValues(scene, [])).toBe(scene);
  });

  it.each([
    'nodes/gone/visible',
    'nodes/lamp/props.colour',
    'nodes/constructor/visible',
    'nodes/lamp/__proto__',
    'nodes/lamp/constructor.name',
    'nodes/lamp/name.length',
    'materials/oak',
    'toString/oak/color',
    'scene/nodes.lamp',
    'scene/nope',
    '',
  ])('ignores %s', (path) => {
    const next = withValues(scene, [{ [path]: 1 }], fitsField);
    expect(next).toBe(scene);
    expect(Object.keys({})).toEqual([]);
  });

  it('copies the overrides of an instance once, regardless of the number of changes', () => {
    const before = parseDocument({
      nodes: {
        chair: { kind: 'component' },
        a: { kind: 'instance', props: { component: 'chair', values: { 'nodes/n0/visible': true } } },
      },
    });
    const paths = Array.from({ length: 50 }, (_, i) => `nodes/n${i}/visible`);
    const sets = Object.fromEntries(paths.map((path) => [path.replace('nodes/', 'nodes/a::'), false]));
    const overridesOf = ({ nodes }: typeof before) => Reflect.get(nodes.a?.props ?? {}, 'values');
    const set = vi.spyOn(Reflect, 'set');
    const after = withValues(before, [sets]);
    const copies = new Set(set.mock.calls.filter(([, key]) => key === 'values').map(([, , copy]) => copy));
    set.mockRestore();
    expect(copies.size).toBe(1);
    expect(overridesOf(after)).toEqual(Object.fromEntries(paths.map((path) => [path, false])));
    expect(overridesOf(before)).toEqual({ 'nodes/n0/visible': true });
  });

  it('omits values that do not fit', () => {
    const values = {
      'nodes/lamp/props.radius': -1,
      'nodes/table/props.radius': 2,
      'nodes/lamp/kind': 'box',
      'nodes/lamp/parent': 'table',
      'scene/unit': 'feet',
    };
    expect(withValues(scene, [values], fitsField)).toBe(scene);
  });

  it('returns a valid document for any valid one', () => {
    fc.assert(
      fc.property(anyDocument, (document) => {
        const sets = Object.values(document.choices).map(({ values }) => values);
        const next = withValues(document, sets, fitsField);
        expect(parseDocument(next)).toEqual(next);
        const touched = rowsOf(sets);
        for (const [id, node] of Object.entries(next.nodes)) {
          expect(touched.nodes.has(id) || node === document.nodes[id]).toBe(true);
        }
      }),
    );
  });
});

describe('choices sent to visitors', () => {
  it('contain only values that fit', () => {
    const choices = {
      red: {
        values: { 'nodes/lamp/visible': false, 'nodes/lamp/props.radius': 'x', 'nodes/gone/visible': true },
      },
    };
    expect(fillStored({ ...scene, choices }).choices.red?.values).toEqual({ 'nodes/lamp/visible': false });
    expect(fillStored(emptyDocument()).choices).toEqual({});
  });
});

describe('a field path', () => {
  it('is unchanged after parsing and formatting', () => {
    for (const path of ['nodes/a-b_C/props.size', 'materials/oak/maps.color', 'scene/environment.fog.near']) {
      const place = parseFieldPath(path);
      expect(place && fieldPath(place)).toBe(path);
    }
  });
});
