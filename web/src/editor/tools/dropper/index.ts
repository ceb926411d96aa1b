import { defineTool } from '../define-tool.ts';
import { DropperTool } from './dropper-tool.ts';

export const dropperTool = defineTool({
  id: 'dropper',
  icon: 'pipette',
  label: 'tool.dropper',
  key: 'I',
  isEdit: true,
  group: 'painting',
  hints: ({ tools }) =>
    tools.path.get() === 'dropper.painting'
      ? ['hint.dropper.paint', 'hint.dropper.end']
      : ['hint.dropper.take', 'hint.dropper.color'],
  make: (editor) => new DropperTool(editor),
  layer: async () => (await import('./swatch.tsx')).Swatch,
});
