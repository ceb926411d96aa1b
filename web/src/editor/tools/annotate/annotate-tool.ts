import { createAnnotation } from '../../commands/annotations.ts';
import { pickSurface } from '../../queries/pick.ts';
import { isDragged, type PointerInfo } from '../pointer.ts';
import { type Cursor, Tool, ToolState } from '../tool.ts';

/** Sets annotations on surfaces, a click each. */
export class AnnotateTool extends Tool {
  readonly id = 'annotate';
  /** What new ones are called, in the person's language; its panel says. */
  title = 'Annotation';

  protected initial(): ToolState {
    return new Idle(this);
  }
}

/** Waits for a click on a surface. */
class Idle extends ToolState<AnnotateTool> {
  readonly id = 'idle';
  override readonly isResting = true;
  #start: PointerInfo | null = null;
  #isOverSurface = false;

  override get cursor(): Cursor {
    return this.#isOverSurface ? 'crosshair' : 'default';
  }

  override onPointerMove(pointer: PointerInfo): void {
    this.#isOverSurface = pickSurface(this.editor, pointer) !== null;
  }

  override onPointerDown(pointer: PointerInfo): void {
    this.#start = pointer;
  }

  override onPointerUp(pointer: PointerInfo): void {
    const start = this.#start;
    this.#start = null;
    const hit = start && !isDragged(start, pointer) ? pickSurface(this.editor, pointer) : null;
    if (hit) {
      createAnnotation(this.editor, hit, this.tool.title);
    }
  }

  override onCancel(): boolean {
    if (this.editor.selection.get().length === 0) {
      return false;
    }
    this.editor.selection.clear();
    return true;
  }
}
