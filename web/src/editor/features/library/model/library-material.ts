import { type Material, material as materialSchema } from '@diorama/shared/scene/material.ts';
import { addMaterial } from '@diorama/shared/scene/scene-ops.ts';
import type { LibraryItem } from '../../../../library/use-library.ts';
import type { SceneReader, SceneWriter } from '../../../parts.ts';

/**
 * Id of the scene material with a library material's values, which is added if missing. Must run within an
 * edit.
 */
export function ensureMaterial(editor: SceneWriter, values: Material): string {
  return sameMaterial(editor, values) ?? addMaterial(editor.ydoc, values);
}

/** Values of a library material; null if invalid. */
export function materialOfItem({ material, name }: LibraryItem): Material | null {
  const parsed = materialSchema.safeParse(material);
  return parsed.success ? { ...parsed.data, name: name ?? parsed.data.name } : null;
}

/** Material map of a texture by its tags; `color` by default. */
export function mapOf({ tags = [] }: LibraryItem): 'color' | 'normal' | 'roughness' | 'metalness' {
  return (['normal', 'roughness', 'metalness'] as const).find((use) => tags.includes(use)) ?? 'color';
}

/** Adding a material twice reuses the first. */
function sameMaterial(editor: SceneReader, values: Material): string | null {
  const text = JSON.stringify(values);
  const { materials } = editor.scene.document.value;
  const found = Object.entries(materials).find(
    ([, material]) =>
      material.name === values.name && JSON.stringify(materialSchema.parse(material)) === text,
  );
  return found?.[0] ?? null;
}
