import { Vector3 } from 'three';
import { TestEditor } from './test-editor.ts';

/** Editor with a top view of walls around the origin, the select tool, and no snapping. */
export function editorOverWalls(): TestEditor {
  const editor = new TestEditor();
  editor.camera.set({ position: new Vector3(0, 14, 6), target: new Vector3(0, 0, 0), fov: 50 });
  editor.preferences.change({ isSnapping: false });
  editor.tools.use('select');
  return editor;
}
