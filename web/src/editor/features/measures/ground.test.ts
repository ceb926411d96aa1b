import { Vector3 } from 'three';
import { expect, it } from 'vitest';
import { measureOf } from '../../../scene/measure/measure.ts';
import { togglePerspective } from '../../commands/focus.ts';
import { measureToolOf } from '../../test/measure-tool-of.ts';
import { TestEditor } from '../../test/test-editor.ts';

it.each([false, true])(
  'a distance on the ground is measured from far away in both projections (orthographic: %s)',
  (isFlat) => {
    const editor = new TestEditor();
    editor.tools.use('distanceMeter');
    if (isFlat) {
      togglePerspective(editor);
    }
    editor.camera.set({ position: new Vector3(0, 120, 0.1), target: new Vector3(), fov: 40 });
    editor.click(...editor.screen(10, 0, 0)).click(...editor.screen(10, 0, 20));
    const [measure] = measureToolOf(editor).measures.value;
    const points = measure?.points.map(({ point }) => point) ?? [];
    expect(measureOf('distance', points)).toBeCloseTo(20, 2);
  },
);
