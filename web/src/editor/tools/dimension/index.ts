import { defineTool } from '../define-tool.ts';

export const dimensionTool = defineTool({
  id: 'dimension',
  icon: 'move-horizontal',
  label: 'tool.dimension',
  key: 'T',
  group: 'handles',
  isEdit: true,
  hints: ({ selection }) => [selection.ids.value.length === 0 ? 'hint.nothing' : 'hint.dimension'],
  fetch: async () => {
    const { DimensionTool } = await import('./dimension-tool.ts');
    return (editor) => new DimensionTool(editor);
  },
  overlay: async () => (await import('./side-handles.tsx')).SideHandles,
  layer: async () => (await import('./dimension-labels.tsx')).DimensionLabels,
  panel: async () => (await import('./dimension-panel.tsx')).DimensionPanel,
});
