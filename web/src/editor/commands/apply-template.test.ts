import { SCENE_TEMPLATES } from '@diorama/shared/domain/scene-templates.ts';
import { loadTranslations } from '@diorama/shared/i18n/load-translations.ts';
import { addNode } from '@diorama/shared/scene/ops.ts';
import { templateDocument } from '@diorama/shared/scene/templates/start-document.ts';
import { expect, it } from 'vitest';
import { TestEditor } from '../test/test-editor.ts';
import { applyTemplate } from './apply-template.ts';

const { es: t } = await loadTranslations('templates');

it.each(SCENE_TEMPLATES)(
  'applyTemplate fills an empty scene with the template %s in one undo step',
  (template) => {
    const editor = new TestEditor();
    // A new scene has a sun.
    addNode(editor.ydoc, { kind: 'directionalLight', name: 'Light before' });
    const before = editor.scene.document.value;
    expect(applyTemplate(editor, template, t)).toBe(true);
    const { nodes, materials, environment, camera } = editor.scene.document.value;
    const wanted = templateDocument(template, t);
    const placed = (all: typeof nodes) =>
      Object.values(all)
        .map(({ kind, name, position }) => ({ kind, name, position }))
        .toSorted((a, b) => a.name.localeCompare(b.name));
    expect(placed(nodes)).toEqual(placed(wanted.nodes));
    expect(Object.values(nodes).every(({ material }) => material === null || material in materials)).toBe(
      true,
    );
    expect({ environment, camera }).toEqual({ environment: wanted.environment, camera: wanted.camera });
    expect(editor.camera.pose.value.position.toArray()).toEqual(camera.position);
    expect(editor.selection.ids.value).toEqual([]);
    editor.history.undo();
    expect(editor.scene.document.value).toEqual(before);
  },
);

it('applyTemplate ignores a scene with nodes and a read-only scene', () => {
  const editor = new TestEditor();
  addNode(editor.ydoc, { kind: 'box' });
  expect(applyTemplate(editor, 'gallery', t)).toBe(false);
  expect(Object.keys(editor.scene.document.value.nodes)).toHaveLength(1);
  const locked = new TestEditor();
  locked.isReadOnly.value = true;
  expect(applyTemplate(locked, 'gallery', t)).toBe(false);
});
