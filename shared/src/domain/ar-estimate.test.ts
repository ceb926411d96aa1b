import { expect, it } from 'vitest';
import { parseDocument } from '../scene/document.ts';
import { estimateArCost, type FileStats, weighedFiles } from './ar-estimate.ts';

const MB = 1_000_000;
const iri = (n: number) => `/api/assets/0190${n}a5d-ac96-774b-bcce-b302099a8057`;
const [ENGINE, WOOD, POSTER, OLD] = [iri(1), iri(2), iri(3), iri(4)];
const FACTS = new Map<string, FileStats>([
  [ENGINE, { triangles: 100_000, slots: 3, textures: 5, bytes: 12.8 * MB }],
  [OLD, { triangles: 1_000, slots: 2, textures: null, bytes: 90 * MB }],
  [WOOD, { triangles: null, slots: 0, textures: null, bytes: MB }],
  [POSTER, { triangles: null, slots: 0, textures: null, bytes: 40 * MB }],
]);
const model = (asset: string, more: object = {}) => ({ kind: 'model', props: { asset }, ...more });
const estimate = (input: object) => estimateArCost(parseDocument(input), (asset) => FACTS.get(asset));

it('the AR estimate counts triangles per instance, and textures and bytes once per model', () => {
  const nodes = { one: model(ENGINE), other: model(ENGINE, { position: [1, 0, 0] }) };
  expect(estimate({ nodes })).toEqual({
    triangles: 200_000,
    drawCalls: 6,
    textures: 5,
    // 2.8 MB of triangles and 10 MB of other content.
    bytes: 12.8 * MB,
  });
});

it('the AR estimate omits invisible nodes and nodes in invisible groups', () => {
  const nodes = {
    group: { kind: 'group', visible: false },
    inside: model(ENGINE, { parent: 'group' }),
    hidden: model(ENGINE, { visible: false }),
    lamp: { kind: 'pointLight' },
    empty: { kind: 'model' },
  };
  expect(estimate({ nodes })).toEqual({ triangles: 0, drawCalls: 0, textures: 0, bytes: 0 });
});

it('the AR estimate counts five or more equal nodes as one draw call', () => {
  const boxes = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`b${i}`, { kind: 'box', material: 'a' }]));
  const materials = { a: {}, b: {} };
  expect(estimate({ materials, nodes: boxes(4) }).drawCalls).toBe(4);
  expect(estimate({ materials, nodes: boxes(40) })).toMatchObject({ triangles: 480, drawCalls: 1 });
  const nodes = { ...boxes(40), other: { kind: 'box', material: 'b' } };
  expect(estimate({ materials, nodes }).drawCalls).toBe(2);
});

it('the AR estimate counts pictures of used materials and of images, large ones at their final size', () => {
  const materials = { worn: { maps: { color: WOOD } }, unworn: { maps: { color: ENGINE } } };
  const nodes = {
    table: { kind: 'box', material: 'worn' },
    wall: { kind: 'image', props: { asset: POSTER } },
  };
  const { textures, bytes } = estimate({ materials, nodes });
  expect(textures).toBe(2);
  expect(bytes).toBeGreaterThanOrEqual(4 * MB);
  expect(bytes).toBeLessThan(4.01 * MB);
});

it('the AR estimate assumes one picture per material for models without a picture count', () => {
  expect(estimate({ nodes: { old: model(OLD) } })).toEqual({
    triangles: 1_000,
    drawCalls: 2,
    textures: 2,
    bytes: 6 * MB + 28_000,
  });
});

it('weighedFiles returns only the files that the estimate counts', () => {
  const document = parseDocument({
    environment: { hdri: iri(9) },
    materials: { worn: { maps: { color: WOOD } } },
    nodes: { a: model(ENGINE), b: { kind: 'box', material: 'worn' }, c: model(OLD, { visible: false }) },
  });
  expect(weighedFiles(document).toSorted()).toEqual([ENGINE, WOOD].toSorted());
});
