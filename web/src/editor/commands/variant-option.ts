import { optionsOf } from '@diorama/shared/scene/options/options.ts';
import { addRow } from '@diorama/shared/scene/scene-ops.ts';
import { placeSiblings } from '@diorama/shared/scene/sibling-order.ts';
import type { SceneWriter } from '../parts.ts';

/** Adds an option with a choice for each material variant of a model; the first one is shown first. Returns its id. */
export function addVariantOption(
  editor: SceneWriter,
  node: string,
  { name, variants }: { name: string; variants: readonly string[] },
): string {
  return editor.edit(() => {
    const options = optionsOf(editor.scene.shared.value);
    const [index = 'a0'] = placeSiblings(options, options.length, 1).placed;
    const option = addRow(editor.ydoc, 'options', { name, index });
    const { placed } = placeSiblings([], 0, variants.length);
    for (const [at, variant] of variants.entries()) {
      const values = { [`nodes/${node}/props.variant`]: variant };
      addRow(editor.ydoc, 'choices', { option, name: variant, index: placed[at] ?? 'a0', values });
    }
    return option;
  });
}
