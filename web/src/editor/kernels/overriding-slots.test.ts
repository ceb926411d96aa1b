import { parseDocument } from '@diorama/shared/scene/document.ts';
import { expect, it } from 'vitest';
import { overridingSlots } from './overriding-slots.ts';

const { nodes } = parseDocument({
  nodes: {
    plain: { kind: 'wall' },
    painted: { kind: 'wall', props: { materials: { rest: 'm', left: 'm' } } },
    box: { kind: 'box' },
  },
});
const slotsOf = (...ids: string[]) => overridingSlots(ids.flatMap((id) => (nodes[id] ? [nodes[id]] : [])));

it('the overriding slots of walls are the sides with their own material', () => {
  expect(slotsOf('plain')).toEqual([]);
  expect(slotsOf('painted')).toEqual(['left', 'rest']);
  expect(slotsOf('plain', 'painted')).toEqual(['left', 'rest']);
});

it('the overriding slots are null for kinds without sides', () => {
  expect(slotsOf('box')).toBeNull();
  expect(slotsOf()).toBeNull();
});
