import { MAX_RULES, TABLE_LIMITS } from '@diorama/shared/scene/defaults.ts';
import { addNode } from '@diorama/shared/scene/ops.ts';
import { withChoices } from '@diorama/shared/scene/options/options.ts';
import { expect, it } from 'vitest';
import { TestEditor } from '../../../test/test-editor.ts';
import { addChoice, addOption, addVariantOption, choosesVariant, sceneOptions, setRule } from './options.ts';

it('the variants of a model become an option after the others, in one undo step', () => {
  const editor = new TestEditor();
  const node = addNode(editor.ydoc, { kind: 'model', name: 'Chair' });
  addOption(editor, { option: 'Size', choice: 'Standard' });
  const variants = ['Oak', 'Walnut', 'constructor'];
  expect(choosesVariant(editor, node)).toBe(false);
  editor.edit(() => addVariantOption(editor, node, variants));
  const [, made] = sceneOptions(editor);
  expect([made?.name, choosesVariant(editor, node)]).toEqual(['Chair', true]);
  expect(made?.choices.map(({ name }) => name)).toEqual(variants);
  for (const { id, name } of made?.choices ?? []) {
    const shown = withChoices(editor.scene.shared.value, new Map([[made?.id ?? '', id]]));
    expect(shown.nodes[node]).toMatchObject({ props: { variant: name } });
  }
  editor.history.undo();
  expect(sceneOptions(editor).map(({ name }) => name)).toEqual(['Size']);
});

it('a variant option has at most fifty choices, and is not added to a full scene', () => {
  const editor = new TestEditor();
  const node = addNode(editor.ydoc, { kind: 'model' });
  const variants = Array.from({ length: 60 }, (_, i) => `Paint ${i}`);
  for (let i = 0; i < TABLE_LIMITS.choices / 50 + 2; i += 1) {
    editor.edit(() => addVariantOption(editor, node, variants));
  }
  expect(sceneOptions(editor).map(({ choices }) => choices.length)).toEqual(Array(20).fill(50));
});

it('a choice accepts no rule beyond its limit, and a notice is shown', () => {
  const editor = new TestEditor();
  const [own, other] = ['Colour', 'Legs'].map((option) => addOption(editor, { option, choice: 'One' }));
  for (const legs of sceneOptions(editor).filter(({ id }) => id === other)) {
    for (let i = 0; i < MAX_RULES; i += 1) {
      addChoice(editor, legs, `Leg ${i}`);
    }
  }
  const choicesOf = (option: string | null | undefined) =>
    sceneOptions(editor).find(({ id }) => id === option)?.choices ?? [];
  for (const { id } of choicesOf(other)) {
    for (const choice of choicesOf(own)) {
      setRule(editor, choice, id, 'excludes');
    }
  }
  expect(choicesOf(own)[0]?.excludes).toHaveLength(MAX_RULES);
  expect(editor.ui.notice.value).toEqual({ what: 'rows.full', params: { most: MAX_RULES } });
});

it('a scene accepts no option beyond its limit, and a notice is shown', () => {
  const editor = new TestEditor();
  const add = () => addOption(editor, { option: 'Size', choice: 'Standard' });
  for (let i = 0; i < TABLE_LIMITS.options; i += 1) {
    expect(add()).not.toBeNull();
  }
  expect(add()).toBeNull();
  expect(editor.ui.notice.value).toEqual({ what: 'rows.full', params: { most: TABLE_LIMITS.options } });
  expect(sceneOptions(editor)).toHaveLength(TABLE_LIMITS.options);
});
