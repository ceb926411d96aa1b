import { placedBy } from '@diorama/shared/scene/nodes/kinds.ts';
import type { PlacedBy } from '@diorama/shared/scene/nodes/traits.ts';
import { SlidingOpening } from '../../features/walls/openings/sliding-opening.ts';
import type { ToolState } from '../tool.ts';
import type { NodePress } from './pointing-node.ts';
import type { SelectTool } from './select-tool.ts';
import { SlidingWall } from './sliding-wall.ts';

/** Special drags by kind of placement. */
const DRAGS: Record<PlacedBy, (tool: SelectTool, id: string, press: NodePress) => ToolState | null> = {
  // A copied wall is not connected to other walls yet.
  plan: (tool, id, press) => (press.start.alt ? null : SlidingWall.of(tool, id, press)),
  host: (tool, id, press) =>
    press.start.alt ? SlidingOpening.ofCopy(tool, press) : SlidingOpening.of(tool, id, press),
};

/**
 * Drag of a node that is not placed by its transform alone: a wall moves its neighbours, an opening stays in
 * a wall. With Alt a copy is dragged. Returns null for other nodes and for several.
 */
export function ownDragOf(tool: SelectTool, press: NodePress): ToolState | null {
  const [id, ...others] = tool.editor.selection.ids.value;
  const node = id === undefined ? undefined : tool.editor.scene.node(id);
  if (
    id === undefined ||
    others.length > 0 ||
    node === undefined ||
    tool.editor.scene.isLocked(id) ||
    tool.editor.isReadOnly.value
  ) {
    return null;
  }
  const by = placedBy(node.kind);
  return by && DRAGS[by](tool, id, press);
}
