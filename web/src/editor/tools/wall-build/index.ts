import { defineTool } from '../define-tool.ts';
import { WallTool } from './wall-tool.ts';

export const wallBuildTool = defineTool({
  id: 'wallBuild',
  icon: 'brick-wall',
  label: 'tool.wallBuild',
  key: 'B',
  group: 'building',
  isEdit: true,
  hints: ({ tools }) =>
    tools.path.get() === 'wallBuild.drawing'
      ? ['hint.wall.next', 'hint.wall.length', 'hint.wall.end']
      : ['hint.wall.start', 'hint.wall.modes'],
  touchHint: 'hint.wall.touch',
  help: [
    'help.tool.wall.chain',
    'help.tool.wall.end',
    'help.tool.wall.length',
    'help.tool.wall.room',
    'help.tool.wall.level',
    'help.tool.wall.mode',
    'help.tool.wall.step',
    'help.tool.wall.free',
    'help.tool.wall.corner',
    'help.tool.wall.slide',
  ],
  make: (editor) => new WallTool(editor),
  overlay: async () => (await import('./wall-ghost.tsx')).WallGhost,
  layer: async () => (await import('./wall-labels.tsx')).WallLabels,
  panel: async () => (await import('./wall-panel.tsx')).WallPanel,
});
