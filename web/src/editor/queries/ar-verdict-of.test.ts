import { parseDocument } from '@diorama/shared/scene/document.ts';
import { expect, it } from 'vitest';
import { asset, IRI } from '../test/import-fixture.ts';
import { arVerdictOf } from './ar-verdict-of.ts';

const scene = parseDocument({ nodes: { chair: { kind: 'model', props: { asset: IRI } } } });

it('judges the models of a scene as the share dialog does, by what phones open at once', () => {
  const { extra } = asset({});
  const of = (triangles: number) =>
    arVerdictOf(scene, new Map([[IRI, asset({ extra: { ...extra, triangles } })]]));
  expect([of(150_000), of(750_000), of(2_000_000)]).toEqual(['ready', 'heavy', 'tooHeavy']);
});

it('says so where there is nothing to place', () => {
  expect(arVerdictOf(parseDocument({ nodes: { lamp: { kind: 'pointLight' } } }), new Map())).toBe('empty');
});
