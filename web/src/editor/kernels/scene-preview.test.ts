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

describe('A document with something tried on', () => {
  it('is the document itself while nothing is', () => {
    expect(applyPreview(document, null)).toBe(document);
  });

  it('dresses nodes and leaves all others as they are', () => {
    const tried = applyPreview(document, { nodes: { ids: ['a', 'gone'], as: inMaterial('red') } });
    expect(tried.nodes).toEqual({ ...document.nodes, a: { ...document.nodes.a, material: 'red' } });
    expect(tried.nodes.m).toBe(document.nodes.m);
    expect(tried.materials).toBe(document.materials);
    expect(JSON.stringify(document)).toBe(frozen);
  });

  it.each([
    ['a material', 'blue', { legs: 'red', seat: 'blue' }],
    ['what the file has', null, { legs: 'red' }],
  ])('puts %s into one slot only', (_, material, slots) => {
    const tried = applyPreview(document, { nodes: { ids: ['m'], as: inSlots(['seat'], material) } });
    expect(tried.nodes.m?.props).toMatchObject({ asset: '/api/assets/1' });
    expect(Reflect.get(tried.nodes.m?.props ?? {}, 'materials')).toEqual(slots);
  });

  it('leaves what has no slots without any', () => {
    const tried = applyPreview(document, { nodes: { ids: ['a'], as: inSlots(['seat'], 'red') } });
    expect(tried.nodes.a).toEqual(document.nodes.a);
  });

  it('changes values of a material wherever they are nested, lists as a whole', () => {
    const patch = { maps: { color: '/api/assets/3' }, uv: { repeat: [4, 1] as [number, number] } };
    const { red } = applyPreview(document, { materials: { red: patch } }).materials;
    expect(red).toEqual({
      ...document.materials.red,
      maps: { ...document.materials.red?.maps, color: '/api/assets/3' },
      uv: { offset: [0, 0], repeat: [4, 1], rotation: 0, size: 0 },
    });
  });

  it('gives a material that is none of the scene all its values', () => {
    const { materials } = applyPreview(document, { materials: { [PREVIEW_MATERIAL]: { color: '#00ff00' } } });
    expect(materials[PREVIEW_MATERIAL]).toMatchObject({
      color: '#00ff00',
      roughness: 0.55,
      maps: { color: null },
    });
    expect(() => parseDocument({ materials: { [PREVIEW_MATERIAL]: {} } })).toThrow();
  });

  it('changes values of the scene and of kinds', () => {
    const tried = applyPreview(document, {
      scene: { environment: { hdri: '/api/assets/9' } },
      nodes: { ids: ['a'], as: withProp('size', [2, 2, 2]) },
    });
    expect(tried.environment).toEqual({ ...document.environment, hdri: '/api/assets/9' });
    expect(tried.effects).toBe(document.effects);
    expect(tried.nodes.a?.props).toEqual({ size: [2, 2, 2] });
  });

  it('says what of it is another', () => {
    const preview = { materials: { red: {} }, nodes: { ids: ['a'], as: inMaterial(null) } };
    expect(touchedBy(preview)).toEqual({ nodes: new Set(['a']), materials: new Set(['red']), scene: false });
    expect(touchedBy({ scene: { unit: 'cm' } }).scene).toBe(true);
  });
});
