import { defineTool } from '../../tools/define-tool.ts';
import { AnnotateTool } from './annotate-tool.ts';

export const annotateTool = defineTool({
  id: 'annotate',
  icon: 'message-square-text',
  label: 'tool.annotate',
  key: 'A',
  group: 'marking',
  isEdit: true,
  hints: ({ tools }) => [tools.path.value === 'annotate.moving' ? 'hint.annotate.move' : 'hint.annotate'],
  touchHint: 'hint.annotate.touch',
  make: (editor) => new AnnotateTool(editor),
  panel: async () => (await import('./tour-panel.tsx')).TourPanel,
});
