import { defineTool } from '../define-tool.ts';

export const penTool = defineTool({
  id: 'pen',
  icon: 'pen-tool',
  label: 'tool.pen',
  key: 'P',
  group: 'building',
  isEdit: true,
  hints: ({ tools }) =>
    tools.path.value === 'pen.drawing'
      ? ['hint.pen.next', 'hint.pen.curve', 'hint.pen.end']
      : ['hint.pen.start', 'hint.pen.points'],
  touchHint: 'hint.pen.touch',
  help: [
    'help.tool.pen.corner',
    'help.tool.pen.curve',
    'help.tool.pen.turn',
    'help.tool.pen.close',
    'help.tool.pen.end',
    'help.tool.pen.back',
    'help.tool.pen.add',
    'help.tool.pen.remove',
  ],
  fetch: async () => {
    const { PenTool } = await import('./pen-tool.ts');
    return (editor) => new PenTool(editor);
  },
  overlay: async () => (await import('./pen-lines.tsx')).PenLines,
  layer: async () => (await import('./pen-label.tsx')).PenLabel,
  panel: async () => (await import('./pen-panel.tsx')).PenPanel,
});
