import { addNode } from '@diorama/shared/scene/ops.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { TestEditor } from '../test/test-editor.ts';
import { createPropFit } from './prop-fit.ts';

let editor: TestEditor;
let [wall, door, window]: string[] = [];

beforeEach(() => {
  editor = new TestEditor();
  const parent = addNode(editor.ydoc, { kind: 'wall', props: { start: [0, 0], end: [5, 0] } });
  const add = (props: object) => addNode(editor.ydoc, { kind: 'opening', parent, props });
  wall = parent;
  door = add({ type: 'door', offset: 1.5 });
  window = add({ type: 'window', offset: 4, width: 1, height: 1.2, sill: 0.9 });
});

describe('createPropFit', () => {
  const fit = (id: string | undefined, key: string, value: unknown) =>
    createPropFit(editor)(id ?? '', key, value);

  it('limits an opening to the free room in its wall', () => {
    expect([fit(window, 'offset', 99), fit(window, 'offset', 1.8), fit(window, 'offset', 3)]).toEqual([
      4.49, 2.46, 3,
    ]);
    expect(fit(window, 'width', 50)).toBe(1.98);
    expect(fit(door, 'width', 50)).toBe(2.98);
  });

  it('considers earlier changes of the same edit to other openings', () => {
    const fits = createPropFit(editor);
    expect([fits(door ?? '', 'width', 2.5), fits(window ?? '', 'width', 50)]).toEqual([2.5, 1.98]);
    const places = createPropFit(editor);
    expect([places(door ?? '', 'offset', 2.7), places(window ?? '', 'offset', 2.8)]).toEqual([2.7, 3.66]);
  });

  it('accepts any value for other fields and nodes', () => {
    expect([fit(wall, 'height', 9), fit(window, 'type', 'hole'), fit('gone', 'width', 7)]).toEqual([
      9,
      'hole',
      7,
    ]);
  });
});
