import type { SceneHit } from '../../scene-queries.ts';
import { defineTool } from '../../tools/define-tool.ts';
import { SurfaceClick } from '../../tools/surface-click.ts';
import { Tool, type ToolState } from '../../tools/tool.ts';
import { captureView } from './capture-view.ts';
import { anchorAt } from './model/comment-place.ts';

export const commentTool = defineTool({
  id: 'comment',
  icon: 'message-circle-plus',
  label: 'tool.comment',
  key: 'C',
  group: 'marking',
  // View permission is enough to comment.
  isEdit: false,
  hints: ({ commenting }) => (commenting.draft.value ? [] : ['hint.comment']),
  touchHint: 'hint.comment.touch',
  make: (editor) => new CommentTool(editor),
  layer: async () => (await import('./comment-layer.tsx')).CommentLayer,
  panel: async () => (await import('./comment-panel.tsx')).CommentPanel,
});

/** Starts a comment where a surface is clicked. The draft survives a change of tool. */
class CommentTool extends Tool {
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
