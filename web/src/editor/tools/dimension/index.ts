import { defineTool } from '../define-tool.ts';
import { DimensionTool } from './dimension-tool.ts';

export const dimensionTool = defineTool({
  id: 'dimension',
  icon: 'move-horizontal',
  label: 'tool.dimension',
  key: 'T',
  group: 'handles',
  isEdit: true,
  hints: ({ selection }) => [selection.get().length === 0 ? 'hint.nothing' : 'hint.dimension'],
  make: (editor) => new DimensionTool(editor),
  overlay: async () => (await import('./side-handles.tsx')).SideHandles,
  layer: async () => (await import('./dimension-labels.tsx')).DimensionLabels,
  panel: async () => (await import('./dimension-panel.tsx')).DimensionPanel,
});
