import { parseDocument } from '@diorama/shared/scene/document.ts';
import { expect, it } from 'vitest';
import { assetsOfChoices } from './choice-assets.ts';

const iri = (at: number) => `/api/assets/01900000-0000-7000-8000-00000000000${at}`;

const scene = parseDocument({
  nodes: {
    chair: { kind: 'component' },
    seat: { kind: 'model', parent: 'chair', material: 'oak', props: { asset: iri(1) } },
    leg: { kind: 'instance', parent: 'chair', props: { component: 'peg', values: {} } },
    peg: { kind: 'component' },
    wood: { kind: 'model', parent: 'peg', props: { asset: iri(2) } },
    here: { kind: 'instance', props: { component: 'peg', values: {} } },
  },
  materials: { oak: { maps: { color: iri(3) } } },
});

it.each([
  ['an asset', { 'nodes/seat/props.asset': iri(4) }, [iri(4)]],
  ['a material with a picture', { 'nodes/seat/material': 'oak' }, [iri(3)]],
  [
    'a component with its models, pictures and inner components',
    { 'nodes/here/props.component': 'chair' },
    [iri(1), iri(2), iri(3)],
  ],
  ['a nested value', { 'scene/environment': { hdri: iri(5) } }, [iri(5)]],
  [
    'a missing component, which has none',
    { 'nodes/here/props.component': 'constructor', 'nodes/seat/name': 'toString' },
    [],
  ],
])('a choice needs the files of %s', (_, values, files) => {
  expect([...assetsOfChoices(scene, [{ values }, { values }])].sort()).toEqual(files);
});
