import { placedBy } from '@diorama/shared/scene/nodes/kinds.ts';
import type { PlacedBy } from '@diorama/shared/scene/nodes/traits.ts';
import { type WallLine, wallLine } from '@diorama/shared/scene/nodes/wall/line.ts';
import { Quaternion, Vector3 } from 'three';
import { setSnapTarget } from '../../commands/set-snap-target.ts';
import { startDrag } from '../../commands/start-drag.ts';
import { asideOf } from '../../features/walls/model/curve-handle.ts';
import { moveWall } from '../../features/walls/model/kernels/move-walls.ts';
import { levelMatrix, type PlanLevel, planPointAt } from '../../features/walls/model/plan-level.ts';
import { levelOf, wallsOn } from '../../features/walls/model/wall-plan.ts';
import { DraggingWalls } from '../../features/walls/moving/dragging-walls.ts';
import { SlidingOpening } from '../../features/walls/openings/sliding-opening.ts';
import { eyeDirection } from '../../queries/gizmo-frame.ts';
import { isDragged, type PointerInfo } from '../pointer.ts';
import { ToolState } from '../tool.ts';
import type { SelectTool } from './select-tool.ts';
import { Translating } from './translating.ts';

/** Special drags by kind of placement. */
const DRAGS: Record<PlacedBy, (tool: SelectTool, id: string, press: NodePress) => ToolState | null> = {
  // A copied wall is not connected to other walls yet.
  plan: (tool, id, press) => (press.start.alt ? null : SlidingWall.of(tool, id, press)),
  host: (tool, id, press) =>
    press.start.alt ? SlidingOpening.ofCopy(tool, press) : SlidingOpening.of(tool, id, press),
};

/**
 * Smallest downward view direction at which a dragged node follows the ground; below it, the screen plane.
 */
const GROUND_STEEPNESS = 0.15;

/** Press on a node: hit point and screen position. */
export type NodePress = { id: string; at: Vector3; start: PointerInfo };

/** Press on a node: a release selects it, a drag moves it. */
export class PointingNode extends ToolState<SelectTool> {
  readonly id = 'pointing';
  readonly #press: NodePress;

  constructor(tool: SelectTool, press: NodePress) {
    super(tool);
    this.#press = press;
  }

  override onPointerMove(pointer: PointerInfo): void {
    const { id, at, start } = this.#press;
    // A touch drag orbits the view; nodes are moved by the gizmo.
    if (!isDragged(start, pointer) || start.kind === 'touch') {
      return;
    }
    if (!this.editor.selection.has(id)) {
      this.editor.selection.set([id]);
    }
    const own = ownDragOf(this.tool, this.#press);
    if (own) {
      this.tool.enter(own);
      own.onPointerMove?.(pointer);
      return;
    }
    const started = startDrag(this.editor, { isCopied: start.alt });
    if (!started) {
      this.tool.rest();
      return;
    }
    const eye = eyeDirection(this.editor, at);
    const handle = eye.y > GROUND_STEEPNESS ? 'xz' : 'view';
    const frame = { origin: at, rotation: new Quaternion(), size: 1, eye };
    const begin = { handle, frame, start, isByHandle: false, ...started } as const;
    this.tool.enter(new Translating(this.tool, begin, pointer));
  }

  override onPointerUp(pointer: PointerInfo): void {
    const { id, start } = this.#press;
    const { selection } = this.editor;
    if (isDragged(start, pointer)) {
      // The touch orbited the view.
      this.tool.rest();
      return;
    }
    if (pointer.mod) {
      selection.toggle(id);
    } else if (pointer.shift) {
      selection.add([id]);
    } else {
      selection.set([id]);
    }
    this.tool.rest();
  }
}

/**
 * Drag of a node that is not placed by its transform alone: a wall moves its neighbours, an opening stays in
 * a wall. With Alt a copy is dragged. Returns null for other nodes and for several.
 */
function ownDragOf(tool: SelectTool, press: NodePress): ToolState | null {
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

/** Grabbed place of a wall: its line, and the height and sideways distance of the grab. */
type Grip = { id: string; level: PlanLevel; line: WallLine; above: number; aside: number };

/** Moves a wall sideways, with the walls at its ends. */
class SlidingWall extends DraggingWalls<SelectTool> {
  readonly id = 'slidingWall';
  readonly #grip: Grip;

  private constructor(tool: SelectTool, grip: Grip) {
    super(tool, grip);
    this.#grip = grip;
  }

  /** Drag of a pressed wall; null for a wall outside a plan, which is moved by its transform. */
  static of(tool: SelectTool, id: string, { at }: NodePress): SlidingWall | null {
    const { editor } = tool;
    const level = levelOf(editor, id);
    const wall = level && wallsOn(editor, level).walls.get(id);
    const line = wall && wallLine(wall);
    if (!level || !line || levelMatrix(editor, level).determinant() === 0) {
      return null;
    }
    const { x, y, z } = new Vector3().copy(at).applyMatrix4(levelMatrix(editor, level).invert());
    return new SlidingWall(tool, { id, level, line, above: y, aside: asideOf(line, [x, z]) });
  }

  override onPointerMove(pointer: PointerInfo): void {
    const { id, level, line, above, aside } = this.#grip;
    const at = planPointAt(this.editor, level, { at: pointer, above });
    if (!at) {
      return;
    }
    const step = this.stepAt(pointer);
    const far = asideOf(line, at) - aside;
    const way = step > 0 ? Math.round(far / step) * step : far;
    setSnapTarget(this.editor, [way], step);
    const plan = moveWall(this.step.there, id, way);
    if (plan) {
      this.step.move(plan);
    } else if (way === 0) {
      this.step.cancel();
    }
  }
}
