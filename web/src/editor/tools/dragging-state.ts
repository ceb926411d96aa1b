import type { LiveEdit } from '../hooks/use-live-edit.ts';
import { type Cursor, type Tool, ToolState } from './tool.ts';

/** Something is held and follows the pointer: let go, it is one step of the history, and taken back it is where it was. */
export abstract class DraggingState<Owner extends Tool> extends ToolState<Owner> {
  /** The step that the drag is. */
  protected abstract readonly step: Pick<LiveEdit, 'commit' | 'cancel'>;

  override get cursor(): Cursor {
    return 'grabbing';
  }

  override onPointerUp(): void {
    this.step.commit();
    this.tool.rest();
  }

  override onCancel(): boolean {
    this.step.cancel();
    return super.onCancel();
  }
}
