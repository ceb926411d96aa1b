import { updateNode } from '@diorama/shared/scene/ops.ts';
import { signal } from '@preact/signals-core';
import { Vector3 } from 'three';
import { createLiveEdit } from '../../commands/live-edit.ts';
import { setSnapTarget } from '../../commands/set-snap-target.ts';
import { alongLine } from '../../kernels/geometry.ts';
import { snapTo } from '../../kernels/snap.ts';
import type { LiveEdit } from '../../managers/history.ts';
import { isSnapping } from '../../queries/is-snapping.ts';
import {
  type BoxSide,
  lengthsOf,
  pullableSides,
  resizePatch,
  type SizeAxis,
  type Sized,
  sideMiddle,
  sizedSelection,
} from '../../queries/resize.ts';
import { DraggingState } from '../dragging-state.ts';
import { HANDLE_REACH, type PointerInfo } from '../pointer.ts';
import { SelectTool } from '../select/select-tool.ts';
import { Idle } from '../select/states.ts';
import type { Cursor, ToolContext, ToolState } from '../tool.ts';

/** Select tool whose selected node can be resized by its sides. */
export class DimensionTool extends SelectTool {
  /** Hovered or pulled side. */
  readonly side = signal<BoxSide | null>(null);

  constructor(editor: ToolContext) {
    super(editor, 'dimension', null);
  }

  /** The wall top handle takes the place of the curve handle. */
  override get curveHandle(): null {
    return null;
  }

  /** Node that can be resized now. */
  get sized(): Sized | null {
    return sizedSelection(this.editor);
  }

  /** World position of a side's centre. */
  middleOf(sized: Sized, side: BoxSide): Vector3 {
    return sideMiddle(sized, side).applyMatrix4(this.editor.scene.worldOf(sized.id));
  }

  /** Side whose handle is under the pointer, nearest to the eye first. */
  sideAt(pointer: PointerInfo): { sized: Sized; side: BoxSide } | null {
    const { sized } = this;
    if (!sized) {
      return null;
    }
    const near = pullableSides(sized).flatMap((side) => {
      const { x, y, depth } = this.editor.camera.project(this.middleOf(sized, side));
      const isNear = Math.hypot(x - pointer.x, y - pointer.y) <= HANDLE_REACH[pointer.kind];
      return isNear && depth < 1 ? [{ side, depth }] : [];
    });
    const [first] = near.sort((one, other) => one.depth - other.depth);
    return first ? { sized, side: first.side } : null;
  }

  /** Sets a length of the selected node, as one history step. */
  setLength(axis: SizeAxis, length: number, live: LiveEdit): void {
    const { sized } = this;
    const patch = sized && resizePatch(sized, { axis, sign: 1 }, length);
    if (sized && patch) {
      live.change(() => updateNode(this.editor.ydoc, sized.id, patch));
    }
  }

  override takesTouch(pointer: PointerInfo): boolean {
    return this.sideAt(pointer) !== null;
  }

  protected override initial(): ToolState {
    return new Resting(this);
  }
}

/** Idle state of the select tool with side handles. */
class Resting extends Idle {
  readonly #sides: DimensionTool;

  constructor(tool: DimensionTool) {
    super(tool);
    this.#sides = tool;
  }

  override get cursor(): Cursor {
    return this.#sides.side.value ? 'grab' : super.cursor;
  }

  override onPointerMove(pointer: PointerInfo): void {
    const found = this.#sides.sideAt(pointer);
    this.#sides.side.value = found?.side ?? null;
    if (found) {
      this.editor.hover.value = null;
    } else {
      super.onPointerMove(pointer);
    }
  }

  override onPointerDown(pointer: PointerInfo): void {
    const found = this.#sides.sideAt(pointer);
    if (found) {
      this.tool.enter(new Pulling(this.#sides, { ...found, start: pointer }));
    } else {
      this.#sides.side.value = null;
      super.onPointerDown(pointer);
    }
  }
}

/** Pulls a side while the opposite one stays in place. */
class Pulling extends DraggingState<DimensionTool> {
  readonly id = 'pulling';
  readonly #from: { sized: Sized; side: BoxSide; start: PointerInfo };
  protected readonly step: LiveEdit;
  readonly #origin: Vector3;
  readonly #way: Vector3;

  constructor(tool: DimensionTool, from: { sized: Sized; side: BoxSide; start: PointerInfo }) {
    super(tool);
    this.#from = from;
    this.step = createLiveEdit(this.editor);
    const { sized, side } = from;
    this.#origin = tool.middleOf(sized, side);
    // World direction of the axis, which a mirrored node reverses.
    this.#way = new Vector3()
      .setFromMatrixColumn(this.editor.scene.worldOf(sized.id), 'xyz'.indexOf(side.axis))
      .normalize()
      .multiplyScalar(side.sign);
  }

  override onEnter(): void {
    this.tool.side.value = this.#from.side;
  }

  override onExit(): void {
    this.tool.side.value = null;
  }

  override onPointerMove(pointer: PointerInfo): void {
    const { sized, side, start } = this.#from;
    const { camera, preferences, ydoc, scene } = this.editor;
    const begin = alongLine(camera.rayAt(start), this.#origin, this.#way);
    const end = alongLine(camera.rayAt(pointer), this.#origin, this.#way);
    if (begin === null || end === null) {
      return;
    }
    const step = isSnapping(this.editor, pointer) ? preferences.values.value.snapSteps.translate : 0;
    const length = snapTo(lengthsOf(sized)[side.axis] + (end - begin) / this.#stretch(), step);
    setSnapTarget(this.editor, [length], step);
    const patch = resizePatch(sized, side, length);
    if (patch) {
      // Another user may have deleted it in the meantime.
      this.step.change(() => scene.node(sized.id) && updateNode(ydoc, sized.id, patch));
    }
  }

  /** World length of one local metre, from the scale of the ancestors. */
  #stretch(): number {
    const { sized, side } = this.#from;
    const own = Math.abs(sized.node.scale['xyz'.indexOf(side.axis)] ?? 1);
    const column = new Vector3().setFromMatrixColumn(
      this.editor.scene.worldOf(sized.id),
      'xyz'.indexOf(side.axis),
    );
    return own > 0 ? column.length() / own || 1 : 1;
  }
}
