import type { WallLine } from '@diorama/shared/scene/nodes/wall/line.ts';
import { wallLine } from '@diorama/shared/scene/nodes/wall/line.ts';
import { Vector3 } from 'three';
import { setSnapTarget } from '../../commands/set-snap-target.ts';
import { asideOf } from '../../features/walls/model/curve-handle.ts';
import { moveWall } from '../../features/walls/model/kernels/move-walls.ts';
import { levelMatrix, type PlanLevel, planPointAt } from '../../features/walls/model/plan-level.ts';
import { levelOf, wallsOn } from '../../features/walls/model/wall-plan.ts';
import { DraggingWalls } from '../../features/walls/moving/dragging-walls.ts';
import type { PointerInfo } from '../pointer.ts';
import type { NodePress } from './pointing-node.ts';
import type { SelectTool } from './select-tool.ts';

/** Grabbed place of a wall: its line, and the height and sideways distance of the grab. */
type Grip = { id: string; level: PlanLevel; line: WallLine; above: number; aside: number };

/** Moves a wall sideways, with the walls at its ends. */
export class SlidingWall extends DraggingWalls<SelectTool> {
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
