import type { MeasurePoint } from '../../../scene/measure/measure.ts';
import type { PointerInfo } from '../pointer.ts';
import { type Cursor, ToolState } from '../tool.ts';
import type { Grip, MeasureTool } from './measure-tool.ts';

/** A point of a measure follows the pointer. */
export class DraggingPoint extends ToolState<MeasureTool> {
  readonly id = 'draggingPoint';
  readonly #grip: Grip;
  readonly #before: readonly MeasurePoint[];

  constructor(tool: MeasureTool, grip: Grip) {
    super(tool);
    this.#grip = grip;
    this.#before = tool.measures.get().find(({ number }) => number === grip.number)?.points ?? [];
  }

  override get cursor(): Cursor {
    return 'grabbing';
  }

  override onPointerMove(pointer: PointerInfo): void {
    const { number, index } = this.#grip;
    const beside = this.#before[index - 1] ?? this.#before[index + 1];
    const caught = this.tool.look(pointer, beside?.point ?? null);
    if (caught) {
      this.tool.change(number, { points: this.#before.with(index, caught) });
    }
  }

  override onPointerUp(): void {
    this.tool.rest();
  }

  override onCancel(): boolean {
    this.tool.change(this.#grip.number, { points: this.#before });
    this.tool.rest();
    return true;
  }
}
