import type { SceneNode } from '@diorama/shared/scene/document.ts';
import { findNodeDef } from '@diorama/shared/scene/nodes/index.ts';
import { slotsOf } from '@diorama/shared/scene/nodes/kinds.ts';

/**
 * Named slots of nodes of one kind whose own material replaces that of the whole node, in the order of the kind.
 * @returns null if the kind has no named slots
 */
export function overridingSlots(
  nodes: readonly Pick<SceneNode, 'kind' | 'props'>[],
): readonly string[] | null {
  const fields = findNodeDef(nodes[0]?.kind ?? '')?.inspector.fields ?? [];
  const slots = fields.flatMap((field) => (field.kind === 'slots' && field.slots ? [...field.slots] : []));
  return slots.length === 0
    ? null
    : slots.filter((slot) => nodes.some((node) => Object.hasOwn(slotsOf(node as SceneNode), slot)));
}
