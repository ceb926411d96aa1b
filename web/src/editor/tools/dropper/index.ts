import { defineTool, type HintKey } from '../define-tool.ts';

const HINTS: Readonly<Record<string, readonly HintKey[]>> = {
  'dropper.painting': ['hint.dropper.paint', 'hint.dropper.swap', 'hint.dropper.end'],
  'dropper.takingColor': ['hint.dropper.field', 'hint.dropper.end'],
};

export const dropperTool = defineTool({
  id: 'dropper',
  icon: 'pipette',
  label: 'tool.dropper',
  key: 'I',
  isEdit: true,
  group: 'painting',
  hints: ({ tools }) => HINTS[tools.path.value] ?? ['hint.dropper.take', 'hint.dropper.color'],
  touchHint: 'hint.dropper.touch',
  fetch: async () => {
    const { DropperTool } = await import('./dropper-tool.ts');
    return (editor) => new DropperTool(editor);
  },
  layer: async () => (await import('./swatch.tsx')).Swatch,
  panel: async () => (await import('./paint-all.tsx')).PaintAll,
});
