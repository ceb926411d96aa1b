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

it('lists the sides of walls whose own material replaces that of the whole wall', () => {
  expect(slotsOf('plain')).toEqual([]);
  expect(slotsOf('painted')).toEqual(['left', 'rest']);
  expect(slotsOf('plain', 'painted')).toEqual(['left', 'rest']);
});

it('is null for kinds without sides of their own', () => {
  expect(slotsOf('box')).toBeNull();
  expect(slotsOf()).toBeNull();
});
