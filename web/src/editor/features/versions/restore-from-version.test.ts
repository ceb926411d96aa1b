import { parseDocument } from '@diorama/shared/scene/document.ts';
import { updateScene } from '@diorama/shared/scene/scene-ops.ts';
import { expect, it } from 'vitest';
import { TestEditor } from '../../test/test-editor.ts';
import { copyFromVersion, restorePart } from './restore-from-version.ts';

const version = parseDocument({
  environment: { exposure: 2, fog: { enabled: true } },
  effects: { bloom: { enabled: true } },
  camera: { position: [9, 9, 9] },
  unit: 'cm',
  nodes: { chair: { kind: 'box', name: 'Chair', position: [3, 0, 0] } },
});

it('a node copied from a version keeps its position', () => {
  const editor = new TestEditor();
  expect(copyFromVersion(editor, version, 'chair')).toBe(true);
  expect(Object.values(editor.scene.document.value.nodes)).toMatchObject([
    { name: 'Chair', position: [3, 0, 0] },
  ]);
});

it.each(['environment', 'effects', 'camera', 'unit'] as const)(
  'the %s of a version is restored alone, in one undo step',
  (part) => {
    const editor = new TestEditor();
    updateScene(editor.ydoc, { environment: { intensity: 3 } });
    const before = editor.scene.document.value;
    restorePart(editor, version, part);
    expect(editor.scene.document.value).toEqual({ ...before, [part]: version[part] });
    editor.history.undo();
    expect(editor.scene.document.value).toEqual(before);
  },
);
