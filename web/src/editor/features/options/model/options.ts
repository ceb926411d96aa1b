import { MAX_RULES, TABLE_LIMITS } from '@diorama/shared/scene/defaults.ts';
import type { Choice } from '@diorama/shared/scene/document.ts';
import { fieldPath } from '@diorama/shared/scene/field-values.ts';
import { type OptionChoices, optionsOf } from '@diorama/shared/scene/options/options.ts';
import { addRow, removeRows, updateRow } from '@diorama/shared/scene/scene-ops.ts';
import { placeSiblings } from '@diorama/shared/scene/sibling-order.ts';
import type { SceneReader, SceneWriter, UserInterface } from '../../../parts.ts';
import { hasRowRoom, lastIndex } from '../../values/model/rows.ts';

/** Relation of a choice to a choice of another option. */
export type ChoiceRule = 'any' | 'requires' | 'excludes';

/** The options of the stored scene, in order. */
export function sceneOptions({ scene }: SceneReader): OptionChoices[] {
  return optionsOf(scene.shared.value);
}

/**
 * Adds an option with a first choice, which is the scene as it is.
 * @returns the option's id; null, and a notice, where the scene has no room
 */
export function addOption(
  editor: SceneWriter & UserInterface,
  names: { option: string; choice: string },
): string | null {
  if (!hasRowRoom(editor, 'options') || !hasRowRoom(editor, 'choices')) {
    return null;
  }
  return editor.edit(() => {
    const option = addRow(editor.ydoc, 'options', {
      name: names.option,
      index: lastIndex(sceneOptions(editor)),
    });
    addRow(editor.ydoc, 'choices', { option, name: names.choice });
    return option;
  });
}

/** Maximum number of variants of a model in an option; the inspector offers further ones. */
const MAX_VARIANTS = 50;

/**
 * Adds an option with the name of a model, and a choice for each of its material variants in their order.
 * Called within an edit. Nothing is added where the scene has no room.
 */
export function addVariantOption(editor: SceneWriter, node: string, variants: readonly string[]): void {
  const { options, choices } = editor.scene.shared.value;
  const listed = variants.slice(0, MAX_VARIANTS);
  const hasRoom =
    Object.keys(options).length < TABLE_LIMITS.options &&
    Object.keys(choices).length + listed.length <= TABLE_LIMITS.choices;
  if (!hasRoom) {
    return;
  }
  const name = editor.scene.node(node)?.name ?? '';
  const option = addRow(editor.ydoc, 'options', { name, index: lastIndex(sceneOptions(editor)) });
  const { placed } = placeSiblings([], 0, listed.length);
  for (const [at, variant] of listed.entries()) {
    const values = { [variantPath(node)]: variant };
    addRow(editor.ydoc, 'choices', { option, name: variant, index: placed[at] ?? 'a0', values });
  }
}

/** Whether a choice selects a material variant of a node. */
export function choosesVariant({ scene }: SceneReader, node: string): boolean {
  const path = variantPath(node);
  return Object.values(scene.shared.value.choices).some(({ values }) => Object.hasOwn(values, path));
}

function variantPath(node: string): string {
  return fieldPath({ table: 'nodes', id: node, field: 'props.variant' });
}

/** Adds a choice, last of its option; returns its id. */
export function addChoice(editor: SceneWriter, option: OptionChoices, name: string): string {
  return editor.edit(() =>
    addRow(editor.ydoc, 'choices', { option: option.id, name, index: lastIndex(option.choices) }),
  );
}

/** Removes an option with its choices. */
export function removeOption(editor: SceneWriter, { id, choices }: OptionChoices): void {
  editor.edit(() => {
    removeRows(editor.ydoc, 'options', [id]);
    removeRows(
      editor.ydoc,
      'choices',
      choices.map((choice) => choice.id),
    );
  });
}

/** The relation of a choice to another one. */
export function ruleOf(choice: Choice, other: string): ChoiceRule {
  if (choice.excludes.includes(other)) {
    return 'excludes';
  }
  return choice.requires.includes(other) ? 'requires' : 'any';
}

/** Sets the relation of a choice to another one. */
export function setRule(
  editor: SceneWriter & UserInterface,
  choice: Choice & { id: string },
  other: string,
  rule: ChoiceRule,
): void {
  const without = (list: readonly string[]) => list.filter((id) => id !== other);
  const requires = [...without(choice.requires), ...(rule === 'requires' ? [other] : [])];
  const excludes = [...without(choice.excludes), ...(rule === 'excludes' ? [other] : [])];
  if (Math.max(requires.length, excludes.length) > MAX_RULES) {
    editor.ui.notify('rows.full', { most: MAX_RULES });
    return;
  }
  editor.edit(() => updateRow(editor.ydoc, 'choices', choice.id, { requires, excludes }));
}
