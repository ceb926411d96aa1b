import { defineTool } from '../define-tool.ts';

export const shapesTool = defineTool({
  id: 'shapes',
  icon: 'shapes',
  label: 'tool.shapes',
  key: 'S',
  group: 'building',
  isEdit: true,
  hints: ({ tools }) =>
    tools.path.value === 'shapes.raising'
      ? ['hint.shape.height']
      : ['hint.shape.base', 'hint.shape.centre', 'hint.free'],
  touchHint: 'hint.shape.touch',
  help: ['help.tool.shapes.base', 'help.tool.shapes.height', 'help.tool.shapes.centre'],
  fetch: async () => {
    const { ShapeTool } = await import('./shape-tool.ts');
    return (editor) => new ShapeTool(editor);
  },
  layer: async () => (await import('./shape-labels.tsx')).ShapeLabels,
  panel: async () => (await import('./shape-panel.tsx')).ShapePanel,
});
