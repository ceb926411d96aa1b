import { expect, it } from 'vitest';
import { parseDocument } from './document.ts';
import { countScene } from './stats.ts';

it('countScene counts nodes and the triangles of shapes and known models', () => {
  const model = (asset: string) => ({ kind: 'model', props: { asset: `/api/assets/${asset}` } });
  const document = parseDocument({
    nodes: {
      group: { kind: 'group' },
      one: { kind: 'box', parent: 'group' },
      two: { kind: 'box', visible: false },
      floor: { kind: 'plane' },
      lamp: { kind: 'pointLight' },
      engine: model('1'),
      unknown: model('2'),
      empty: { kind: 'model' },
    },
  });
  const triangles = new Map([['/api/assets/1', 1000]]);
  expect(countScene(document, (iri) => triangles.get(iri))).toEqual({
    nodes: 8,
    triangles: 12 + 12 + 2 + 1000,
  });
});
