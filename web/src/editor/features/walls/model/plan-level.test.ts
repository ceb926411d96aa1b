import { Vector3 } from 'three';
import { expect, it } from 'vitest';
import { togglePerspective } from '../../../commands/focus.ts';
import { TestEditor } from '../../../test/test-editor.ts';
import { GROUND, planPointAt } from './plan-level.ts';

it.each([false, true])(
  'a level is hit from 300 m, but not from 700 m, in both projections (orthographic: %s)',
  (isFlat) => {
    const editor = new TestEditor();
    if (isFlat) {
      togglePerspective(editor);
    }
    const meets = (height: number) => {
      editor.camera.set({ position: new Vector3(0, height, 0.1), target: new Vector3(), fov: 40 });
      const [x, y] = editor.screen(1, 0, 2);
      return planPointAt(editor, GROUND, { at: { x, y } });
    };
    expect(meets(300)).toEqual([expect.closeTo(1, 2), expect.closeTo(2, 2)]);
    expect(meets(700)).toBeNull();
  },
);
