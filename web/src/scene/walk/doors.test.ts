import { parseDocument } from '@diorama/shared/scene/document.ts';
import { Ray } from 'three';
import { beforeEach, describe, expect, it } from 'vitest';
import { Doors } from './doors.ts';

const { nodes } = parseDocument({
  nodes: {
    wall: { kind: 'wall', props: { start: [0, 0], end: [4, 0] } },
    door: { kind: 'opening', parent: 'wall' },
    window: { kind: 'opening', parent: 'wall', props: { type: 'window', offset: 3 } },
  },
});

let shown: Record<string, number | null>;
let before: { id: string; distance: number } | null;
let doors: Doors;
beforeEach(() => {
  shown = {};
  before = { id: 'door', distance: 1 };
  doors = new Doors({
    hit: () => before,
    nodeOf: (id) => nodes[id],
    showAs: (id, props) => {
      shown[id] = props === null ? null : Number(props.open);
    },
  });
});
const use = () => doors.use(new Ray());

describe('a door during a walk', () => {
  it('opens gradually, closes on the next use, and is reset after the walk', () => {
    expect(use()).toBe(true);
    doors.advance(0.1);
    expect(shown.door).toBeGreaterThan(0);
    expect(shown.door).toBeLessThan(90);
    doors.advance(9);
    expect(shown.door).toBe(90);
    expect(use()).toBe(true);
    doors.advance(9);
    expect(shown.door).toBe(0);
    doors.dispose();
    expect(shown).toEqual({ door: null });
  });

  it('reverses from its current angle when used while moving', () => {
    use();
    doors.advance(0.3);
    const half = shown.door ?? 0;
    use();
    doors.advance(0.01);
    expect(shown.door).toBeLessThanOrEqual(half);
    doors.advance(9);
    expect(shown.door).toBe(0);
  });

  it('cannot be opened from afar, and other nodes never open', () => {
    before = { id: 'door', distance: 4 };
    expect(use()).toBe(false);
    for (const id of ['wall', 'window', 'gone']) {
      before = { id, distance: 1 };
      expect(use()).toBe(false);
    }
    before = null;
    expect(use()).toBe(false);
    doors.advance(1);
    expect(shown).toEqual({});
  });
});
