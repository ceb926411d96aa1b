import { defineTool } from '../../tools/define-tool.ts';

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
  fetch: async () => {
    const { CommentTool } = await import('./comment-tool.ts');
    return (editor) => new CommentTool(editor);
  },
  layer: async () => (await import('./comment-layer.tsx')).CommentLayer,
  panel: async () => (await import('./comment-panel.tsx')).CommentPanel,
});
