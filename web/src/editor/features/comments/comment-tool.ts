import type { SceneHit } from '../../scene-queries.ts';
import { SurfaceClick } from '../../tools/surface-click.ts';
import { Tool, type ToolState } from '../../tools/tool.ts';
import { captureView } from './capture-view.ts';
import { anchorAt } from './model/comment-place.ts';

/** Starts a comment where a surface is clicked. The draft survives a change of tool. */
export class CommentTool extends Tool {
  readonly id = 'comment';

  protected initial(): ToolState {
    return new Idle(this);
  }
}

class Idle extends SurfaceClick<CommentTool> {
  protected override onSurface(hit: SceneHit): void {
    const { commenting, queries } = this.editor;
    commenting.begin({ anchor: anchorAt(this.editor, hit), picture: captureView(queries) });
  }

  override onCancel(): boolean {
    return this.editor.commenting.close();
  }
}
