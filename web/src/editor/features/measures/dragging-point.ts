import type { PointerInfo } from '../../tools/pointer.ts';
import { type Cursor, ToolState } from '../../tools/tool.ts';
import type { HeldPoint } from './grips.ts';
import type { Grip, MeasureTool } from './measure-tool.ts';

/** Drag of a measure's point. */
export class DraggingPoint extends ToolState<MeasureTool> {
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
    const beside = measure.points[index - 1] ?? measure.points[index + 1];
    const caught = this.tool.look(pointer, beside?.point ?? null);
    if (caught) {
      this.#held.move(caught);
    }
    this.tool.aim.value = pointer.kind === 'touch' ? pointer : null;
  }

  override onExit(): void {
    this.tool.aim.value = null;
  }

  override onPointerUp(): void {
    this.#held.letGo();
    this.tool.rest();
  }

  override onCancel(): boolean {
    this.#held.giveBack();
    this.tool.rest();
    return true;
  }
}
