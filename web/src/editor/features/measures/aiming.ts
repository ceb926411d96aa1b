import type { PointerInfo } from '../../tools/pointer.ts';
import { ToolState } from '../../tools/tool.ts';
import type { MeasureTool } from './measure-tool.ts';

/** Touch hold that aims at the next point, which is set on release. */
export class Aiming extends ToolState<MeasureTool> {
  readonly id = 'aiming';
  readonly #first: PointerInfo;

  constructor(tool: MeasureTool, first: PointerInfo) {
    super(tool);
    this.#first = first;
  }

  override onEnter(): void {
    this.onPointerMove(this.#first);
  }

  override onExit(): void {
    this.tool.aim.value = null;
  }

  override onPointerMove(pointer: PointerInfo): void {
    this.#look(pointer);
    this.tool.aim.value = pointer;
  }

  override onPointerUp(pointer: PointerInfo): void {
    const snapped = this.#look(pointer);
    this.tool.goOn();
    if (snapped) {
      this.tool.set(snapped);
    }
  }

  override onCancel(): boolean {
    this.tool.goOn();
    return true;
  }

  #look(pointer: PointerInfo) {
    return this.tool.look(pointer, this.tool.draft.value.at(-1)?.point ?? null);
  }
}
