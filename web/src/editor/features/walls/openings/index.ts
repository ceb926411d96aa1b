import { defineTool } from '../../../tools/define-tool.ts';

export const openingsTool = defineTool({
  id: 'openings',
  icon: 'door-open',
  label: 'tool.openings',
  key: 'O',
  group: 'building',
  isEdit: true,
  hints: ({ scene }) =>
    scene.hasAny('wall')
      ? ['hint.opening.place', 'hint.opening.flip', 'hint.opening.free']
      : ['hint.opening.noWall'],
  touchHint: 'hint.opening.touch',
  help: [
    'help.tool.opening.place',
    'help.tool.opening.slide',
    'help.tool.opening.flip',
    'help.tool.opening.free',
  ],
  fetch: async () => {
    const { OpeningTool } = await import('./opening-tool.ts');
    return (editor) => new OpeningTool(editor);
  },
  overlay: async () => (await import('./opening-ghost.tsx')).OpeningGhosts,
  layer: async () => (await import('./opening-labels.tsx')).OpeningLabels,
  panel: async () => (await import('./opening-panel.tsx')).OpeningPanel,
});
