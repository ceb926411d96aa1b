import { parseDocument } from '@diorama/shared/scene/document.ts';
import { describe, expect, it } from 'vitest';
import { applyPreview, inMaterial, inSlots, PREVIEW_MATERIAL, touchedBy, withProp } from './scene-preview.ts';

const document = parseDocument({
  nodes: {
    a: { kind: 'box' },
    m: { kind: 'model', props: { asset: '/api/assets/1', materials: { legs: 'red', seat: 'red' } } },
  },
  materials: { red: { color: '#ff0000', maps: { normal: '/api/assets/2' }, uv: { repeat: [2, 2] } } },
});

const frozen = JSON.stringify(document);

describe('a document with a preview', () => {
  it('is the same object without a preview', () => {
    expect(applyPreview(document, null)).toBe(document);
  });

  it('has the material on the given nodes, and shares all others', () => {
    const tried = applyPreview(document, { nodes: { ids: ['a', 'gone'], as: inMaterial('red') } });
    expect(tried.nodes).toEqual({ ...document.nodes, a: { ...document.nodes.a, material: 'red' } });
    expect(tried.nodes.m).toBe(document.nodes.m);
    expect(tried.materials).toBe(document.materials);
    expect(JSON.stringify(document)).toBe(frozen);
  });

  it.each([
    ['a material', 'blue', { legs: 'red', seat: 'blue' }],
    ['the material of the file', null, { legs: 'red' }],
  ])('has %s in one slot only', (_, material, slots) => {
    const tried = applyPreview(document, { nodes: { ids: ['m'], as: inSlots(['seat'], material) } });
    expect(tried.nodes.m?.props).toMatchObject({ asset: '/api/assets/1' });
    expect(Reflect.get(tried.nodes.m?.props ?? {}, 'materials')).toEqual(slots);
  });

  it('has no slots on nodes without slots', () => {
    const tried = applyPreview(document, { nodes: { ids: ['a'], as: inSlots(['seat'], 'red') } });
    expect(tried.nodes.a).toEqual(document.nodes.a);
  });

  it('has merged nested material values, and replaced arrays', () => {
    const patch = { maps: { color: '/api/assets/3' }, uv: { repeat: [4, 1] as [number, number] } };
    const { red } = applyPreview(document, { materials: { red: patch } }).materials;
    expect(red).toEqual({
      ...document.materials.red,
      maps: { ...document.materials.red?.maps, color: '/api/assets/3' },
      uv: { offset: [0, 0], repeat: [4, 1], rotation: 0, size: 0 },
    });
  });

  it('has default values in a new material', () => {
    const { materials } = applyPreview(document, { materials: { [PREVIEW_MATERIAL]: { color: '#00ff00' } } });
    expect(materials[PREVIEW_MATERIAL]).toMatchObject({
      color: '#00ff00',
      roughness: 0.55,
      maps: { color: null },
    });
    expect(() => parseDocument({ materials: { [PREVIEW_MATERIAL]: {} } })).toThrow();
  });

  it('has changed values of the scene and of node props', () => {
    const tried = applyPreview(document, {
      scene: { environment: { hdri: '/api/assets/9' } },
      nodes: { ids: ['a'], as: withProp('size', [2, 2, 2]) },
    });
    expect(tried.environment).toEqual({ ...document.environment, hdri: '/api/assets/9' });
    expect(tried.effects).toBe(document.effects);
    expect(tried.nodes.a?.props).toEqual({ size: [2, 2, 2] });
  });

  it('has its touched nodes, materials and scene reported by touchedBy', () => {
    const preview = { materials: { red: {} }, nodes: { ids: ['a'], as: inMaterial(null) } };
    expect(touchedBy(preview)).toEqual({ nodes: new Set(['a']), materials: new Set(['red']), scene: false });
    expect(touchedBy({ scene: { unit: 'cm' } }).scene).toBe(true);
  });
});
