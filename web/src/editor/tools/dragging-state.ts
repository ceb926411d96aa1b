import type { LiveEdit } from '../managers/history.ts';
import { type Cursor, type Tool, ToolState } from './tool.ts';

/** Drag that becomes one history step on release, and is reverted on cancel. */
export abstract class DraggingState<Owner extends Tool> extends ToolState<Owner> {
  /** History step of the drag. */
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
