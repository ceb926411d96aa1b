import { anchorAt } from '../../queries/comment-place.ts';
import { pickSurface } from '../../queries/pick.ts';
import { isDragged, type PointerInfo } from '../pointer.ts';
import { type Cursor, Tool, ToolState } from '../tool.ts';
import { seenBy } from './seen-by.ts';

/** Begins a comment where a surface is clicked. What was begun outlives a look with another tool. */
export class CommentTool extends Tool {
  readonly id = 'comment';

  protected initial(): ToolState {
    return new Idle(this);
  }
}

class Idle extends ToolState<CommentTool> {
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
      const { commenting, probe } = this.editor;
      commenting.begin({ anchor: anchorAt(this.editor, hit), picture: seenBy(probe) });
    }
  }

  override onCancel(): boolean {
    return this.editor.commenting.close();
  }
}
