import { parseDocument } from '@diorama/shared/scene/document.ts';
import { expect, it } from 'vitest';
import { asset, IRI } from '../test/import-fixture.ts';
import { arVerdictOf } from './ar-verdict-of.ts';

const scene = parseDocument({ nodes: { chair: { kind: 'model', props: { asset: IRI } } } });

it('arVerdictOf rates a scene as ready, heavy or too heavy by its triangles', () => {
  const { extra } = asset({});
  const of = (triangles: number) =>
    arVerdictOf(scene, new Map([[IRI, asset({ extra: { ...extra, triangles } })]]));
  expect([of(150_000), of(750_000), of(2_000_000)]).toEqual(['ready', 'heavy', 'tooHeavy']);
});

it('arVerdictOf returns empty for a scene without placeable nodes', () => {
  expect(arVerdictOf(parseDocument({ nodes: { lamp: { kind: 'pointLight' } } }), new Map())).toBe('empty');
});
