import { defineTool, type HintKey } from '../../../tools/define-tool.ts';
import type { ToolContext } from '../../../tools/tool.ts';
import type { WallTool } from './wall-tool.ts';

/** Hints for the next click of a wall chain, or of a room. */
function hintsOf({ tools }: ToolContext, { shape }: WallTool): readonly HintKey[] {
  const isRoom = shape === 'room';
  if (tools.path.value === 'wallBuild.drawing') {
    return isRoom
      ? ['hint.room.corner', 'hint.room.lengths', 'hint.room.end']
      : ['hint.wall.next', 'hint.wall.length', 'hint.wall.end'];
  }
  return [isRoom ? 'hint.room.start' : 'hint.wall.start', 'hint.wall.modes'];
}

export const wallBuildTool = defineTool({
  id: 'wallBuild',
  icon: 'brick-wall',
  label: 'tool.wallBuild',
  key: 'B',
  group: 'building',
  isEdit: true,
  hints: hintsOf,
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
    'help.tool.wall.curve',
    'help.tool.wall.slide',
  ],
  fetch: async () => {
    const { WallTool } = await import('./wall-tool.ts');
    return (editor) => new WallTool(editor);
  },
  overlay: async () => (await import('./wall-ghost.tsx')).WallGhost,
  layer: async () => (await import('./wall-labels.tsx')).WallLabels,
  panel: async () => (await import('./wall-panel.tsx')).WallPanel,
});
