import { curveWithin } from '@diorama/shared/scene/nodes/wall/curve.ts';
import { setSnapTarget } from '../../../commands/set-snap-target.ts';
import type { PointerInfo } from '../../../tools/pointer.ts';
import type { Tool } from '../../../tools/tool.ts';
import { asideOf, type CurveHandle } from '../model/curve-handle.ts';
import { bendWall } from '../model/kernels/bend-wall.ts';
import { planPointAt } from '../model/plan-level.ts';
import { DraggingWalls } from './dragging-walls.ts';

/** Drag threshold of a handle in pixels; smaller than for nodes, as it has no click. */
const SLOP = 2;
/** Distance at which a wall snaps to a straight line, in pixels. */
const STRAIGHT_REACH = 8;

/** Drag of a wall's middle to its side: the wall becomes an arc between its fixed ends. */
export class BendingWall extends DraggingWalls<Tool> {
  readonly id = 'bendingWall';
  readonly #handle: CurveHandle;
  readonly #start: PointerInfo;
  /** Offset of the press from the wall's middle, to its left. */
  readonly #grip: number;
  #isMoved = false;

  constructor(tool: Tool, { handle, start }: { handle: CurveHandle; start: PointerInfo }) {
    super(tool, handle);
    this.#handle = handle;
    this.#start = start;
    const wall = this.step.there.walls.get(handle.id);
    this.#grip = (this.#asideAt(start) ?? 0) - (wall ? curveWithin(wall) : 0);
  }

  /** The wall that is bent. */
  get wall(): string {
    return this.#handle.id;
  }

  override onPointerMove(pointer: PointerInfo): void {
    const { x, y } = this.#start;
    this.#isMoved ||= Math.hypot(pointer.x - x, pointer.y - y) > SLOP;
    const aside = this.#asideAt(pointer);
    if (!this.#isMoved || aside === null) {
      return;
    }
    const { there } = this.step;
    const wall = there.walls.get(this.#handle.id);
    const step = this.stepAt(pointer);
    const curve = this.#snapped(aside - this.#grip, pointer, step);
    setSnapTarget(this.editor, [curve], step);
    const plan = bendWall(there, this.#handle.id, curve);
    if (plan) {
      this.step.move(plan);
    } else if (wall && curveWithin({ ...wall, curve }) === wall.curve) {
      this.step.cancel();
    }
  }

  #asideAt(pointer: PointerInfo): number | null {
    const { level, line, above } = this.#handle;
    const at = planPointAt(this.editor, level, { at: pointer, above });
    return at && asideOf(line, at);
  }

  #snapped(curve: number, pointer: PointerInfo, step: number): number {
    const { camera } = this.editor;
    const isNearlyStraight = Math.abs(curve) < STRAIGHT_REACH * camera.metresPerPixel(this.#handle.at);
    if (!pointer.shift && isNearlyStraight) {
      return 0;
    }
    return step > 0 ? Math.round(curve / step) * step + 0 : curve;
  }
}
