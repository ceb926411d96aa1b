import { describe, expect, it } from 'vitest';
import { parseDocument } from './document.ts';
import { hasSavedViews } from './has-saved-views.ts';
import { savedViewsOf } from './saved-views.ts';

const UP = [-Math.SQRT1_2, 0, 0, Math.SQRT1_2];

describe('the views of a scene', () => {
  it('are its cameras with their world transforms, in outline order', () => {
    const document = parseDocument({
      nodes: {
        late: { kind: 'camera', index: 'a2', name: 'Late', position: [0, 0, 5] },
        early: {
          kind: 'camera',
          index: 'a1',
          name: 'Early',
          position: [1, 0, 0],
          parent: 'room',
          props: { fov: 70 },
        },
        room: { kind: 'group', index: 'a0', position: [0, 3, 0], rotation: UP },
      },
    });
    const views = savedViewsOf(document);
    expect(views.map(({ name, fov }) => [name, fov])).toEqual([
      ['Early', 70],
      ['Late', 40],
    ]);
    expect(views[0]?.position.toArray()).toEqual([1, 3, 0]);
    // A quarter turn around X turns a horizontal view downwards.
    expect(views[0]?.ahead.y).toBeCloseTo(-1);
    expect(views[1]?.ahead.toArray()).toEqual([0, 0, -1]);
    expect(hasSavedViews(document)).toBe(true);
  });

  it('omit cameras that are hidden directly or by a parent', () => {
    const document = parseDocument({
      nodes: {
        a: { kind: 'camera', visible: false },
        room: { kind: 'group', visible: false },
        b: { kind: 'camera', parent: 'room' },
      },
    });
    expect(savedViewsOf(document)).toEqual([]);
    expect(hasSavedViews(parseDocument({ nodes: { box: { kind: 'box' } } }))).toBe(false);
  });
});
