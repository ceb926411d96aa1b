import { removePoint } from '../../commands/paths.ts';
import { placementAt } from '../../queries/placement.ts';
import { isDragged, type PointerInfo } from '../pointer.ts';
import { type Cursor, ToolState } from '../tool.ts';
import { Drawing } from './drawing.ts';
import { MovingPoint } from './moving-point.ts';
import type { PenTool } from './pen-tool.ts';

/** Idle state: a press sets the first point, or grabs one of the selected path. */
export class Idle extends ToolState<PenTool> {
  readonly id = 'idle';
  override readonly isResting = true;
  #press: PointerInfo | null = null;

  override get cursor(): Cursor {
    return this.tool.grip.value ? 'grab' : 'crosshair';
  }

  override onPointerLeave(): void {
    this.tool.grip.value = null;
  }

  override onPointerMove(pointer: PointerInfo): void {
    const press = this.#press;
    if (press?.kind === 'mouse' && isDragged(press, pointer)) {
      this.#begin(press)?.onPointerMove(pointer);
      return;
    }
    if (pointer.kind === 'mouse') {
      this.tool.grip.value = this.tool.gripAt(pointer);
    }
  }

  override onPointerDown(pointer: PointerInfo): void {
    const grip = this.tool.gripAt(pointer);
    if (!grip) {
      this.#press = pointer;
    } else if (!pointer.alt) {
      this.tool.enter(new MovingPoint(this.tool, { grip, start: pointer }));
    } else if (!grip.isNew) {
      removePoint(this.editor, grip.path.id, grip.index);
      this.tool.grip.value = null;
    }
  }

  override onPointerUp(pointer: PointerInfo): void {
    const press = this.#press;
    this.#press = null;
    if (press && !isDragged(press, pointer)) {
      this.#begin(pointer)?.onPointerUp();
    }
  }

  override onCancel(): boolean {
    this.#press = null;
    return this.editor.selection.clear();
  }

  /** Starts on the pressed level surface, or on the ground. */
  #begin(pointer: PointerInfo): Drawing | null {
    this.#press = null;
    if (this.editor.isReadOnly.value) {
      return null;
    }
    const { point } = placementAt(this.editor, pointer);
    const level = { parent: null, height: point.y };
    const drawing = new Drawing(this.tool, pointer);
    this.tool.grip.value = null;
    this.tool.enter(drawing);
    this.tool.begin(level, this.tool.snap(level, [point.x, point.z], pointer));
    return drawing;
  }
}
