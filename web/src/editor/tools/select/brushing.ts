import { objectsInRect, type VisibleObject, visibleObjects } from '../../queries/pick.ts';
import type { PointerInfo } from '../pointer.ts';
import { ToolState } from '../tool.ts';
import type { SelectTool } from './select-tool.ts';

/**
 * Marquee selection. Drawn to the right it selects what it contains, to the left what it touches. Shift or
 * Ctrl adds to the selection.
 */
export class Brushing extends ToolState<SelectTool> {
  readonly id = 'brushing';
  readonly #start: PointerInfo;
  readonly #first: PointerInfo;
  #before: readonly string[] = [];
  /** Computed once, as the view does not move during the marquee. */
  #objects: readonly VisibleObject[] = [];

  constructor(tool: SelectTool, start: PointerInfo, first: PointerInfo) {
    super(tool);
    this.#start = start;
    this.#first = first;
  }

  override onEnter(): void {
    this.#before = this.editor.selection.ids.value;
    this.#objects = visibleObjects(this.editor);
    this.onPointerMove(this.#first);
  }

  override onExit(): void {
    this.editor.marquee.value = null;
  }

  override onPointerMove(pointer: PointerInfo): void {
    const { x, y } = this.#start;
    const isWhole = pointer.x >= x;
    const rect = {
      left: Math.min(x, pointer.x),
      top: Math.min(y, pointer.y),
      right: Math.max(x, pointer.x),
      bottom: Math.max(y, pointer.y),
    };
    this.editor.marquee.value = { ...rect, isWhole };
    const kept = pointer.shift || pointer.mod ? this.#before : [];
    this.editor.selection.set([...kept, ...objectsInRect(this.#objects, rect, isWhole)]);
  }

  override onPointerUp(): void {
    this.tool.rest();
  }

  override onCancel(): boolean {
    this.editor.selection.set(this.#before);
    this.tool.rest();
    return true;
  }
}
