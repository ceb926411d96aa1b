import type { NodeKind, SceneNode } from '@diorama/shared/scene/document.ts';
import { fileOf, picturePropOf, showsFile } from '@diorama/shared/scene/nodes/kinds.ts';

/** Whether nodes of a kind represent imported files: models, and pictures placed as nodes. */
export function isImported(kind: NodeKind): boolean {
  return showsFile(kind) || picturePropOf(kind) !== undefined;
}

/** Asset of such a node; null without one, and for other kinds. */
export function importedFile(node: SceneNode | undefined): string | null {
  if (!node) {
    return null;
  }
  const picture = picturePropOf(node.kind);
  const iri: unknown = picture === undefined ? fileOf(node)?.asset : Reflect.get(node.props, picture);
  return typeof iri === 'string' ? iri : null;
}
