import { isDragged, type PointerInfo } from '../../tools/pointer.ts';
import { type Cursor, ToolState } from '../../tools/tool.ts';
import { Aiming } from './aiming.ts';
import type { HeldPoint } from './grips.ts';
import type { Grip, MeasureTool } from './measure-tool.ts';

/**
 * Idle state: a click sets the first point, with Ctrl it measures an object; points of measures can be
 * dragged.
 */
export class Idle extends ToolState<MeasureTool> {
  readonly id = 'idle';
  override readonly isResting = true;
  #press: { start: PointerInfo; grip: Grip | null } | null = null;
  #isOverGrip = false;

  override get cursor(): Cursor {
    return this.#isOverGrip ? 'grab' : 'crosshair';
  }

  override onPointerLeave(): void {
    this.tool.snapped.value = null;
  }

  override onPointerDown(pointer: PointerInfo): void {
    this.#press = { start: pointer, grip: this.tool.gripAt(pointer) };
  }

  override onPointerMove(pointer: PointerInfo): void {
    const press = this.#press;
    if (press?.grip && isDragged(press.start, pointer)) {
      const dragging = new DraggingPoint(this.tool, press.grip);
      this.tool.enter(dragging);
      dragging.onPointerMove(pointer);
      return;
    }
    this.#isOverGrip = this.tool.gripAt(pointer) !== null;
    this.tool.look(pointer, null);
  }

  override onPointerUp(pointer: PointerInfo): void {
    const press = this.#press;
    this.#press = null;
    if (press && pointer.mod && !isDragged(press.start, pointer)) {
      this.tool.measureObject(pointer);
      return;
    }
    const snapped = press && !isDragged(press.start, pointer) ? this.tool.look(pointer, null) : null;
    if (snapped) {
      this.tool.place(snapped);
    }
  }

  override onPointerHold(pointer: PointerInfo): void {
    this.tool.enter(new Aiming(this.tool, pointer));
  }
}

/** Drag of a measure's point. */
class DraggingPoint extends ToolState<MeasureTool> {
  readonly id = 'draggingPoint';
  readonly #grip: Grip;
  readonly #held: HeldPoint;

  constructor(tool: MeasureTool, grip: Grip) {
    super(tool);
    this.#grip = grip;
    this.#held = grip.measure.hold(grip.index);
  }

  override get cursor(): Cursor {
    return 'grabbing';
  }

  override onPointerMove(pointer: PointerInfo): void {
    const { measure, index } = this.#grip;
    const neighbour = measure.points[index - 1] ?? measure.points[index + 1];
    const snapped = this.tool.look(pointer, neighbour?.point ?? null);
    if (snapped) {
      this.#held.move(snapped);
    }
    this.tool.aim.value = pointer.kind === 'touch' ? pointer : null;
  }

  override onExit(): void {
    this.tool.aim.value = null;
  }

  override onPointerUp(): void {
    this.#held.commit();
    this.tool.rest();
  }

  override onCancel(): boolean {
    this.#held.cancel();
    this.tool.rest();
    return true;
  }
}
