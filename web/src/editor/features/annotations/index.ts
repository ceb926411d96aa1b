import { defineTool } from '../../tools/define-tool.ts';

export const annotateTool = defineTool({
  id: 'annotate',
  icon: 'message-square-text',
  label: 'tool.annotate',
  key: 'A',
  group: 'marking',
  isEdit: true,
  hints: ({ tools }) => [tools.path.value === 'annotate.moving' ? 'hint.annotate.move' : 'hint.annotate'],
  touchHint: 'hint.annotate.touch',
  fetch: async () => {
    const { AnnotateTool } = await import('./annotate-tool.ts');
    return (editor) => new AnnotateTool(editor);
  },
  panel: async () => (await import('./tour-panel.tsx')).TourPanel,
});
