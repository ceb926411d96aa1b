import { updateScene } from '@diorama/shared/scene/scene-ops.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { TestEditor } from '../test/test-editor.ts';
import { EnvironmentRotation } from './environment-rotation.ts';

let editor: TestEditor;
const rotation = () => editor.scene.document.value.environment.rotation;
const turn = () => new EnvironmentRotation(editor, { x: 100, y: 100 });

beforeEach(() => {
  editor = new TestEditor();
});

describe('a drag that rotates the sky', () => {
  it('is one undo step, and continues from the current rotation', () => {
    updateScene(editor.ydoc, { environment: { rotation: 1 } });
    const drag = turn();
    drag.move({ x: 200, y: 100 });
    drag.move({ x: 300, y: 140 });
    drag.end();
    expect(rotation()).toBeCloseTo(2);
    editor.history.undo();
    expect(rotation()).toBe(1);
  });

  it('wraps around after a full turn', () => {
    const drag = turn();
    drag.move({ x: 100 + 5000, y: 100 });
    drag.end();
    expect(rotation()).toBeCloseTo(25 % (2 * Math.PI));
  });

  it('starts after a minimum distance, and changes nothing when canceled', () => {
    const press = turn();
    press.move({ x: 104, y: 100 });
    press.end();
    const drag = turn();
    drag.move({ x: 400, y: 100 });
    drag.cancel();
    expect(rotation()).toBe(0);
    expect(editor.history.state.value.canUndo).toBe(false);
  });
});
