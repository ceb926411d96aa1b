import { addNode } from '@diorama/shared/scene/ops.ts';
import { withChoices } from '@diorama/shared/scene/options/options.ts';
import { expect, it } from 'vitest';
import { TestEditor } from '../../../test/test-editor.ts';
import { addOption, addVariantOption, sceneOptions } from './options.ts';

it('makes an option of the variants of a model, as one step, after the other options', () => {
  const editor = new TestEditor();
  const node = addNode(editor.ydoc, { kind: 'model' });
  addOption(editor, { option: 'Size', choice: 'Standard' });
  const variants = ['Oak', 'Walnut', 'constructor'];
  const option = addVariantOption(editor, node, { name: 'Variant', variants });
  const [, made] = sceneOptions(editor);
  expect(made?.id).toBe(option);
  expect(made?.choices.map(({ name }) => name)).toEqual(variants);
  for (const { id, name } of made?.choices ?? []) {
    const shown = withChoices(editor.scene.shared.value, new Map([[option, id]]));
    expect(shown.nodes[node]).toMatchObject({ props: { variant: name } });
  }
  editor.history.undo();
  expect(sceneOptions(editor).map(({ name }) => name)).toEqual(['Size']);
});
