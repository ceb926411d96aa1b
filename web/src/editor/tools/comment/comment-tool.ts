import type { ProbeHit } from '../../probe.ts';
import { anchorAt } from '../../queries/comment-place.ts';
import { SurfaceClick } from '../surface-click.ts';
import { Tool, type ToolState } from '../tool.ts';
import { seenBy } from './seen-by.ts';

/** Starts a comment where a surface is clicked. The draft survives a change of tool. */
export class CommentTool extends Tool {
  readonly id = 'comment';

  protected initial(): ToolState {
    return new Idle(this);
  }
}

class Idle extends SurfaceClick<CommentTool> {
  protected override onSurface(hit: ProbeHit): void {
    const { commenting, probe } = this.editor;
    commenting.begin({ anchor: anchorAt(this.editor, hit), picture: seenBy(probe) });
  }

  override onCancel(): boolean {
    return this.editor.commenting.close();
  }
}
