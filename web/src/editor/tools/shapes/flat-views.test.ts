import { describe, expect, it } from 'vitest';
import { lookFrom, togglePerspective } from '../../commands/focus.ts';
import { TestEditor } from '../../test/test-editor.ts';

type Way = readonly [number, number, number];

const FRONT: Way = [0, 0, 1];
const TOP: Way = [0, 1, 0];

const lookingFrom = (way: Way, { isFlat = true } = {}) => {
  const editor = new TestEditor();
  lookFrom(editor, way);
  if (isFlat) {
    togglePerspective(editor);
  }
  editor.tools.use('shapes');
  return editor;
};
const drawn = (editor: TestEditor) => {
  const node = Object.values(editor.scene.document.value.nodes)[0];
  return { position: node?.position ?? [], size: node?.kind === 'box' ? node.props.size : [] };
};
const near = (...values: number[]) => values.map((value) => expect.closeTo(value, 2));

describe('a shape drawn in an orthographic front view', () => {
  it('covers the dragged rectangle, as deep as it is wide', () => {
    const editor = lookingFrom(FRONT);
    editor
      .pointerMove(...editor.screen(0.5, 0.6, 0))
      .pointerDown(...editor.screen(0.5, 0.6, 0))
      .pointerMove(...editor.screen(1.5, 2.6, 0))
      .pointerUp()
      .expectToBeIn('shapes.idle');
    expect(drawn(editor)).toEqual({ position: near(1, 1.6, 0), size: near(1, 2, 1) });
    editor.history.undo();
    expect(editor.scene.document.value.nodes).toEqual({});
  });

  it('snaps to the ground near it, and grows from its center with Alt', () => {
    const editor = lookingFrom(FRONT);
    const [x, y] = editor.screen(-1, 0, 0);
    editor.pointerMove(x, y - 4).pointerDown(x, y - 4);
    editor.pointerMove(...editor.screen(0, 1.5, 0)).pointerUp();
    expect(drawn(editor)).toEqual({ position: near(-0.5, 0.75, 0), size: near(1, 1.5, 1) });
    editor.history.undo();
    editor.pointerMove(...editor.screen(0, 1, 0)).pointerDown(...editor.screen(0, 1, 0));
    editor.pointerMove(...editor.screen(0.5, 1.5, 0), { alt: true }).pointerUp({ alt: true });
    expect(drawn(editor)).toEqual({ position: near(0, 1, 0), size: near(1, 1, 1) });
  });

  it('gets the default size on the ground below a click', () => {
    const editor = lookingFrom(FRONT);
    editor.click(...editor.screen(2, 1, 0));
    expect(drawn(editor)).toEqual({ position: near(2, 0.5, 0), size: near(1, 1, 1) });
  });
});

describe('a shape drawn from above', () => {
  it.each([true, false])('gets its height by moving up the screen, orthographic: %s', (isFlat) => {
    const editor = lookingFrom(TOP, { isFlat });
    editor.pointerMove(...editor.screen(-0.5, 0, -0.5)).pointerDown(...editor.screen(-0.5, 0, -0.5));
    editor
      .pointerMove(...editor.screen(0.5, 0, 0.5))
      .pointerUp()
      .expectToBeIn('shapes.raising');
    editor.click(...editor.screen(0.5, 0, -2));
    expect(drawn(editor).size).toEqual(near(1, 2, 1));
  });
});
