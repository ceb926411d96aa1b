import type { NodeKind, SceneNode } from '@diorama/shared/scene/document.ts';
import { fileOf, picturePropOf, showsFile } from '@diorama/shared/scene/nodes/kinds.ts';

/** Whether files are brought into the scene as nodes of a kind: models, and pictures that stand by themselves. */
export function isBrought(kind: NodeKind): boolean {
  return showsFile(kind) || picturePropOf(kind) !== undefined;
}

/** The asset that a node of such a kind shows; null while it has none, and for other kinds. */
export function broughtFile(node: SceneNode | undefined): string | null {
  if (!node) {
    return null;
  }
  const picture = picturePropOf(node.kind);
  const iri: unknown = picture === undefined ? fileOf(node)?.asset : Reflect.get(node.props, picture);
  return typeof iri === 'string' ? iri : null;
}
